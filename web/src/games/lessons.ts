// The lessons: scripts from the package (mirabilia/games/<game>/study/lesson.json), and where on a table the things are
// that their steps are about.

import duel from "lesson:duel";
import wonders from "lesson:wonders";
import type { GameName } from "../app/catalog";
import type { DuelView, GameView, WondersView } from "../app/types";
import { WONDERS } from "./wonders/catalog";

/** Something the coach says; the words are `lesson.<game>.<name>`. */
export interface Step {
  name: string;
  /** The round of the script it comes before. */
  round: number;
  /** The pupil then makes the move of that round. */
  deed?: boolean;
  /** The part of the table it is about, where that is not the move. */
  ring?: string;
}

/** What the page uses of a script. */
export interface Script {
  steps: Step[];
  /** The moves of every round, with who makes them. */
  rounds: [seat: number, move: string][][];
}

interface Lesson<View extends GameView = GameView> {
  script: Script;
  players: number;
  /** Which round of the script a view stands before. */
  round(view: View): number;
  /** The parts of the table that steps name. */
  parts: Record<string, string>;
}

/** The seat of whoever learns. */
export const PUPIL = 0;
const TURNS = WONDERS.constants.turns_per_age;

const duelLesson: Lesson<DuelView> = {
  script: duel,
  players: 2,
  round: (view) => view.moves,
  parts: { track: ".track", cards: ".pyramid button[data-card]" },
};
const wondersLesson: Lesson<WondersView> = {
  script: wonders,
  players: 3,
  round: (view) => (view.age - 1) * TURNS + view.turn - 1,
  parts: { city: ".wcity .landscape", cards: ".hand", neighbours: ".neighbour", line: ".wcity .makes" },
};

export const LESSONS: Record<GameName, Lesson> = { duel: duelLesson, wonders: wondersLesson };
