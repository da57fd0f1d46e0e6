// What the page does besides drawing when something has happened at a live table: coins fly, sounds, bubbles, notices.

import { useSignalEffect } from "@preact/signals";
import { type GameEvent, gameEvents } from "../app/events";
import { flows, fly } from "../app/flights";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { eventLines } from "../app/log";
import { panel } from "../app/panels";
import { type Sound, sound } from "../app/sound";
import type { TableEvent, TableState } from "../app/types";
import { seatName } from "../app/words";
import { KINDS } from "../games";
import { say } from "../parts/bubbles";
import { notice } from "../parts/notice";
import { muted } from "../parts/panels";

/** The loudest of what happened. */
function soundOf(happened: GameEvent[], mine: number | null): Sound | null {
  const has = (...kinds: string[]) => happened.some(({ event }) => kinds.includes(event));
  if (has("conflict", "looted")) return "war";
  if (has("built", "wonder", "stage", "revived", "drafted")) return "card";
  const paid = happened.some((event) => event.event === "gained" && event.city === mine);
  return paid || has("discarded") ? "coin" : null;
}

function chatted(after: TableState, event: TableEvent, mine: number | null, text: string): void {
  const { seat } = event;
  if (typeof seat !== "number" || seat === mine || panel.peek() === "chat" || muted.peek().includes(seat)) return;
  if (!say(seat, text)) notice(t("chat.line", { player: seatName(after, seat), text }));
}

export function useReactions(live: LiveTable): void {
  useSignalEffect(() => {
    const step = live.step.value;
    if (!step) return;
    const happened = step.events.flatMap(gameEvents);
    const mine = live.you.peek();
    requestAnimationFrame(() => fly(flows(happened)));
    const loudest = soundOf(happened, mine);
    if (loudest) sound(loudest);
    for (const event of step.events) {
      const text = () => eventLines(KINDS[step.after.table.game], step.after, event)[0]?.text ?? "";
      if (event.kind === "chat") chatted(step.after, event, mine, text());
      if (event.kind === "nudged" && event.seat === mine) {
        notice(text());
        sound("turn");
      }
    }
  });
}
