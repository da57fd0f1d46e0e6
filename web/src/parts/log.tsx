// The log: grouped by turn, newest at the end, card names explain themselves.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { cityGlyph, useControls } from "../app/controls";
import { standing } from "../app/events";
import { lang, t } from "../app/i18n";
import { eventLines, type Line } from "../app/log";
import type { TableEvent } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";

/** Events of the table on screen. */
export const events = signal<TableEvent[]>([]);

/** Shows the moment of a line, where there is a replay; which moment is on screen then. */
export const jump = signal<((move: number) => void) | null>(null);
export const shownMove = signal<number | null>(null);

// What an event reads like follows from itself, the language and the names at the table: it is worked out once.
const written = new WeakMap<TableEvent, { by: string; lines: Line[] }>();

export function useLines(): Line[] {
  const { kind, state } = useControls();
  const by = [lang.value, ...state.table.seats.map((_, seat) => seatName(state, seat))].join();
  return standing(events.value).flatMap((event) => {
    let known = written.get(event);
    if (known?.by !== by) {
      known = { by, lines: eventLines(kind, state, event) };
      written.set(event, known);
    }
    return known.lines;
  });
}

/** The lines about a seat; a heading stays where something under it does, or where it is about the seat itself. */
export function concerning(lines: Line[], seat: number): Line[] {
  const kept = lines.filter((line) => line.kind === "turn" || line.about.includes(seat));
  return kept.filter((line, i) => line.about.includes(seat) || (kept[i + 1] ?? line).kind !== "turn");
}

function LogLine({ line }: { line: Line }) {
  const controls = useControls();
  const { game } = controls.state.table;
  const { move } = line;
  const show = jump.value;
  const tip = line.card ? { "data-tip": `card:${game}:${line.card}` } : {};
  const words = (
    <>
      {line.seat !== undefined && <Icon name={cityGlyph(controls, line.seat)} size={15} />}
      <span>{line.text}</span>
    </>
  );
  if (show && move !== undefined)
    return (
      <li class={`logline ${line.kind} ${shownMove.value === move ? "now" : ""}`}>
        <button class="logjump" title={t("logview.show")} onClick={() => show(move)} {...tip}>
          {words}
        </button>
      </li>
    );
  return (
    <li class={`logline ${line.kind}`} {...tip} {...(line.card ? { tabIndex: 0 } : {})}>
      {words}
    </li>
  );
}

function Lines({ mine }: { mine: boolean }) {
  const controls = useControls();
  const all = useLines();
  const lines = mine && controls.you !== null ? concerning(all, controls.you) : all;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The list itself or the dialog around it scrolls; the page must not.
    const now = list.current?.querySelector<HTMLElement>(".now");
    for (let up: HTMLElement | null = list.current; up && up !== document.body; up = up.parentElement)
      up.scrollTop = now ? now.offsetTop - up.offsetTop - up.clientHeight / 2 : up.scrollHeight;
  }, [lines.length, mine, shownMove.value]);
  return (
    <ol class="log" aria-live="polite" ref={list}>
      {lines.length ? lines.map((line) => <LogLine line={line} />) : <li class="muted">{t("logview.empty")}</li>}
    </ol>
  );
}

function Filter({ mine, setMine }: { mine: boolean; setMine: (mine: boolean) => void }) {
  return (
    <div class="seg" role="group" aria-label={t("logview.filter")}>
      <button aria-pressed={!mine} onClick={() => setMine(false)}>
        {t("logview.all")}
      </button>
      <button aria-pressed={mine} onClick={() => setMine(true)}>
        {t("logview.mine")}
      </button>
    </div>
  );
}

export function LogPanel() {
  const [mine, setMine] = useState(false);
  return (
    <>
      <Filter mine={mine} setMine={setMine} />
      <Lines mine={mine} />
    </>
  );
}

/** The log as a column beside the table. */
export function LogColumn() {
  const [mine, setMine] = useState(false);
  return (
    <>
      <header>
        <h2 class="grow">{t("panel.log")}</h2>
        <Filter mine={mine} setMine={setMine} />
      </header>
      <section class="sidebody" aria-label={t("panel.log")} tabIndex={0}>
        <Lines mine={mine} />
      </section>
    </>
  );
}
