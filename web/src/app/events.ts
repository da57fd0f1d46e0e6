// What happened in a game, as the rules report it (docs/events.md), and the one place where the page takes it from: the
// events of a table carry it, so a live game, a reload, a replay and somebody who watches all read the same.

import type { GameEvent, TableEvent } from "./types";

export type { GameEvent } from "./types";

/** The events of the game that an event of the table carries; none, if it was about the table. */
export const gameEvents = (event: TableEvent): GameEvent[] => event.data?.events ?? [];

/** The events of a table without moves that were taken back later, and without what they had caused. */
export function standing(events: TableEvent[]): TableEvent[] {
  let kept: TableEvent[] = [];
  for (const event of events) {
    const left = event.kind === "taken_back" ? event.data?.now : undefined;
    if (typeof left === "number") kept = kept.filter((earlier) => !isMoveFrom(earlier, left));
    kept.push(event);
  }
  return kept;
}

const isMoveFrom = ({ kind, data }: TableEvent, first: number): boolean =>
  kind === "move" && typeof data?.number === "number" && data.number >= first;
