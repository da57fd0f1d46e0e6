// Questions that interrupt a turn of Duel: a token, a token from the box, a card to remove, a card to bring back, who
// begins. The question takes the place of the pyramid, whose cards cannot be taken meanwhile; it can be put aside to
// look.

import { type Controls, seatGlyph, sent } from "../../app/controls";
import { reach } from "../../app/reach";
import { seatName } from "../../app/words";
import { Icon } from "../../art/icons";
import { CardView } from "../../parts/card";
import { effectWords } from "../../parts/effect-words";
import { Question } from "../../parts/question";
import { DUEL } from "./catalog";
import { TokenFace, useDuel } from "./table";
import { optionSentence, question, tokenName } from "./words";

const ASKED = new Set(["token", "library", "destroy", "revive", "starter"]);

export const isAsked = (controls: Controls): boolean =>
  controls.live && controls.state.options.some((option) => ASKED.has(option.action));

export function DuelChoice({ aside, setAside }: { aside: boolean; setAside: (aside: boolean) => void }) {
  const { view, controls } = useDuel();
  const options = controls.state.options.filter((option) => ASKED.has(option.action));
  return (
    <Question text={question(controls)} kind={`asked-${view.phase}`} aside={aside} setAside={setAside}>
      {options.map((option, i) => {
        const label = optionSentence(controls, option);
        const common = {
          ref: reach("answer"),
          "aria-keyshortcuts": String(i + 1),
          disabled: controls.busy,
          onClick: () => controls.play(option),
        };
        if (option.token) {
          const token = DUEL.tokens.get(option.token)!;
          return (
            <button
              class={`tokenpick ${sent.value?.option === option ? "sent" : ""}`}
              {...common}
              data-token={option.token}
              data-tip={`token:${option.token}`}
            >
              <span class="token">
                <TokenFace name={option.token} />
              </span>
              <span class="picktext">
                <b>{tokenName(option.token)}</b>{" "}
                <span class="muted">{effectWords("duel", token.effect).join(" ")}</span>
              </span>
            </button>
          );
        }
        if (option.action === "starter")
          return (
            <button class="btn" {...common}>
              <Icon name={seatGlyph(option.seat!)} size={22} />
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
