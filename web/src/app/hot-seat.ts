// Several people on one device: which seats it has at a table. Kept in the browser, as the device itself is the secret.

import { keep, kept } from "./settings";
import { isTurnOf } from "./turn";
import type { TableInfo } from "./types";

const key = (table: string): string => `mirabilia.here.${table}`;

/** The seats of a table that are all played on this device; empty where it has but one. */
export const seatsHere = (table: string): number[] => kept<number[]>(key(table)) ?? [];
export const keepSeatsHere = (table: string, seats: number[]): void => keep(key(table), seats);

/** Who has to take the device now: nobody while the one who has it is still to decide. */
export function nextHere(table: Pick<TableInfo, "waiting_for">, seats: number[], now: number | null): number | null {
  if (isTurnOf(table, now)) return null;
  return seats.find((seat) => isTurnOf(table, seat)) ?? null;
}
