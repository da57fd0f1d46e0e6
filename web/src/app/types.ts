// What the server sends, put together from the generated types: views, options and quotes are the engine's
// (generated/game.ts), tables and clocks the server's (generated/table.ts), messages in generated/messages.ts.

import type {
  DuelOption,
  DuelQuote,
  DuelResult,
  DuelView,
  WondersOption,
  WondersQuote,
  WondersResult,
  WondersView,
} from "../generated/game";
import type { Event } from "../generated/messages";
import type { ClocksShown, SeatShown, TableShown, TableSummary } from "../generated/table";

export type { DuelCity, DuelSlot as Slot, DuelView, PlanLine, WondersCity, WondersView } from "../generated/game";

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** Every field that some type of a union has; undefined where a value has none of that name. */
type Fields<Union> = { [Key in KeyOf<Union>]?: FieldOf<Union, Key> | undefined };

export type GameView = DuelView | WondersView;
export type GameResult = DuelResult | WondersResult;
export type Option = Fields<DuelOption | WondersOption> & {
  text: string;
  action: (DuelOption | WondersOption)["action"];
};
type AnyQuote = DuelQuote | WondersQuote;
export type Quote = Fields<AnyQuote> & Pick<AnyQuote, "bank" | "chain" | "affordable" | "why" | "plan">;

export type TableSeat = SeatShown;
export type TableInfo = TableShown & { game: GameView["game"] };
export type Summary = TableSummary & { game: GameView["game"] };
export type Clock = ClocksShown;
export type TableEvent = Event;

export interface TableState {
  table: TableInfo;
  view: GameView | null;
  options: Option[];
  quotes: Quote[];
  /** What each seat would pay for what lies open, where that is open to all. */
  prices: Record<string, number>[] | null;
  /** A choice made and not yet revealed. */
  chosen: Option[];
  clock: Clock | null;
}

/** As it is sent: what a hidden choice may be changed to stands apart from what is owed. */
export type SentState = TableState & { changes: Option[] };
