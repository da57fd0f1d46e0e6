// Questions that interrupt a turn of Duel: a token, a token from the box, a card to remove, a card to bring back, who
// begins. They are asked in a sheet from below, so that the board they are about stays in sight.

import { type Controls, sent } from "../../app/controls";
import { t } from "../../app/i18n";
import { reach } from "../../app/reach";
import type { DuelView } from "../../app/types";
import { seatName } from "../../app/words";
import { Coin } from "../../art/icons";
import { type Attrs, CardView } from "../../parts/card";
import { effectWords } from "../../parts/effect-words";
import { Question } from "../../parts/question";
import { SeatDisc, seatColour } from "../../parts/seat-disc";
import { DUEL } from "./catalog";
import { NO_SHEET, type Sheet } from "./layout";
import { TokenFace, useDuel } from "./table";
import { optionSentence, question, tokenName } from "./words";

const ASKED = new Set(["bid", "pass", "token", "library", "destroy", "revive", "starter"]);

export const isAsked = (controls: Controls): boolean =>
  controls.live && controls.state.options.some((option) => ASKED.has(option.action));

/** How much room the answers need. */
export function askedSheet(controls: Controls): Sheet {
  const [first, ...others] = controls.live ? controls.state.options.filter(({ action }) => ASKED.has(action)) : [];
  if (!first) return NO_SHEET;
  const asks = first.card
    ? "cards"
    : first.action === "starter"
      ? "starter"
      : first.action === "bid" || first.action === "pass"
        ? "bid"
        : first.action === "token"
          ? "tokens"
          : "box";
  return { asks, answers: 1 + others.length };
}

/** Why it is this seat that answers, where that is not plain. */
function why(controls: Controls, view: DuelView, me: number): string | undefined {
  if (view.phase === "bid")
    return view.bid
      ? t("question.duel.bid_high", { player: seatName(controls.state, view.bid.seat), n: view.bid.coins })
      : t("question.duel.bid_first");
  if (view.phase !== "starter") return undefined;
  const ahead = me === 0 ? -view.pawn : view.pawn;
  return ahead > 0
    ? t("question.duel.starter_behind", { player: seatName(controls.state, 1 - me) })
    : t("question.duel.starter_even");
}

export function DuelChoice() {
  const { view, controls, me } = useDuel();
  const options = controls.state.options.filter((option) => ASKED.has(option.action));
  return (
    <Question text={question(controls)} why={why(controls, view, me)} kind={`asked-${view.phase}`}>
      {options.map((option, i) => {
        const label = optionSentence(controls, option);
        const common = {
          ref: reach("answer"),
          "aria-keyshortcuts": String(i + 1),
          disabled: controls.busy,
          onClick: () => controls.play(option),
        };
        if (option.token)
          return <TokenAnswer name={option.token} sent={sent.value?.option === option} common={common} />;
        if (option.action === "bid")
          return (
            <button class="btn bidpick" aria-label={label} {...common}>
              <Coin n={option.coins ?? 0} size={30} />
            </button>
          );
        if (option.action === "pass")
          return (
            <button class="btn bidpick" {...common}>
              {label}
            </button>
          );
        if (option.action === "starter")
          return (
            <button class={`btn starterpick ${seatColour(option.seat!, 2)}`} data-starter={option.seat} {...common}>
              <SeatDisc city={option.seat!} size={34} />
              {option.seat === controls.you ? label : seatName(controls.state, option.seat!)}
            </button>
          );
        return (
          <CardView
            game="duel"
            name={option.card!}
            as="button"
            said={label}
            attrs={{ ...common, "data-card": option.card!, "data-tip": `card:duel:${option.card}` }}
          />
        );
      })}
    </Question>
  );
}

function TokenAnswer({ name, sent: isSent, common }: { name: string; sent: boolean; common: Attrs }) {
  const token = DUEL.tokens.get(name)!;
  return (
    <button
      class={`tokenpick ${isSent ? "sent" : ""}`}
      {...(common as object)}
      data-token={name}
      data-tip={`token:${name}`}
    >
      <span class="token">
        <TokenFace name={name} />
      </span>
      <span class="picktext">
        <b>{tokenName(name)}</b> <span class="muted">{effectWords("duel", token.effect).join(" ")}</span>
      </span>
    </button>
  );
}
