// When each step of Duel's lesson is due. The words are in the locale files.

import type { Desk } from "../../app/desk";
import { selected } from "../../app/desk";
import type { DuelView } from "../../app/types";
import type { LessonPlan } from "../kind";
import { heldQuote, holds, yours } from "../lesson-steps";
import { DUEL } from "./catalog";

const duel = (desk: Desk) => desk.state.view as DuelView;

export const lesson: LessonPlan = {
  wish: { seed: 20, players: 2, first_game_wonders: true },
  steps: [
    ["01", () => true],
    ["02", (d) => duel(d).phase === "turn" && yours(d)],
    ["03", (d) => duel(d).phase === "turn" && yours(d)],
    ["04", (d) => duel(d).phase === "turn" && yours(d)],
    ["05", (d) => duel(d).moves > 8],
    ["06", (d) => heldQuote(d)?.plan.some((line) => line.source === "trade") ?? false],
    ["07", (d) => duel(d).cities[d.you ?? 0]!.coins < 4 && yours(d) && duel(d).moves > 9],
    ["08", (d) => holds(d, "yellow")],
    ["09", (d) => holds(d, "red")],
    ["10", (d) => duel(d).pawn !== 0],
    ["11", (d) => holds(d, "green")],
    ["12", (d) => holds(d, "blue")],
    ["13", () => Boolean(selected.value && DUEL.cards.get(selected.value)?.chain)],
    ["14", (d) => yours(d) && d.state.options.some((option) => option.action === "wonder")],
    ["15", (d) => duel(d).moves > 12 && Boolean(selected.value)],
    ["16", (d) => duel(d).age === 1 && duel(d).layout.length <= 2 && duel(d).phase === "turn"],
    ["17", (d) => duel(d).age === 2],
  ],
};
