// The two sums of a paper score pad. They serve cardboard games only; a game on this page is scored by the engine, and
// a test compares these sums with it.

/** Squares of each symbol's count and 7 for each set of three, the wild symbols placed as well as possible. */
export function sciencePoints(counts: number[], wild: number): number {
  if (wild <= 0) return counts.reduce((sum, n) => sum + n * n, 0) + 7 * Math.max(0, Math.min(...counts));
  return Math.max(
    ...counts.map((_, i) =>
      sciencePoints(
        counts.map((n, j) => (i === j ? n + 1 : n)),
        Math.min(wild, 12) - 1,
      ),
    ),
  );
}

export const coinPoints = (coins: number): number => Math.floor(Math.max(0, coins) / 3);

/** What was typed, as a whole number; 0 for anything else. */
export const whole = (text: string | undefined): number => {
  const n = Number.parseInt(text ?? "", 10);
  return Number.isFinite(n) ? n : 0;
};
