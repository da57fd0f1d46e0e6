// The keyboard: numbers choose a card or an answer, letters act, arrows walk. What they reach says app/reach.ts.

import { useLayoutEffect } from "preact/hooks";
import type { Controls } from "../app/controls";
import { openSeat, selected } from "../app/controls";
import { panel } from "../app/panels";
import { press, reachable } from "../app/reach";
import { change, settings } from "../app/settings";
import { hideTip } from "../parts/tip";

/** Things that can be chosen now: answers where something is asked, else cards. */
function targets(): HTMLElement[] {
  const asked = reachable("answer");
  return asked.length ? asked : reachable("card");
}

/** The nearest target in a direction. */
function walk(key: string): void {
  const list = targets();
  if (!list.length) return;
  const now =
    list.find((element) => element === document.activeElement) ??
    list.find((element) => element.getAttribute("aria-pressed") === "true");
  if (!now) {
    list[0]!.focus();
    if (list[0]!.hasAttribute("aria-pressed")) list[0]!.click();
    return;
  }
  const from = now.getBoundingClientRect();
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const element of list) {
    if (element === now) continue;
    const box = element.getBoundingClientRect();
    const dx = box.left + box.width / 2 - from.left - from.width / 2,
      dy = box.top + box.height / 2 - from.top - from.height / 2;
    const along = (across ? dx : dy) * sign,
      aside = Math.abs(across ? dy : dx);
    if (along <= 4) continue;
    const cost = along + aside * 2.2;
    if (cost < least) {
      least = cost;
      best = element;
    }
  }
  if (!best) {
    const at = list.indexOf(now);
    best = list[(at + sign + list.length) % list.length]!;
  }
  best.focus();
  if (best.hasAttribute("aria-pressed")) best.click();
}

export function useTableKeys(controls: Controls | null): void {
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, select, textarea, dialog")) return;
      const { key } = event;
      let done = true;
      if (/^[1-9]$/.test(key)) {
        const chosen = targets()[Number(key) - 1];
        if (chosen) {
          chosen.focus();
          chosen.click();
        }
      } else if (key.startsWith("Arrow")) {
        walk(key);
      } else {
        switch (key.toLowerCase()) {
          case "b":
            done = press("build");
            break;
          case "d":
            done = press("discard");
            break;
          case "f":
            done = press("free");
            break;
          case "w": {
            const wonders = reachable("wonder");
            if (wonders.length)
              wonders[(wonders.indexOf(document.activeElement as HTMLElement) + 1) % wonders.length]!.focus();
            else done = press("stage");
            break;
          }
          case "enter":
            if (target.closest("button, a, [tabindex]") && !reachable("card").includes(target)) return;
            done = press("build");
            break;
          case "u":
            done = press("undo");
            break;
          case "h":
            done = press("hint");
            break;
          case "escape":
            selected.value = null;
            openSeat.value = null;
            panel.value = null;
            break;
          case "l":
            panel.value = "log";
            break;
          case "c":
            panel.value = "chains";
            break;
          case "g":
            panel.value = "discard";
            break;
          case "t":
            change({ textMode: !settings.peek().textMode });
            break;
          case "n": {
            const seats = controls?.state.view?.cities.length ?? 0;
            openSeat.value =
              openSeat.peek() === null
                ? ((controls?.you ?? -1) + 1) % Math.max(1, seats)
                : (openSeat.peek()! + 1) % Math.max(1, seats);
            break;
          }
          case "?":
            panel.value = "help";
            break;
          default:
            done = false;
        }
      }
      if (done) {
        hideTip();
        event.preventDefault();
      }
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [controls]);
}
