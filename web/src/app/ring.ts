// Who sits where around a table of 7 Wonders.

import type { WondersView } from "./types";

/** The ring seen from a city. In the game for two the Free City, number 2, is a neighbour of both. */
export function ring(view: WondersView, me: number): { left: number; right: number; far: number[] } {
  const n = view.players === 2 ? 3 : view.players,
    step = view.players === 2 ? -1 : 1;
  const far = Array.from({ length: Math.max(0, n - 3) }, (_, k) => (me - 2 - k + 2 * n) % n);
  return { left: (me - step + n) % n, right: (me + step + n) % n, far };
}
