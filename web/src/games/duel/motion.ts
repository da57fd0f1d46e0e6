// What the events of Duel look like on the table.

import type { AnimationPlan, Motion } from "../../app/animation";
import { fit } from "../../app/fit";
import type { DuelEvent } from "../../generated/game";
import { DUEL } from "./catalog";
import { smallTrack } from "./layout";
import { stepWidth } from "./track";

const named = (attribute: string, name: string) => `[data-${attribute}="${CSS.escape(name)}"]`;

export function animate(happened: DuelEvent[], me: number): AnimationPlan {
  const motions: Motion[] = [];
  const city = (seat: number) => `.duel [data-seat="${seat}"]`;
  /** Where its buildings stand. */
  const land = (seat: number) => `.duel [data-land="${seat}"]`;
  /** A card of the pyramid, or of the discard pile it was taken from. */
  const card = (name: string) => `.pyramid .card${named("card", name)}, .choice .card${named("card", name)}`;
  for (const event of happened) {
    switch (event.event) {
      case "built":
      case "revived":
        if (event.card)
          motions.push({
            kind: "travel",
            what: card(event.card),
            to: [`${land(event.city)} ${named("tile", event.card)}`, `${city(event.city)} .seatglyph`],
            stays: true,
          });
        break;
      case "discarded":
        if (event.card) motions.push({ kind: "travel", what: card(event.card), to: [`${city(event.city)} .purse`] });
        break;
      case "wonder":
        motions.push({
          kind: "travel",
          what: card(event.card),
          to: [`${city(event.city)} ${named("wonder", event.wonder)}`],
        });
        motions.push({ kind: "rise", what: `${city(event.city)} ${named("wonder", event.wonder)} .stood` });
        break;
      case "drafted":
        motions.push({
          kind: "travel",
          what: `.draft ${named("wonder", event.wonder)}`,
          to: [`${city(event.city)} ${named("wonder", event.wonder)}`],
          stays: true,
        });
        break;
      case "token":
        motions.push({
          kind: "travel",
          what: `.tokens ${named("token", event.token)}, .choice ${named("token", event.token)} .token`,
          to: [`${city(event.city)} ${named("token", event.token)}`, `${city(event.city)} .science`],
          stays: true,
        });
        break;
      case "destroyed":
        motions.push({ kind: "fall", what: `${land(event.city)} ${named("tile", event.card)}` });
        motions.push({ kind: "shake", what: `${city(event.city)} .cityhead` });
        break;
      case "pawn": {
        const side = me === 0 ? 1 : -1;
        const x = (at: number) => stepWidth.x(at * side, smallTrack(fit.peek()));
        const steps = Math.abs(event.end - event.start);
        motions.push({ kind: "march", what: ".track .pawn", from: x(event.start), to: x(event.end), steps });
        if (Math.abs(event.end) === DUEL.military.capital) {
          const what = `.track .capital.seat-${event.end > 0 ? 1 : 0} > *`;
          motions.push({ kind: "strike", what, after: steps });
        }
        break;
      }
      case "looted":
        motions.push({ kind: "fall", what: `.track [data-loot="${event.city}.${event.at}"]` });
        motions.push({ kind: "shake", what: `${city(event.city)} .purse` });
        break;
      case "lost":
        motions.push({ kind: "shake", what: `${city(event.city)} .purse` });
        break;
      default:
        break;
    }
  }
  return { motions };
}
