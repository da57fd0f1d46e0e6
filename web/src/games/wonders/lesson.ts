// When each step of the lesson of 7 Wonders is due, and where it points. The words are in the locale files.

import { type Controls, selected } from "../../app/controls";
import type { WondersView } from "../../app/types";
import type { LessonPlan } from "../kind";
import { heldQuote, holds, yours } from "../lesson-steps";

const wonders = (controls: Controls) => controls.state.view as WondersView;

export const lesson: LessonPlan = {
  wish: { seed: 7, players: 3, boards: "A" },
  steps: [
    ["01", () => true, ".wcity .landscape"],
    ["02", yours, ".hand"],
    ["03", yours, ".hand .card", () => selected.value !== null],
    ["04", yours, ".hand .verdict"],
    ["05", yours, ".hand .kind-brown, .hand .kind-grey", (d) => d.state.chosen.length > 0 || wonders(d).turn > 1],
    ["06", (d) => wonders(d).turn > 1 || wonders(d).age > 1, ".topbar .pill"],
    [
      "07",
      (d) => heldQuote(d)?.plan.some((line) => line.source === "left" || line.source === "right") ?? false,
      ".neighbour .sells",
    ],
    ["08", (d) => (heldQuote(d)?.pays?.length ?? 0) > 1, ".splits"],
    ["09", (d) => holds(d, "blue"), ".card.selected"],
    ["10", (d) => holds(d, "red"), ".neighbour .outlook"],
    ["11", (d) => holds(d, "green"), ".makes .sci"],
    ["12", (d) => holds(d, "yellow"), ".card.selected"],
    ["13", (d) => wonders(d).turn > 1 && d.state.options.some((option) => option.action === "stage"), ".stages"],
    ["14", (d) => wonders(d).turn > 2 && Boolean(heldQuote(d) && !heldQuote(d)!.affordable), ".act-discard"],
    ["15", (d) => d.state.chosen.length > 0, ".actions"],
    ["16", (d) => wonders(d).age === 1 && wonders(d).turn === 6, ".hand"],
    ["17", (d) => wonders(d).age === 2, ".neighbour .outlook"],
    ["18", (d) => wonders(d).age === 2, ".topbar .pill"],
  ],
};
