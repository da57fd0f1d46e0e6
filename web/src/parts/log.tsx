// The log: grouped by turn, newest at the end, card names explain themselves.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { seatGlyph, useDesk } from "../app/desk";
import { t } from "../app/i18n";
import { eventLines, type Line } from "../app/log";
import type { TableEvent } from "../app/types";
import { Icon } from "../art/icons";

/** Events of the table on screen. */
export const events = signal<TableEvent[]>([]);

export function useLines(): Line[] {
  const desk = useDesk();
  return events.value.flatMap((event) => eventLines(desk.kind, desk.state, event));
}

export function LastMoves({ n = 4 }: { n?: number }) {
  const lines = useLines()
    .filter((line) => line.kind === "move")
    .slice(-n);
  return (
    <ul class="lastmoves">
      {lines.map((line) => (
        <LogLine line={line} />
      ))}
    </ul>
  );
}

function LogLine({ line }: { line: Line }) {
  const game = useDesk().state.table.game;
  return (
    <li class={`logline ${line.kind}`} {...(line.card ? { "data-tip": `card:${game}:${line.card}`, tabIndex: 0 } : {})}>
      {line.seat !== undefined && <Icon name={seatGlyph(line.seat)} size={15} />}
      <span>{line.text}</span>
    </li>
  );
}

export function LogPanel() {
  const desk = useDesk();
  const [mine, setMine] = useState(false);
  const all = useLines();
  const lines = mine && desk.you !== null ? all.filter((line) => line.seat === desk.you) : all;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [lines.length]);
  return (
    <>
      <div class="seg" role="group" aria-label={t("logview.filter")}>
        <button aria-pressed={!mine} onClick={() => setMine(false)}>
          {t("logview.all")}
        </button>
        <button aria-pressed={mine} onClick={() => setMine(true)}>
          {t("logview.mine")}
        </button>
      </div>
      <ol class="log" aria-live="polite">
        {lines.length ? lines.map((line) => <LogLine line={line} />) : <li class="muted">{t("logview.empty")}</li>}
        <li ref={end} />
      </ol>
    </>
  );
}
