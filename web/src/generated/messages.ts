// Made by scripts/make-types from src/mirabilia/server/tables/messages.py. Do not change by hand.

import type { AnyEvent, AnyQuote, AnyView, SentOption } from "./game";

import type { ClocksShown, TableShown } from "./table";

export const PROTOCOL = 1;

/** What an event of a table carries: what happened in the game, and what belongs to its kind. */
export interface EventData {
  events?: AnyEvent[];
  [field: string]: unknown;
}

/** Opens the conversation. Without a token the device cookie says who this is. */
export interface Hello {
  type: "hello";
  v: number;
  last_seq?: number | null;
  token?: string | null;
  seat?: number | null;
}

/** Asks for a `pong`. */
export interface Ping {
  type: "ping";
  n?: number;
}

/** Asks for the current state once more. */
export interface Resync {
  type: "resync";
}

/** A decision: move text, and the number of moves in the record that the client had seen. */
export interface Play {
  type: "play";
  id: string;
  at: number;
  move: string;
}

/** Withdraws a hidden choice, or in Duel the last move while nothing was revealed and nobody moved. */
export interface TakeBack {
  type: "take_back";
  id: string;
  at: number;
}

/** Asks the others to let the seat's last move be taken back. */
export interface AskTakeBack {
  type: "ask_take_back";
  id: string;
  at: number;
}

/** Answers such a request. */
export interface AnswerTakeBack {
  type: "answer_take_back";
  id: string;
  allow: boolean;
}

/** Host: begins the game; free seats get bots. */
export interface Start {
  type: "start";
  id: string;
}

/** Host, before the start: makes a seat free, a bot's or an outside bot's; a person in it loses it. */
export interface SetSeat {
  type: "set_seat";
  id: string;
  seat: number;
  kind: "bot" | "open" | "outside";
  level?: string | null;
  style?: string | null;
}

/** Someone else at the table decides what happens with a seat that owes a decision and whose time is out; a bot */
export interface Late {
  type: "late";
  id: string;
  seat: number;
  choice: "bot_moves" | "replace" | "wait";
}

/** Before the start: frees the seat. Later: lets a bot of the table's level play it until the owner returns; */
export interface Leave {
  type: "leave";
  id: string;
  give_up?: boolean;
}

/** The owner takes the seat back from the bot. */
export interface Return {
  type: "return";
  id: string;
}

/** Host: a bot's seat, or one that its owner gave up, may be taken by whoever watches or has the invite link. */
export interface OfferSeat {
  type: "offer_seat";
  id: string;
  seat: number;
}

/** Host, until the game is over: the least time of a bot's decision from now on; none: the server's. */
export interface Pace {
  type: "pace";
  id: string;
  milliseconds?: number | null;
}

/** Host, until the game begins: whether anyone may find and join the table by the list of public tables. */
export interface Publish {
  type: "publish";
  id: string;
  public: boolean;
}

/** Host: makes the person in that seat the host. */
export interface HandOver {
  type: "hand_over";
  id: string;
  seat: number;
}

/** Host: ends the table for good; its record so far stays. */
export interface Close {
  type: "close";
  id: string;
}

/** Host: all links handed out so far stop working. */
export interface NewLinks {
  type: "new_links";
  id: string;
}

/** After the game: a new table with the same people, seats moved on by one. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Calls a seat the table is waiting for. */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
}

/** A quick phrase, or free text where the table allows it. */
export interface Chat {
  type: "chat";
  id: string;
  phrase?: string | null;
  text?: string | null;
}

/** Answers `hello`: who you are here, what you missed, and the state. */
export interface Welcome {
  type: "welcome";
  v: number;
  seq: number;
  you: number | null;
  server: string;
  events: Event[];
  reset: boolean;
  state: SentState;
}

/** Something that happened at the table. Numbered from 1 without gaps; everything in it is public to the table. */
export interface Event {
  seq: number;
  at: number;
  kind: string;
  seat?: number | null;
  data?: EventData;
}

/** What happened, and the state after it: whole, or what differs from the state before. `seq` is that of the last */
export interface Update {
  type: "update";
  seq: number;
  events: Event[];
  state: SentState | null;
  change?: StateChange | null;
}

/** What differs from the state before when a seat is ready, or no longer: `table.waiting_for`, `table.ready`, some */
export interface StateChange {
  waiting_for: number[];
  ready: number[];
  view: Record<string, unknown>;
  clock: ClocksShown;
  options?: SentOption[] | null;
  changes?: SentOption[] | null;
  chosen?: SentOption[] | null;
}

/** The command was carried out and stored. `again`: it had been carried out before. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
  again?: boolean;
  data?: Record<string, unknown>;
}

/** The command was refused and changed nothing; the current state comes along. */
export interface Refuse {
  type: "refuse";
  id: string | null;
  code: string;
  args: Record<string, unknown>;
  message: string;
  seq?: number | null;
  state?: SentState | null;
}

/** Which seats have someone connected, how many watch, the names of those connected to the same process (empty: one */
export interface Presence {
  type: "presence";
  here: number[];
  watching: number;
  watchers: string[];
  overdue: number[];
}

/** Answers `ping`, with the server's time. */
export interface Pong {
  type: "pong";
  n: number;
  now: number;
}

/** The server is about to close the socket. */
export interface Bye {
  type: "bye";
  reason: string;
  retry_ms?: number | null;
}

/** The table as one viewer may know it, at one sequence number. */
export interface SentState {
  table: TableShown;
  view: AnyView | null;
  options: SentOption[];
  changes: SentOption[];
  chosen: SentOption[];
  quotes: AnyQuote[];
  prices: Record<string, number>[] | null;
  clock: ClocksShown;
}

export type ClientMessage = Hello | Ping | Resync | Play | TakeBack | AskTakeBack | AnswerTakeBack | Start | SetSeat | Late | Leave | Return | OfferSeat | Pace | Publish | HandOver | Close | NewLinks | Rematch | Nudge | Chat;

export type ServerMessage = Welcome | Update | Ack | Refuse | Presence | Pong | Bye;
