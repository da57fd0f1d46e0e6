// What the study screens ask of the server (docs/rest.md): analyses, and tables that go on from a moment.

import { call, type Seated } from "../app/api";
import type { Analysis, Judged, Reason, Warned } from "../generated/study";

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

export const study = {
  hint: (id: string, kind: "hint" | "explain", seat: number, link?: string) =>
    call<Hinted>("POST", `/tables/${id}/hint`, { kind, seat }, link),
  check: (id: string, move: string, seat: number, link?: string) =>
    call<{ warned: Warned | null }>("POST", `/tables/${id}/check`, { move, seat }, link),
  whatIf: (id: string, wish: WhatIf, link?: string) => call<Seated>("POST", `/tables/${id}/what-if`, wish, link),
  analyse: (id: string, depth: Depth, link?: string) =>
    call<AnalysisStatus>("POST", `/tables/${id}/analyse`, { depth }, link),
  analysis: (id: string, depth: Depth, link?: string) =>
    call<AnalysisStatus>("GET", `/tables/${id}/analysis?depth=${depth}`, undefined, link),
};
