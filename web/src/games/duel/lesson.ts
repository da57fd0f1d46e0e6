// When each step of Duel's lesson is due, and where it points. The words are in the locale files.

import type { Controls } from "../../app/controls";
import { selected } from "../../app/controls";
import type { DuelView } from "../../app/types";
import type { LessonPlan } from "../kind";
import { heldQuote, holds, yours } from "../lesson-steps";
import { DUEL } from "./catalog";

const duel = (controls: Controls) => controls.state.view as DuelView;

/** Something stands in my city, or I have done something else with a card. */
const builtOrMoved = (controls: Controls) =>
  duel(controls).cities[controls.you ?? 0]!.cards.length > 0 || duel(controls).layout.length < 19;

export const lesson: LessonPlan = {
  wish: { seed: 20, players: 2, first_game_wonders: true },
  steps: [
    ["01", () => true, ".duelcity.own"],
    ["02", (d) => duel(d).phase === "turn" && yours(d), ".pyramid .card.open"],
    ["03", (d) => duel(d).phase === "turn" && yours(d), ".pyramid .card.open", () => selected.value !== null],
    [
      "04",
      (d) => duel(d).phase === "turn" && yours(d),
      ".pyramid .kind-brown.open, .pyramid .kind-grey.open",
      (d) => builtOrMoved(d),
    ],
    ["05", (d) => duel(d).moves > 8 && !yours(d), ".strip"],
    ["06", (d) => heldQuote(d)?.plan.some((line) => line.source === "trade") ?? false, ".act-build"],
    ["07", (d) => duel(d).cities[d.you ?? 0]!.coins < 4 && yours(d) && duel(d).moves > 9, ".act-discard"],
    ["08", (d) => holds(d, "yellow"), ".card.selected"],
    ["09", (d) => holds(d, "red"), ".track"],
    ["10", (d) => duel(d).pawn !== 0, ".track"],
    ["11", (d) => holds(d, "green"), ".tokens"],
    ["12", (d) => holds(d, "blue"), ".card.selected"],
    [
      "13",
      () => Boolean(selected.value && DUEL.cards.get(selected.value)?.chain),
      ".card.selected .chainmarks, .card.selected",
    ],
    [
      "14",
      (d) => yours(d) && d.state.options.some((option) => option.action === "wonder"),
      ".duelcity.own .duelwonders",
    ],
    ["15", (d) => duel(d).moves > 12 && Boolean(selected.value), ".slot.opens"],
    ["16", (d) => duel(d).age === 1 && duel(d).layout.length <= 2 && duel(d).phase === "turn", ".track"],
    ["17", (d) => duel(d).age === 2, ".duelcity.own .cityhead"],
  ],
};
