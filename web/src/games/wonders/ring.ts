// Who sits where around a table of 7 Wonders.

/** The ring seen from a city. In the game for two the Free City, number 2, is a neighbour of both. */
export function ring(table: { players: number }, me: number): { left: number; right: number; far: number[] } {
  const n = table.players === 2 ? 3 : table.players,
    step = table.players === 2 ? -1 : 1;
  const far = Array.from({ length: Math.max(0, n - 3) }, (_, k) => (me - 2 - k + 2 * n) % n);
  return { left: (me - step + n) % n, right: (me + step + n) % n, far };
}
