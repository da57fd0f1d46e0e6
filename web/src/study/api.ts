// What the study screens ask of the server (docs/rest.md): analyses, and tables that go on from a moment.

import { call, type Position, type Seated } from "../app/api";
import type { Analysis, Judged, Moment, Puzzle, Reason, Swing, Warned } from "../generated/study";

export type Depth = "quick" | "deep";

export interface AnalysisStatus {
  id: string;
  state: "waiting" | "running" | "done" | "failed";
  done: number;
  total: number;
  simulations: number;
  /** How many wait before this one. */
  ahead: number;
  fault: string | null;
  analysis: Analysis | null;
}

/** A table that goes on from a moment: as a seat, or (null) played by bots alone, beginning with a move. */
export interface WhatIf {
  at: number;
  seat: number | null;
  level?: string | undefined;
  move?: string;
}

/** The best option with a reason, or the best three. */
export interface Hinted {
  options: Judged[];
  reason: Reason | null;
}

export interface PuzzleList {
  today: string | null;
  puzzles: { name: string; theme: string; rating: number }[];
}
export interface PuzzleShown {
  puzzle: Puzzle;
  players: number;
  /** By seat; only the deciding one has a view. */
  positions: Position[];
}
export interface Answered {
  right: boolean;
  judged: Judged;
  rating: number | null;
  spread: number | null;
}

export interface Share {
  name: string;
  games: number;
  wins: number;
}
export interface Average {
  category: string;
  mine: number;
  others: number;
  games: number;
}
/** Which of one's games: what is left out leaves all. */
export interface GameFilter {
  game?: string;
  players?: number;
  bots?: "with" | "without";
  /** A date, such as 2026-03-01. */
  since?: string;
  /** The last day that counts. */
  until?: string;
}
/** What one's last games tell (mirabilia.study.statistics). */
export interface MyStudy {
  games: number;
  wins: number;
  by_game: Share[];
  by_board: Share[];
  by_size: Share[];
  points: Record<string, Average[]>;
  /** By game and level of the bots. */
  beside_bots: Record<string, Record<string, Average[]>>;
  accuracy: { date: string; game: string; accuracy: number; won: number; average: number }[];
  habits: { kind: string; cost: number; games: number }[];
}

/** A change of the chance, and the decision there. */
export interface TurningPoint {
  swing: Swing;
  moment: Moment;
}

export interface Ladder {
  games: number;
  rungs: { name: string; rating: number; spread: number; games: number; wins: number }[];
}

export function asQuery(only: GameFilter): string {
  const given = Object.entries(only).map(([name, value]) => [name, String(value)]);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

export const study = {
  ladder: (id: string, link?: string) => call<Ladder>("GET", `/tables/${id}/ladder`, undefined, link),
  mine: (only: GameFilter = {}) => call<MyStudy>("GET", `/me/study${asQuery(only)}`),
  puzzles: (game: string, day: string) => call<PuzzleList>("GET", `/puzzles?game=${game}&day=${day}`),
  puzzle: (name: string) => call<PuzzleShown>("GET", `/puzzles/${encodeURIComponent(name)}`),
  answer: (name: string, tried: { move: string; rating?: number; spread?: number }) =>
    call<Answered>("POST", `/puzzles/${encodeURIComponent(name)}/answer`, tried),
  hint: (id: string, kind: "hint" | "explain", seat: number, link?: string) =>
    call<Hinted>("POST", `/tables/${id}/hint`, { kind, seat }, link),
  check: (id: string, move: string, seat: number, link?: string) =>
    call<{ warned: Warned | null }>("POST", `/tables/${id}/check`, { move, seat }, link),
  whatIf: (id: string, wish: WhatIf, link?: string) => call<Seated>("POST", `/tables/${id}/what-if`, wish, link),
  analyse: (id: string, depth: Depth, link?: string) =>
    call<AnalysisStatus>("POST", `/tables/${id}/analyse`, { depth }, link),
  /** What changed the chance most, if the game was analysed. */
  turning: (id: string, link?: string) =>
    call<{ points: TurningPoint[] }>("GET", `/tables/${id}/turning-points`, undefined, link),
  /** How an analysis stands, by its own id: the server has nothing to replay for that. */
  analysis: (id: string) => call<AnalysisStatus>("GET", `/analyses/${id}`),
};
