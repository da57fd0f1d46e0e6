// From a mistake to puzzles of its kind: what a puzzle is about, by the reason why something else was better.

import type { GameName } from "../app/catalog";
import { go } from "../app/router";
import type { Moment } from "../generated/study";
import { study } from "./api";
import { nextOf, today } from "./progress";

const BY_REASON: Record<string, string> = {
  wins_now: "win_now",
  loses_now: "stop_loss",
  leaves_symbol: "stop_loss",
  risk: "stop_loss",
  extra_turn: "extra_turn",
  denies: "deny",
  opens: "deny",
  uncovers_nothing: "deny",
  keeps_from: "deny",
  passes_on: "deny",
  pays_more: "pay",
  pays_rival: "pay",
  conflict: "war",
  science_set: "science",
  stage_short: "stage",
  goods: "goods",
};

/** The theme that fits a moment; any decision with one clearly best option where no other does. */
export function themeOf(moment: Moment): string {
  if (moment.age === 0) return "which_wonder"; // wonders are chosen before the first age
  const known = moment.reasons.map(({ kind }) => BY_REASON[kind.split(".")[0]!]).find(Boolean);
  return known ?? "best";
}

/** Leads to the next puzzle of a theme that was not tried, or to the list of all. */
export async function goToTheme(game: GameName, theme: string): Promise<void> {
  const list = await study.puzzles(game, today()).catch(() => null);
  const next = list && nextOf(list, theme);
  if (next) go("puzzles", next, theme);
  else go("puzzles");
}
