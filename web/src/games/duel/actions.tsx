// What can be done with the card taken up, in a sheet from below: build, sell, or build one of my wonders with it; each
// with its price. There is no sheet while nothing is taken up.

import { outdated, selected, weighed, wonderQuote } from "../../app/controls";
import { cardName, t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option } from "../../app/types";
import { paymentLines, reason, seatName } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { confirmed } from "../../parts/confirm";
import { effectWords } from "../../parts/effect-words";
import { IdleSheet } from "../../parts/sheet-line";
import { useSqueeze } from "../../parts/squeeze";
import { takeBackAsked } from "../../parts/turn-controls";
import { DUEL } from "./catalog";
import { useDuel } from "./table";
import { optionSentence, question, wonderName } from "./words";

export function DuelActions() {
  const { view, controls } = useDuel();
  const name = weighed.value;
  if (controls.over) return <div class="actions panel over">{controls.over}</div>;
  if (name && DUEL.cards.has(name) && !takeBackAsked(controls)) return <CardSheet name={name} />;
  const mine = controls.yours && controls.live;
  const waits = view.to_act.length
    ? t("table.waiting_for", { players: seatName(controls.state, view.to_act[0]!) })
    : "";
  return <IdleSheet text={mine ? question(controls) || t("question.duel.turn") : waits} />;
}

function CardSheet({ name }: { name: string }) {
  const head = useSqueeze<HTMLDivElement>();
  const buttons = useSqueeze<HTMLDivElement>();
  const { view, controls, foe } = useDuel();
  const options = controls.state.options.filter((option) => option.card === name);
  const quote = controls.state.quotes.find((q) => q.card === name);
  const build = options.find((option) => option.action === "build");
  const discard = options.find((option) => option.action === "discard");
  const slot = view.layout.find((each) => each.card === name && each.open);
  const risky = view.layout.find((each) => slot?.uncovers.includes(each.slot) && each.wins.includes(foe));
  const act = (option: Option) =>
    outdated() || confirmed(optionSentence(controls, option), () => controls.play(option));
  const card = DUEL.cards.get(name)!;
  return (
    <div
      class="actions sheet panel"
      data-card={name}
      role="group"
      aria-label={t("board.actions_for", { card: cardName("duel", name) })}
    >
      <div class={`acthead ${risky?.card ? "risky" : ""}`} ref={head}>
        <h2>{cardName("duel", name)}</h2>
        <p class="fxwords">{effectWords("duel", card.effect).join(" ")}</p>
        {risky?.card && (
          <p class="riskwords bad-text">
            <Icon name="warn" size={15} />{" "}
            {t("board.opens_defeat", { card: cardName("duel", risky.card), player: seatName(controls.state, foe) })}
          </p>
        )}
        <p class="paywords">
          {quote && !quote.affordable ? (
            <span class="bad-text">{reason(quote)}</span>
          ) : (
            paymentLines("duel", quote).join(" · ")
          )}
        </p>
      </div>
      <div class="actbuttons" ref={buttons}>
        <button
          class="btn main act-build"
          ref={reach("build")}
          disabled={!build || controls.busy}
          onClick={() => build && act(build)}
          aria-keyshortcuts="B"
        >
          <span>{t("action.build")}</span>
          {quote && <Coin n={quote.price ?? 0} size={24} label={t("good.count.coins", { n: quote.price ?? 0 })} />}
          <kbd>B</kbd>
        </button>
        <WonderButtons options={options.filter((option) => option.action === "wonder")} act={act} />
        <button
          class="btn act-discard"
          ref={reach("discard")}
          disabled={!discard || controls.busy}
          onClick={() => discard && act(discard)}
          aria-keyshortcuts="D"
        >
          <span>{t("action.discard")}</span>
          {discard?.gain !== undefined && <Coin n={`+${discard.gain}`} size={24} />}
          <kbd>D</kbd>
        </button>
      </div>
      <button class="btn round quiet closesheet" aria-label={t("common.close")} onClick={() => (selected.value = null)}>
        <Icon name="cross" size={18} />
      </button>
    </div>
  );
}

/** A button for each wonder that can be built; where none can, one that says what is lacking for the nearest. */
function WonderButtons({ options, act }: { options: Option[]; act: (option: Option) => void }) {
  const { view, controls, me } = useDuel();
  if (options.length)
    return (
      <>
        {options.map((option) => (
          <button
            class={`btn act-wonder ${options.length > 1 ? "small" : ""}`}
            ref={reach("wonder")}
            disabled={controls.busy}
            onClick={() => act(option)}
            data-tip={`wonder:${option.wonder}`}
            aria-keyshortcuts="W"
          >
            <span class="sr">
              {t("action.wonder")} {wonderName(option.wonder!)}
            </span>
            <span class="wpic">
              <WonderScene name={option.wonder!} built={1} total={1} cover />
            </span>
            <Coin n={option.price ?? 0} size={22} />
            <kbd>W</kbd>
          </button>
        ))}
      </>
    );
  const unbuilt = view.cities[me]?.wonders.filter(({ built, lost }) => !built && !lost) ?? [];
  const quotes = unbuilt.flatMap(({ name }) => wonderQuote(controls.state.quotes, name) ?? []);
  const nearest = quotes.sort((a, b) => (a.price ?? 0) - (b.price ?? 0))[0];
  if (!nearest) return null;
  const why = `${wonderName(nearest.wonder!)}: ${reason(nearest)}`;
  return (
    <button class="btn act-wonder" disabled aria-label={`${t("action.wonder")}. ${why}`} data-tip={`text:${why}`}>
      <Icon name="wonder" size={18} />
      <span class="label">{t("action.wonder_short")}</span>
    </button>
  );
}
