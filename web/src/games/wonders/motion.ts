// What the events of 7 Wonders look like on the table.

import type { AnimationPlan, Motion } from "../../app/animation";
import type { WondersView } from "../../app/types";
import type { WondersEvent } from "../../generated/game";
import { ring } from "./ring";

const named = (attribute: string, name: string) => `[data-${attribute}="${CSS.escape(name)}"]`;

/** `view` is the table as it will be; `me` the seat in whose place the viewer sits. */
export function animate(events: WondersEvent[], me: number, view: WondersView): AnimationPlan {
  const motions: Motion[] = [];
  const seat = (city: number) => (city === me ? [".wonders .hand"] : [`.wonders [data-seat="${city}"]`]);
  const hand = (card: string) => `.wonders .hand ${named("card", card)}`;
  for (const event of events) {
    switch (event.event) {
      case "built":
      case "revived":
        if (event.city === me && event.card)
          motions.push({
            kind: "travel",
            what: `${hand(event.card)}, .choice ${named("card", event.card)}`,
            to: [`.wcity ${named("tile", event.card)}`, ".wcity .skyline", ".wcity"],
            stays: true,
          });
        break;
      case "stage": {
        const mine = event.city === me;
        if (mine && event.card)
          motions.push({ kind: "travel", what: hand(event.card), to: [`.wcity .stages li:nth-child(${event.stage})`] });
        motions.push({
          kind: "rise",
          what: mine ? ".wcity .scene .stood" : `[data-seat="${event.city}"] .mini .scene .stood`,
        });
        break;
      }
      case "discarded":
        if (event.city === me && event.card)
          motions.push({ kind: "travel", what: hand(event.card), to: [`.wcity [data-purse="${me}"]`] });
        break;
      case "turn":
        // In the game for two, hands change places; else they go round in the direction of the age.
        if (event.step === "choose" && view.turn > 1 && !events.some(({ event }) => event === "age"))
          for (let city = 0; city < view.players; city++)
            motions.push({
              kind: "pass",
              from: seat(city),
              to: seat(view.passing === "exchange" ? 1 - city : ring(view, city)[view.passing]),
              age: event.age,
            });
        break;
      default:
        break;
    }
  }
  const conflicts = events.filter((event) => event.event === "conflict");
  return { motions, ...(conflicts.length ? { cutscene: conflicts } : {}) };
}
