// What can be done with the card taken up: build it, build a stage with it, sell it, or build it free by Olympia's power.
// Where a price can be split between the neighbours in several sensible ways, the viewer chooses; the cheapest comes first.

import { quoteFor, selected, split, stageQuote } from "../../app/desk";
import { cardName, roman, t } from "../../app/i18n";
import { reach } from "../../app/reach";
import { phone } from "../../app/settings";
import type { Option } from "../../app/types";
import { choiceSentence, reason } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { confirmed } from "../../parts/confirm";
import { EffectRow } from "../../parts/effect";
import { LastMoves } from "../../parts/log";
import { TurnControls } from "../../parts/turn-controls";
import { WONDERS } from "./catalog";
import { useWonders } from "./table";
import { neighbourName, optionSentence, payment, question } from "./words";

const coins = (option: Option) => (option.pay?.[0] ?? 0) + (option.pay?.[1] ?? 0) + (option.bank ?? 0);

/** The cheapest first. */
export function splits(options: Option[], action: string): Option[] {
  return options
    .filter((option) => option.action === action)
    .sort((a, b) => coins(a) - coins(b) || (a.pay?.[0] ?? 0) - (b.pay?.[0] ?? 0));
}

export function WondersActions() {
  const { desk, view } = useWonders();
  const { state } = desk;
  const name = selected.value;
  const options = name ? state.options.filter((option) => option.card === name && option.action !== "revive") : [];
  const act = (option: Option) => confirmed(optionSentence(desk, option), () => desk.play(option));
  const chosen = state.choice.length > 0;
  const held =
    name !== null &&
    (options.length > 0 || (desk.live && state.options.length > 0 && quoteFor(state.quotes, name) !== undefined));
  if (!name || !held) {
    const asked = state.options.length > 0 && desk.live;
    return (
      <div class="actions panel idle wact">
        {state.choice.map((text) => (
          <p class="chosenline">
            <Icon name="tick" size={18} /> {choiceSentence(desk, text)}
          </p>
        ))}
        <p class="prompt">
          {asked && (!chosen || state.options[0]?.city === "free")
            ? question(desk)
            : chosen
              ? t("table.change_freely")
              : state.table.status === "playing" && desk.live
                ? t("table.waiting_others")
                : ""}
        </p>
        {chosen && desk.takeBack && (
          <button class="btn" ref={reach("undo")} disabled={desk.busy} onClick={() => desk.takeBack?.()}>
            <Icon name="undo" size={17} />
            {t("table.take_back")}
          </button>
        )}
        {phone.value && !chosen && <LastMoves n={3} />}
        <TurnControls />
      </div>
    );
  }
  const quote = quoteFor(state.quotes, name);
  const stage = stageQuote(state.quotes);
  const builds = splits(options, "build");
  const stages = splits(options, "stage");
  const build = builds.find((option) => option.text === split.value) ?? builds[0];
  const stageOption = stages.find((option) => option.text === split.value) ?? stages[0];
  const free = options.find((option) => option.action === "free_build");
  const discard = options.find((option) => option.action === "discard");
  const card = WONDERS.cards.get(name)!;
  return (
    <div
      class="actions panel wact"
      role="group"
      aria-label={t("board.actions_for", { card: cardName("wonders", name) })}
    >
      <div class="acthead">
        <h2>{cardName("wonders", name)}</h2>
        {phone.value && <EffectRow game="wonders" effect={card.effect} size={17} />}
        <p class="paywords">
          {quote && !quote.affordable ? (
            <span class="bad-text">{reason(quote)}</span>
          ) : (
            payment(desk, quote).join(" · ")
          )}
        </p>
      </div>
      {builds.length > 1 && <SplitChoice options={builds} chosen={build} label={t("table.pay_build")} />}
      <div class="actbuttons">
        <button
          class="btn main act-build"
          ref={reach("build")}
          disabled={!build || desk.busy}
          aria-keyshortcuts="B"
          onClick={() => build && act(build)}
        >
          <span>{t("action.build")}</span>
          {build && <PayCoins option={build} />}
          <kbd>B</kbd>
        </button>
        {free && (
          <button
            class="btn act-free"
            ref={reach("free")}
            disabled={desk.busy}
            aria-keyshortcuts="F"
            onClick={() => act(free)}
          >
            <Icon name="free" size={17} />
            <span>{t("action.free_build")}</span>
            <kbd>F</kbd>
          </button>
        )}
        <button
          class="btn act-stage"
          ref={reach("stage")}
          disabled={!stageOption || desk.busy}
          aria-keyshortcuts="W"
          onClick={() => stageOption && act(stageOption)}
          {...(stageOption ? {} : { "data-tip": `text:${reason(stage)}` })}
        >
          <Icon name="wonder" size={17} />
          <span>{t("table.stage_n", { n: stage?.stage === 4 ? "IV" : roman(stage?.stage ?? 1) })}</span>
          {stageOption && <PayCoins option={stageOption} />}
          <kbd>W</kbd>
        </button>
        <button
          class="btn act-discard"
          ref={reach("discard")}
          disabled={!discard || desk.busy}
          aria-keyshortcuts="D"
          onClick={() => discard && act(discard)}
        >
          <span>{t("action.discard")}</span>
          <Coin n={`+${WONDERS.constants.discard_coins}`} size={24} />
          <kbd>D</kbd>
        </button>
      </div>
      {stages.length > 1 && <SplitChoice options={stages} chosen={stageOption} label={t("table.pay_stage")} />}
      {!phone.value && <p class="muted hint">{view.phase === "choose" ? t("table.change_freely") : ""}</p>}
    </div>
  );
}

function PayCoins({ option }: { option: Option }) {
  const [left, right] = option.pay ?? [0, 0];
  const bank = option.bank ?? 0;
  if (!left && !right) return <Coin n={bank} size={24} label={t("good.count.coins", { n: bank })} />;
  return (
    <span class="paycoins">
      {left > 0 && (
        <>
          <Icon name="left" size={12} />
          <Coin n={left} size={23} label={t("table.pays_left", { n: left })} />
        </>
      )}
      {bank > 0 && <Coin n={bank} size={23} label={t("good.count.coins", { n: bank })} />}
      {right > 0 && (
        <>
          <Coin n={right} size={23} label={t("table.pays_right", { n: right })} />
          <Icon name="right" size={12} />
        </>
      )}
    </span>
  );
}

function SplitChoice({ options, chosen, label }: { options: Option[]; chosen: Option | undefined; label: string }) {
  const { desk } = useWonders();
  return (
    <div class="splits" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <button
          role="radio"
          aria-checked={option === chosen}
          class={option === chosen ? "on" : ""}
          title={t("table.split_words", {
            left: option.pay?.[0] ?? 0,
            right: option.pay?.[1] ?? 0,
            left_name: neighbourName(desk, "left"),
            right_name: neighbourName(desk, "right"),
          })}
          onClick={() => (split.value = option.text)}
        >
          <Icon name="left" size={11} />
          <Coin n={option.pay?.[0] ?? 0} size={20} />
          <Coin n={option.pay?.[1] ?? 0} size={20} />
          <Icon name="right" size={11} />
        </button>
      ))}
    </div>
  );
}
