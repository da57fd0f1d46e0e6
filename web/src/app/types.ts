// What the table service sends, by the names the page uses. Everything comes from the generated types: views, options
// and quotes are the engine's (generated/game.ts), tables and clocks the service's (generated/table.ts).

import type { AnyEvent, AnyOption, AnyQuote, AnyResult, AnyView } from "../generated/game";
import type { Event, SentState } from "../generated/messages";
import type { ClocksShown, SeatShown, TableShown, TableSummary } from "../generated/table";

export type { DuelCity, DuelSlot as Slot, DuelView, PlanLine, WondersCity, WondersView } from "../generated/game";
export type { SentState } from "../generated/messages";

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** Every field that some type of a union has; undefined where a value has none of that name. */
export type Fields<Union> = { [Key in KeyOf<Union>]?: FieldOf<Union, Key> | undefined };

export type GameView = AnyView;
export type GameResult = AnyResult;
export type GameEvent = AnyEvent;
export type Option = Fields<AnyOption> & { text: string; action: AnyOption["action"] };
export type Quote = Fields<AnyQuote> & Pick<AnyQuote, "bank" | "chain" | "affordable" | "why" | "plan">;

export type TableSeat = SeatShown;
export type TableInfo = TableShown;
export type Summary = TableSummary;
export type Clock = ClocksShown;
export type TableEvent = Event;

/** What names of seats are taken from. */
export type Named = Pick<TableState, "table">;

/** A state with everything that may be played now in `options`; a puzzle has no clock. */
export type TableState = Omit<SentState, "changes" | "options" | "chosen" | "quotes" | "clock"> & {
  options: Option[];
  quotes: Quote[];
  /** A choice made and not yet revealed. */
  chosen: Option[];
  clock: Clock | null;
};
