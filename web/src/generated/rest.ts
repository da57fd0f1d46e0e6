// Made by scripts/make-types from src/mirabilia/server/http/bodies.py. Do not change by hand.

import type { AnyEvent, AnyQuote, AnyView, SentOption } from "./game";

import type { Event, SentState } from "./messages";

import type { TableShown, TableSummary } from "./table";

export interface BotSeat {
  kind: "bot";
  level?: string | null;
  style?: string | null;
}

/** Somebody else who plays on the same device. */
export interface HereSeat {
  kind: "here";
  /** A nickname; at most 24 characters remain. */
  name: string;
}

export interface Joining {
  secret: string;
  name?: string | null;
  seat?: number | null;
}

export interface Naming {
  /** A nickname; at most 24 characters remain. */
  name: string;
}

export interface NewTable {
  /** duel or wonders */
  game: string;
  name?: string | null;
  players?: number | null;
  seed?: number | null;
  clock?: "none" | "relaxed" | "fast" | "days";
  live_score?: "open" | "own" | "hidden";
  chat?: "off" | "phrases" | "free";
  /** default: on if everyone else is a bot (gentle with the lowest levels), otherwise off */
  hints?: "off" | "on" | "gentle" | null;
  takeover?: string | null;
  /** seconds a table without a clock waits for an absent player; default: the server's */
  patience?: number | null;
  /** minimum time a bot takes for a decision while people are there; default: the server's */
  bot_pace_ms?: number | null;
  seats?: ("me" | "open" | BotSeat | OutsideSeat | HereSeat)[] | null;
  start?: boolean;
  /** while a seat is empty, anyone may find the table and join it */
  public?: boolean;
  /** the game's lesson: its deal, bots that follow its script, no hints; counts nowhere */
  lesson?: boolean;
  first_game_wonders?: boolean;
  bidding?: boolean;
  boards?: "random" | "draft" | "A" | "B" | string[][] | null;
  edition?: number;
}

export interface OutsideSeat {
  kind: "outside";
  name?: string | null;
}

export interface RecordBody {
  record: string;
}

export interface SecretBody {
  secret: string;
}

/** A browser's subscription, as `PushSubscription.toJSON()` has its parts, and the language of the page. */
export interface Wanted {
  endpoint: string;
  p256dh: string;
  auth: string;
  lang?: string;
}

export interface AckAnswer {
  id: string;
  seq: number;
  again: boolean;
  data: Record<string, unknown>;
}

export interface AgainstBots {
  played: number;
  won: number;
}

/** Everything a page needs to offer a new table; clocks by preset and game, null without a clock; `milliseconds`: */
export interface Choices {
  version: string;
  rules: string;
  games: Record<string, GameChoices>;
  clocks: Record<string, Record<string, Pace> | null>;
  levels: string[];
  bots: string[];
  default_level: string;
  styles: string[];
  milliseconds: Record<string, Record<string, number>>;
  phrases: string[];
  chat: string[];
  live_score: string[];
  limits: Record<string, number>;
  engine?: Engine | null;
}

/** An edition of a game, and how many may play it. */
export interface EditionChoice {
  number: number;
  players: number[];
}

/** What runs the rules now (`way`: core, plain or numba) and how the build of the core is getting on. `state` is */
export interface Engine {
  way: string;
  state: string;
  seconds: number | null;
}

/** Every refusal. */
export interface Error {
  code: string;
  args: Record<string, unknown>;
  message: string;
}

export interface EventsAnswer {
  events: Event[];
  seq: number;
}

/** What a new table of a game may be: how many play, least and most, its boards and its editions. */
export interface GameChoices {
  players: [number, number];
  editions?: EditionChoice[] | null;
  boards?: string[] | null;
  sides?: string[] | null;
}

/** A person's finished games of one kind; `mean` is by category of the score. */
export interface GameStatistics {
  played: number;
  won: number;
  shared: number;
  assisted: number;
  by_kind: Record<string, Tally>;
  mean: Record<string, number>;
  against_bots: Record<string, AgainstBots>;
}

export interface Imported {
  table: TableShown;
}

export interface LinkFacts {
  kind: "invite" | "seat" | "watch";
  table: TableSummary;
}

/** Secrets; the page puts them behind `#/join/`, `#/seat/`, `#/watch/`. */
export interface LinkSet {
  watch: string;
  seat?: string | null;
  invite?: string | null;
  bots?: Record<string, string> | null;
}

export interface Me {
  known: boolean;
  name: string | null;
  suggestion?: string | null;
}

export interface MyStatistics {
  games: Record<string, GameStatistics>;
}

export interface MyTables {
  tables: TableSummary[];
  more: boolean;
}

/** Whether this browser gets notifications about the game. */
export interface Notifications {
  on: boolean;
}

/** Time in milliseconds: a bank with an increment, or (bank 0) the same for each decision. */
export interface Pace {
  bank: number;
  each: number;
}

export interface PlayedMove {
  seat: number;
  move: string;
}

/** One position of a replay: a seat's view, or the open one with everything in `snapshot`. */
export interface Position {
  at: number;
  to_act: number[];
  events: AnyEvent[];
  move?: PlayedMove | null;
  view: AnyView;
  snapshot?: Record<string, unknown> | null;
  options: Record<string, SentOption[]>;
  quotes: Record<string, AnyQuote[]>;
}

/** A table that anyone may join, with the secret of its invite. */
export interface PublicTable {
  table: TableSummary;
  invite: string;
}

export interface PublicTables {
  tables: PublicTable[];
}

/** The key a browser subscribes to web push with; null where this server pushes nothing. */
export interface PushKey {
  key: string | null;
}

export interface Recovery {
  secret: string;
  link: string;
}

export interface Replay {
  moves: number;
  positions: Position[];
}

export interface Seated {
  table: TableShown;
  seat: number | null;
  links: LinkSet;
}

export interface StateAnswer {
  seq: number;
  you: number | null;
  state: SentState;
}

export interface TableAnswer {
  table: TableShown;
  you: number | null;
  is_host: boolean;
  seq: number;
}

export interface Tally {
  won: number;
  lost: number;
}
