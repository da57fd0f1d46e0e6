// What happened since I last looked: after each reveal, one line per seat, gone by itself.

import { useEffect, useState } from "preact/hooks";
import { seatGlyph, useDesk } from "../app/desk";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { eventLines } from "../app/log";
import { settings } from "../app/settings";
import type { TableEvent } from "../app/types";
import { Icon } from "../art/icons";

const HOLD: Record<string, number> = { off: 2500, fast: 3000, normal: 5000, slow: 9000 };

export function Recap({ live }: { live: LiveTable }) {
  const desk = useDesk();
  const [shown, setShown] = useState<TableEvent[]>([]);
  const [seen, setSeen] = useState<number | null>(null);
  const all = live.events.value;
  const last = all[all.length - 1]?.seq ?? 0;
  useEffect(() => {
    if (seen === null) {
      setSeen(last);
      return;
    }
    if (last <= seen) return;
    const fresh = all.filter(
      (event) => event.seq > seen && (event.kind === "turn" || (event.kind === "move" && event.seat !== desk.you)),
    );
    setSeen(last);
    if (fresh.length) setShown(desk.kind.simultaneous ? fresh.slice(-1) : [...shown, ...fresh].slice(-4));
  }, [last]);
  useEffect(() => {
    if (!shown.length) return;
    const timer = setTimeout(() => setShown([]), HOLD[settings.peek().speed]);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown.length) return null;
  const lines = shown.flatMap((event) => eventLines(desk.kind, desk.state, event));
  const game = desk.state.table.game;
  return (
    <div class="recap panel" aria-label={t("recap.title")} role="status">
      <ul>
        {lines.map((line) => (
          <li
            class={line.seat === desk.you ? "mine" : ""}
            {...(line.card ? { "data-tip": `card:${game}:${line.card}` } : {})}
          >
            {line.seat !== undefined && <Icon name={seatGlyph(line.seat)} size={16} />}
            <span>{line.text}</span>
          </li>
        ))}
      </ul>
      <button class="btn round quiet" aria-label={t("common.close")} onClick={() => setShown([])}>
        <Icon name="cross" size={14} />
      </button>
    </div>
  );
}
