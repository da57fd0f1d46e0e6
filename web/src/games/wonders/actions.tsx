// What can be done with the card taken up: build it, build a stage with it, sell it, or build it free by Olympia's
// power. Where a price can be split between the neighbours in several sensible ways, the viewer chooses; the cheapest
// comes first.

import { type Controls, outdated, quoteFor, selected, split, stageQuote, weighed } from "../../app/controls";
import { cardName, t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { Option } from "../../app/types";
import { reason, seatName } from "../../app/words";
import { Coin, Icon } from "../../art/icons";
import { confirmed } from "../../parts/confirm";
import { effectWords } from "../../parts/effect-words";
import { IdleSheet, SheetLine } from "../../parts/sheet-line";
import { useSqueeze } from "../../parts/squeeze";
import { takeBackAsked } from "../../parts/turn-controls";
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

/** Whether that card can be decided about now. */
const isHeld = ({ state, live }: Controls, name: string | null): name is string =>
  name !== null &&
  (state.options.some((option) => option.card === name && option.action !== "revive") ||
    (live && state.options.length > 0 && quoteFor(state.quotes, name) !== undefined));

/** Whether a power lets the viewer play one card more, which is worth saying. */
const playsOn = ({ state, live }: Controls): boolean =>
  live && state.options.length > 0 && state.view?.phase === "seventh";

/** Whether a sheet is needed: for the card taken up, for what is chosen already, for a question of somebody else. */
export const sheetNeeded = (controls: Controls, name: string | null): boolean =>
  controls.state.chosen.length > 0 || playsOn(controls) || takeBackAsked(controls) || isHeld(controls, name);

export function WondersActions() {
  const { controls } = useWonders();
  const { state } = controls;
  const name = weighed.value;
  const chosen = state.chosen.length > 0;
  if (controls.over) return <div class="actions panel over">{controls.over}</div>;
  if (isHeld(controls, name) && !takeBackAsked(controls)) return <CardSheet name={name} />;
  const asked = state.options.length > 0 && controls.live;
  const text =
    asked && (!chosen || state.options[0]?.city === "free")
      ? question(controls)
      : chosen
        ? t("table.change_freely")
        : state.view?.phase === "board" && controls.live
          ? t("question.wonders.board_waiting", { player: seatName(state, state.table.waiting_for[0] ?? 0) })
          : state.table.status === "playing" && controls.live
            ? t("table.waiting_others")
            : "";
  if (!chosen && !playsOn(controls)) return <IdleSheet text={text} />;
  return (
    <div class="actions sheet panel idle wact">
      {state.chosen.map((option) => (
        <p class="chosenline">
          <Icon name="tick" size={18} /> {optionSentence(controls, option)}
        </p>
      ))}
      <SheetLine text={text} />
      {chosen && controls.takeBack && (
        <button class="btn" ref={reach("undo")} disabled={controls.busy} onClick={() => controls.takeBack?.()}>
          <Icon name="undo" size={17} />
          {t("table.take_back")}
        </button>
      )}
    </div>
  );
}

function CardSheet({ name }: { name: string }) {
  const head = useSqueeze<HTMLDivElement>();
  const buttons = useSqueeze<HTMLDivElement>();
  const { controls } = useWonders();
  const { state } = controls;
  const options = state.options.filter((option) => option.card === name && option.action !== "revive");
  const act = (option: Option) =>
    outdated() || confirmed(optionSentence(controls, option), () => controls.play(option));
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
      data-card={name}
      class={`actions sheet panel wact ${builds.length > 1 || stages.length > 1 ? "split" : ""}`}
      role="group"
      aria-label={t("board.actions_for", { card: cardName("wonders", name) })}
    >
      <div class="acthead" ref={head}>
        <h2>{cardName("wonders", name)}</h2>
        <p class="fxwords">{effectWords("wonders", card.effect).join(" ")}</p>
        <p class="paywords">
          {quote && !quote.affordable ? (
            <span class="bad-text">{reason(quote)}</span>
          ) : (
            payment(controls, quote).join(" · ")
          )}
        </p>
      </div>
      {(builds.length > 1 || stages.length > 1) && (
        <div class="splitrow">
          {builds.length > 1 && <SplitChoice options={builds} chosen={build} label={t("table.pay_build")} />}
          {stages.length > 1 && (
            <SplitChoice options={stages} chosen={stageOption} label={t("table.pay_stage")} sign="wonder" />
          )}
        </div>
      )}
      <div class={`actbuttons ${free ? "free" : ""}`} ref={buttons}>
        <button
          class="btn main act-build"
          ref={reach("build")}
          disabled={!build || controls.busy}
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
            disabled={controls.busy}
            aria-keyshortcuts="F"
            onClick={() => act(free)}
          >
            <Icon name="free" size={17} />
            <span>{t("action.free_build")}</span>
            <kbd>F</kbd>
          </button>
        )}
        {stage && (
          <button
            class={`btn act-stage ${stageOption ? "pays" : ""}`}
            ref={reach("stage")}
            disabled={!stageOption || controls.busy}
            aria-keyshortcuts="W"
            onClick={() => stageOption && act(stageOption)}
            {...(stageOption ? {} : { "data-tip": `text:${reason(stage)}` })}
          >
            <Icon name="wonder" size={17} />
            <span>{t("table.stage_n", { n: stage.stage ?? 1 })}</span>
            {stageOption && <PayCoins option={stageOption} />}
            <kbd>W</kbd>
          </button>
        )}
        <button
          class="btn act-discard"
          ref={reach("discard")}
          disabled={!discard || controls.busy}
          aria-keyshortcuts="D"
          onClick={() => discard && act(discard)}
        >
          <span>{t("action.discard")}</span>
          <Coin n={`+${WONDERS.constants.discard_coins}`} size={24} />
          <kbd>D</kbd>
        </button>
      </div>
      <button class="btn round quiet closesheet" aria-label={t("common.close")} onClick={() => (selected.value = null)}>
        <Icon name="cross" size={18} />
      </button>
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

interface Split {
  options: Option[];
  chosen: Option | undefined;
  label: string;
  /** Stands before the choices, where two such lists are side by side. */
  sign?: string;
}

function SplitChoice({ options, chosen, label, sign }: Split) {
  const { controls } = useWonders();
  return (
    <div class="splits" role="radiogroup" aria-label={label}>
      {sign && <Icon name={sign} size={16} />}
      {options.map((option) => (
        <button
          role="radio"
          aria-checked={option === chosen}
          class={option === chosen ? "on" : ""}
          title={t("table.split_words", {
            left: option.pay?.[0] ?? 0,
            right: option.pay?.[1] ?? 0,
            left_name: neighbourName(controls, "left"),
            right_name: neighbourName(controls, "right"),
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
