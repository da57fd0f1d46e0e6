// Coins that fly from who pays to who is paid. Only a decoration (app/animation.ts): it follows the events of the game
// and ends with every other animation.

import { findVisible, move, pace } from "./animation";
import type { GameEvent } from "./events";

export type Purse = number | "bank";
export interface Flow {
  from: Purse;
  to: Purse;
  coins: number;
}

/** Who paid whom. */
export function flows(events: GameEvent[]): Flow[] {
  return events.flatMap((event): Flow[] => {
    if (event.event === "paid") return [{ from: event.city, to: event.to ?? "bank", coins: event.coins }];
    if (event.event === "gained") return [{ from: "bank", to: event.city, coins: event.coins }];
    if (event.event === "looted" || event.event === "lost")
      return event.coins ? [{ from: event.city, to: "bank", coins: event.coins }] : [];
    return [];
  });
}

const purse = (of: Purse): Element | undefined =>
  findVisible(of === "bank" ? [".duel .board", ".wonders .landscape"] : [`[data-purse="${of}"]`]);

export function fly(wanted: Flow[]): void {
  const time = pace();
  if (!time) return;
  // First all purses are looked at, then all coins take off: what flies would make the next look a layout.
  const flying = wanted.flatMap(({ from, to, coins }, i) => {
    const start = purse(from),
      end = purse(to);
    if (!start || !end) return [];
    return [{ i, to, coins, end, a: start.getBoundingClientRect(), b: end.getBoundingClientRect() }];
  });
  const sample = document.querySelector("[data-purse] .coin");
  for (const { i, to, coins, end, a, b } of flying) {
    const drawing = sample?.cloneNode(true);
    if (!(drawing instanceof SVGElement)) continue;
    const x0 = a.left + a.width / 2,
      y0 = a.top + a.height / 2,
      x1 = b.left + b.width / 2,
      y1 = b.top + b.height / 2;
    const coin = document.createElement("div");
    coin.className = "flight";
    coin.setAttribute("aria-hidden", "true");
    const text = drawing.querySelector("text");
    if (text) text.textContent = String(coins);
    coin.append(drawing);
    document.body.append(coin);
    const top = Math.min(y0, y1) - 46;
    void move(
      coin,
      [
        { transform: `translate(${x0}px, ${y0}px) scale(.7)`, opacity: 0 },
        { transform: `translate(${x0}px, ${y0 - 10}px) scale(1)`, opacity: 1, offset: 0.12 },
        {
          transform: `translate(${(x0 + x1) / 2}px, ${Math.max(10, (top + (y0 + y1) / 2) / 2)}px) scale(1.15)`,
          opacity: 1,
          offset: 0.55,
        },
        { transform: `translate(${x1}px, ${y1}px) scale(.8)`, opacity: 0.9 },
      ],
      { duration: time, delay: i * 60, easing: "ease-in-out", fill: "both" },
      () => {
        coin.remove();
        if (to !== "bank")
          end.animate([{ transform: "scale(1)" }, { transform: "scale(1.22)" }, { transform: "scale(1)" }], {
            duration: time / 3,
          });
      },
    );
  }
}
