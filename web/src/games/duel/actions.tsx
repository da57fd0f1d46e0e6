// What can be done with the card taken up: build, sell, or build one of my wonders with it; each with its price.

import { outdated, weighed } from "../../app/controls";
import { fit, phone } from "../../app/fit";
import { cardName, t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option } from "../../app/types";
import { paymentLines, reason, seatName } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { confirmed } from "../../parts/confirm";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { SheetLine } from "../../parts/sheet-line";
import { useSqueeze } from "../../parts/squeeze";
import { TurnControls, takeBackAsked } from "../../parts/turn-controls";
import { DUEL } from "./catalog";
import { isAsked } from "./choice";
import { useDuel } from "./table";
import { optionSentence, question, wonderName } from "./words";

export function DuelActions() {
  const head = useSqueeze<HTMLDivElement>();
  const wordy = !phone.value && fit.value.width >= 1180;
  const { view, controls, foe } = useDuel();
  const name = weighed.value;
  const options = name ? controls.state.options.filter((option) => option.card === name) : [];
  const quote = name ? controls.state.quotes.find((q) => q.card === name) : undefined;
  const card = name ? DUEL.cards.get(name) : undefined;
  const build = options.find((option) => option.action === "build");
  const slot = view.layout.find((each) => each.card === name && each.open);
  const risky = view.layout.find((each) => slot?.uncovers.includes(each.slot) && each.wins.includes(foe));
  const discard = options.find((option) => option.action === "discard");
  const wonders = options.filter((option) => option.action === "wonder");
  const mine = controls.yours && controls.live;
  const act = (option: Option) =>
    outdated() || confirmed(optionSentence(controls, option), () => controls.play(option));
  if (controls.over) return <div class="actions panel over">{controls.over}</div>;
  if (!name || !card || takeBackAsked(controls) || isAsked(controls)) {
    const waits = view.to_act.length
      ? t("table.waiting_for", { players: seatName(controls.state, view.to_act[0]!) })
      : "";
    return (
      <div class="actions panel idle" data-card={name}>
        {!takeBackAsked(controls) && <SheetLine text={mine ? question(controls) || t("question.duel.turn") : waits} />}
        <TurnControls />
      </div>
    );
  }
  return (
    <div
      class="actions panel"
      data-card={name}
      role="group"
      aria-label={t("board.actions_for", { card: cardName("duel", name) })}
    >
      <div class={`acthead ${risky?.card ? "risky" : ""}`} ref={head}>
        <h2>{cardName("duel", name)}</h2>
        <EffectRow game="duel" effect={card.effect} size={18} />
        {phone.value && <p class="fxwords">{effectWords("duel", card.effect).join(" ")}</p>}
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
      <div class={`actbuttons w${wonders.length} ${wonders.length > 1 ? "many" : ""}`}>
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
        {wonders.map((option) => (
          <button
            class="btn act-wonder"
            ref={reach("wonder")}
            disabled={controls.busy}
            onClick={() => act(option)}
            data-tip={`wonder:${option.wonder}`}
            aria-keyshortcuts="W"
          >
            <span class="sr">{t("action.wonder")}</span>
            <span class="wpic">
              <WonderScene name={option.wonder!} built={1} total={1} cover />
            </span>
            <span class={wordy && wonders.length < 2 ? "label" : "sr"}>{wonderName(option.wonder!)}</span>
            <Coin n={option.price ?? 0} size={22} />
            <kbd>W</kbd>
          </button>
        ))}
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
    </div>
  );
}
