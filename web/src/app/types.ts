// What the server sends, as far as the page reads it (docs/live-protocol.md). Messages themselves are in
// generated/messages.ts, made from the server's types; views are the engine's, described here.

import type { GameName } from "./catalog";

export interface PlanLine {
  good: string;
  source: string;
  price?: number;
  by?: string | string[];
}
export interface Quote {
  card?: string;
  wonder?: string;
  stage?: number;
  price?: number;
  pays?: [number, number][];
  bank: number;
  chain: boolean;
  affordable: boolean;
  why: (Record<string, unknown> & { key: string }) | null;
  plan: PlanLine[];
  city?: string;
}
export interface Option {
  text: string;
  action: string;
  card?: string | null;
  wonder?: string;
  token?: string;
  seat?: number;
  price?: number;
  gain?: number;
  pay?: [number, number];
  bank?: number;
  city?: string;
  stage?: number;
}
export type Score = Record<string, number> & { total: number };
export interface GameResult {
  winners: number[];
  kind: string;
  scores: Score[];
}

export interface DuelCity {
  coins: number;
  cards: string[];
  wonders: { name: string; built: boolean; lost: boolean; under: string | null }[];
  tokens: string[];
  symbols: Record<string, number>;
  distinct_symbols: number;
  goods: Record<string, number>;
  choices: string[][];
  unit_prices: Record<string, number>;
  loot_left: { at: number; coins: number }[];
}
export interface Slot {
  slot: number;
  row: number;
  offset: number;
  card: string | null;
  back: string;
  up: boolean;
  open: boolean;
  under: number[];
}
export interface DuelView {
  game: "duel";
  phase: "draft" | "turn" | "token" | "library" | "destroy" | "revive" | "starter" | "over";
  age: number;
  to_act: number[];
  first_player: number;
  coins: number[];
  pawn: number;
  symbols: number[];
  cities: DuelCity[];
  scores?: (number | null)[];
  discard: string[];
  board_tokens: string[];
  box_tokens: string[];
  deal?: unknown;
  draft: string[];
  extra_turn: boolean;
  you: number | null;
  layout: Slot[];
  library: string[];
  destroy_color: string | null;
  moves: number;
  result?: GameResult | null;
}

export interface TableSeat {
  seat: number;
  kind: "person" | "bot" | "outside" | "open";
  name: string | null;
  level: string | null;
  driver: string | null;
  late: boolean;
  offered: boolean;
  confirmed?: boolean;
}
export interface TableInfo {
  id: string;
  game: GameName;
  players: number;
  status: "open" | "playing" | "over" | "closed";
  options: {
    live_score: string;
    chat: string;
    takeover: string;
    clock: string;
    boards?: unknown;
    first_game_wonders?: boolean;
  };
  seats: TableSeat[];
  host: number | null;
  waiting_for: number[];
  ready: number[];
  asked: number | null;
  moves: number;
  next: string | null;
  origin: string;
  created: number;
  assisted?: boolean;
  commitment?: string | null;
  nonce?: string | null;
}
export interface Clock {
  preset: string;
  now: number;
  seats: { left: number | null; runs: boolean; late: boolean }[];
}
export interface TableEvent {
  seq: number;
  at: number;
  kind: string;
  seat?: number;
  data?: Record<string, unknown>;
}
export interface TableState {
  table: TableInfo;
  view: GameView | null;
  options: Option[];
  quotes: Quote[];
  prices: Record<string, number>[] | null;
  choice: string[];
  clock: Clock | null;
}
export type GameView = DuelView | WondersView;

/** A city of 7 Wonders as the engine's view gives it. */
export interface WondersCity {
  board: string;
  side: "A" | "B";
  coins: number;
  shields: number;
  stages: number;
  stages_in_all: number;
  victory_points: number;
  defeats: number;
  cards: string[];
  produces: string[][];
  sells: string[][];
  prices: Record<"raw" | "manufactured", { left: number; right: number }>;
  symbols: Record<string, number>;
  colors: Record<string, number>;
  free_builds: number;
  seventh_card: boolean;
  copies_guild: boolean;
}
export interface WondersView {
  game: "wonders";
  players: number;
  age: number;
  turn: number;
  passing: "left" | "right" | "exchange";
  phase: "choose" | "seventh" | "revive" | "over";
  to_act: number[];
  ready: number[];
  you: number | null;
  cities: WondersCity[];
  moves: number;
  hand: string[] | null;
  hands: { seat: number; size: number; among: string[] | null; gone: number; drawn: number }[];
  choices: Option[];
  discard: { size: number; cards: string[] | null; own: string[] };
  buried: string[];
  free_city: { controller: number; draw_pile: number; last_card?: string } | null;
  scores?: (number | null)[];
  secrets?: { deal: unknown; discard: string[]; under_stages: string[][] };
  result?: GameResult | null;
}
