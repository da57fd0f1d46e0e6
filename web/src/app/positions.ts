// A position of a finished game behind controls: for replays, and for looking back at a decision.

import type { GameKind } from "../games/kind";
import type { Position } from "./api";
import type { Controls } from "./controls";
import { isTurnOf } from "./turn";
import type { Quote, TableInfo, TableState } from "./types";

/** What a seat would have paid for what lay open. */
export function pricesOf(position: Position | undefined, seat: number): Record<string, number> {
  const prices: Record<string, number> = {};
  const quotes: Quote[] = position?.quotes[String(seat)] ?? [];
  for (const quote of quotes) if (quote.price !== undefined) prices[quote.card ?? quote.wonder ?? ""] = quote.price;
  return prices;
}

/** The state of a table at a position as a seat met it; `of` finds the same position for another seat. */
export function stateAt(
  kind: GameKind,
  table: TableInfo,
  seat: number,
  of: (seat: number) => Position | undefined,
  over: boolean,
): TableState | null {
  const position = of(seat);
  if (!position?.view) return null;
  return {
    table: { ...table, status: over ? "over" : "playing", waiting_for: position.view.to_act, ready: [] },
    view: position.view,
    options: position.options?.[String(seat)] ?? [],
    quotes: position.quotes?.[String(seat)] ?? [],
    prices: kind.openPrices ? table.seats.map((each) => pricesOf(of(each.seat), each.seat)) : null,
    chosen: [],
    clock: null,
  };
}

/** Controls with which nothing can be played. */
export function stillControls(kind: GameKind, state: TableState, seat: number): Controls {
  return {
    kind,
    state,
    you: seat,
    yours: isTurnOf(state.table, seat),
    live: false,
    busy: false,
    here: [],
    news: [],
    play: () => undefined,
  };
}
