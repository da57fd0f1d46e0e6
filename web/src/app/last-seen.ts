// The table somebody looked at last, kept on this device, so that without a connection it can still be looked at. It is
// written when the page is left or the line is lost, not at every move, which a slow phone would feel.

import { keep, kept } from "./settings";
import type { TableEvent, TableState } from "./types";

export interface LastSeen {
  id: string;
  you: number;
  state: TableState;
  events: TableEvent[];
}

const KEY = "mirabilia.last_seen";
/** How much of the log is kept. */
const LINES = 120;

export const keepLastSeen = (seen: LastSeen): void => keep(KEY, { ...seen, events: seen.events.slice(-LINES) });

/** What was last seen of this table, if it was the last one. */
export function lastSeen(id: string): LastSeen | null {
  const seen = kept<LastSeen>(KEY);
  return seen?.id === id ? seen : null;
}
