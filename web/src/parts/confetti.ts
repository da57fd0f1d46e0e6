// Stones of a mosaic that fall for a victory: once for each game, and only for one's own.

import { move, pace } from "../app/animation";
import { keep, kept } from "../app/settings";

const KEY = "mirabilia.cheered";
const KINDS = ["raw", "trade", "civic", "science", "war", "guild", "gold"];
const STONES = 42;

/** Cheers for the game of a table, if that has not been done. */
export function cheer(table: string): void {
  const done = kept<string[]>(KEY) ?? [];
  const time = pace();
  if (done.includes(table) || !time) return;
  keep(KEY, [...done.slice(-30), table]);
  const sky = document.createElement("div");
  sky.className = "confetti";
  sky.setAttribute("aria-hidden", "true");
  document.body.append(sky);
  const falls = Array.from({ length: STONES }, (_, i) => {
    const stone = document.createElement("i");
    stone.style.background = `var(--${KINDS[i % KINDS.length]})`;
    sky.append(stone);
    const x = (((i * 61) % STONES) + Math.random()) * (innerWidth / STONES);
    const drift = (Math.random() - 0.5) * 160;
    const turn = (Math.random() - 0.5) * 900;
    return move(
      stone,
      [
        { transform: `translate(${x}px, -20px) rotate(0)`, opacity: 1 },
        {
          transform: `translate(${x + drift * 0.7}px, ${innerHeight * 0.7}px) rotate(${turn * 0.7}deg)`,
          opacity: 1,
          offset: 0.75,
        },
        { transform: `translate(${x + drift}px, ${innerHeight}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: time * (3.5 + Math.random() * 2), delay: Math.random() * time * 2, easing: "ease-in", fill: "both" },
    );
  });
  void Promise.all(falls).then(() => sky.remove());
}
