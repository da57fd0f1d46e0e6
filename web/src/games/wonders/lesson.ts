// When each step of the lesson of 7 Wonders is due. The words are in the locale files.

import type { Desk } from "../../app/desk";
import type { WondersView } from "../../app/types";
import type { LessonPlan } from "../kind";
import { heldQuote, holds, yours } from "../lesson-steps";

const wonders = (desk: Desk) => desk.state.view as WondersView;

export const lesson: LessonPlan = {
  wish: { seed: 7, players: 3, boards: "A" },
  steps: [
    ["01", () => true],
    ["02", yours],
    ["03", yours],
    ["04", yours],
    ["05", yours],
    ["06", (d) => wonders(d).turn > 1 || wonders(d).age > 1],
    ["07", (d) => heldQuote(d)?.plan.some((line) => line.source === "left" || line.source === "right") ?? false],
    ["08", (d) => (heldQuote(d)?.pays?.length ?? 0) > 1],
    ["09", (d) => holds(d, "blue")],
    ["10", (d) => holds(d, "red")],
    ["11", (d) => holds(d, "green")],
    ["12", (d) => holds(d, "yellow")],
    ["13", (d) => wonders(d).turn > 1 && d.state.options.some((option) => option.action === "stage")],
    ["14", (d) => wonders(d).turn > 2 && Boolean(heldQuote(d) && !heldQuote(d)!.affordable)],
    ["15", (d) => d.state.choice.length > 0],
    ["16", (d) => wonders(d).age === 1 && wonders(d).turn === 6],
    ["17", (d) => wonders(d).age === 2],
    ["18", (d) => wonders(d).age === 2],
  ],
};
