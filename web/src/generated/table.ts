// Made by scripts/make-types from src/mirabilia/server/tables/facts.py and clocks.py. Do not change by hand.

import type { AnyResult, GameName } from "./game";

export interface TableShown {
  id: string;
  game: GameName;
  players: number;
  origin: string;
  created: number;
  status: "closed" | "open" | "over" | "playing";
  moves: number;
  asked: number | null;
  assisted: boolean;
  result: AnyResult | null;
  next: string | null;
  options: OptionsShown;
  seats: SeatShown[];
  host: number | null;
  waiting_for: number[];
  ready: number[];
  commitment: string | null;
  nonce: string | null;
}

export interface OptionsShown {
  clock: string;
  public: boolean;
  live_score: "hidden" | "open" | "own";
  chat: "free" | "off" | "phrases";
  takeover: string;
  patience: number;
  bot_pace_ms: number | null;
  hints: "gentle" | "off" | "on";
  game: Record<string, unknown>;
  went_on: string | null;
  seeded: boolean;
}

export interface SeatShown {
  seat: number;
  kind: "bot" | "open" | "outside" | "person";
  driver: "bot" | "outside" | "person" | null;
  name: string;
  level: string | null;
  style: string | null;
  late: boolean;
  offered: boolean;
  given_up: boolean;
  bot_moves: number;
  hints: number;
  confirmed: boolean;
}

export interface TableSummary {
  id: string;
  game: GameName;
  players: number;
  origin: string;
  created: number;
  status: "closed" | "open" | "over" | "playing";
  moves: number;
  asked: number | null;
  assisted: boolean;
  result: AnyResult | null;
  next: string | null;
  options: OptionsShown;
  seats: SeatShown[];
  host: number | null;
  waiting_for: number[];
  ready: number[];
  commitment: string | null;
  nonce: string | null;
  changed: number;
  you: number | null;
  is_host: boolean;
}

/** The clocks of a table at a server's time. */
export interface ClocksShown {
  preset: string;
  now: number;
  seats: SeatClock[];
}

/** One seat's clock: time left in ms (None: no limit), and whether it runs. */
export interface SeatClock {
  left?: number | null;
  runs?: boolean;
}
