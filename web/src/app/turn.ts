// Whose turn it is: worked out here and nowhere else.

import type { TableInfo } from "./types";

/** Whether the table waits for that seat. The server names no seat once a game is over. */
export const isTurnOf = (table: Pick<TableInfo, "waiting_for">, seat: number | null): boolean =>
  seat !== null && table.waiting_for.includes(seat);
