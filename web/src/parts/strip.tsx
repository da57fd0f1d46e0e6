// What happened, at its fixed place: what the others did comes first, and it fills its width. It opens the log. Short
// messages appear in it as well. Where the window is small it gives way to what it covers after a while.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { useControls } from "../app/controls";
import { fit } from "../app/fit";
import { num, t } from "../app/i18n";
import type { Line } from "../app/log";
import { panel } from "../app/panels";
import { Icon } from "../art/icons";
import { shownMove, useLines } from "./log";
import { stripOnScreen, useNotice } from "./notice";
import { SeatDisc } from "./seat-disc";
import { useSqueeze } from "./squeeze";

/** How long it stays where it covers something, in milliseconds; in high windows of a desktop it covers only hills. */
const STAYS = 6000;
const HIGH = 690;

/** The lines of the newest turn: everything since the viewer's last own move, or since everybody chose together. */
export function newest(lines: Line[], you: number | null): Line[] {
  const story = lines.filter((line) => line.kind !== "chat" && !line.aside);
  const last = story[story.length - 1];
  if (!last) return [];
  let first = last.seq;
  for (let i = story.length - 1; i >= 0 && story[i]!.kind !== "table" && story[i]!.seat !== you; i--)
    first = story[i]!.seq;
  return story.filter((line) => line.seq >= first);
}

/** What the others did, the newest first; then the viewer's own. */
export function inOrder(lines: Line[], you: number | null): Line[] {
  const story = lines.filter((line) => line.kind !== "turn");
  const others = story.filter((line) => you === null || line.seat !== you).sort((a, b) => b.seq - a.seq);
  return [...others, ...story.filter((line) => !others.includes(line))];
}

/** The lines up to a move, in a replay; all of them elsewhere. */
export function until(lines: Line[], move: number | null): Line[] {
  const after = move === null ? -1 : lines.findIndex((line) => line.move !== undefined && line.move > move);
  return after < 0 ? lines : lines.slice(0, after);
}

/** Whether it is to be seen: always, or for a while after something new. */
function useWhile(always: boolean, what: string): boolean {
  const [over, setOver] = useState("");
  useEffect(() => {
    if (always || !what) return;
    const timer = setTimeout(() => setOver(what), STAYS);
    return () => clearTimeout(timer);
  }, [always, what]);
  return always || over !== what;
}

export function Strip() {
  const controls = useControls();
  const lines = newest(until(useLines(), shownMove.value), controls.you);
  const note = useNotice();
  const { side, width, height, form, tight } = fit.value;
  const last = lines.at(-1);
  const stays = useWhile(form === "desktop" && height >= HIGH, last ? `${last.seq}` : "");
  const hidden = side > 0 || tight || controls.over !== undefined || ((!lines.length || !stays) && !note);
  // Before the next paint, or a message would appear twice for a moment.
  useLayoutEffect(() => {
    if (hidden) return;
    stripOnScreen.value += 1;
    return () => {
      stripOnScreen.value -= 1;
    };
  }, [hidden]);
  const squeeze = useSqueeze<HTMLSpanElement>();
  if (hidden) return null;
  if (note)
    return (
      <div class={`strip panel notice ${note.bad ? "bad" : ""}`} role="status">
        {note.bad && <Icon name="warn" size={17} />}
        <span class="lines" ref={squeeze}>
          <span class="event">
            <span data-clips>{note.text}</span>
          </span>
        </span>
        <button class="more" aria-label={t("common.close")} onClick={note.close}>
          <Icon name="cross" size={14} />
        </button>
      </div>
    );
  const order = inOrder(lines, controls.you);
  const room = form === "desktop" ? width * 0.06 : 0;
  const shown: Line[] = [];
  let used = 0;
  for (const line of order) {
    if (shown.length && used + line.text.length + 5 > room) break;
    shown.push(line);
    used += line.text.length + 5;
  }
  const more = order.length - shown.length;
  // What stands on the button is the beginning of its name, so that whoever speaks to the page can say it.
  const counted = more > 0 ? t("strip.more", { n: more }) : "";
  const game = controls.state.table.game;
  return (
    <div class="strip panel" role="status" aria-label={t("recap.title")}>
      <span class="lines" ref={squeeze}>
        {shown.map((line) => (
          <span
            class={`event ${line.seat === controls.you ? "mine" : ""}`}
            {...(line.card ? { "data-tip": `card:${game}:${line.card}` } : {})}
          >
            {line.seat !== undefined && <SeatDisc city={line.seat} size={22} />}
            <span class={line.brief ? "whole" : ""} data-clips>
              {line.text}
            </span>
            {line.brief && (
              <span class="brief" data-clips>
                {line.brief}
              </span>
            )}
          </span>
        ))}
      </span>
      <button
        class="more"
        aria-label={[counted, t("recap.title")].join(" ").trim()}
        onClick={() => (panel.value = "log")}
      >
        {counted ? (
          <>
            <span class="counted">{counted}</span>
            <span class="number">+{num(more)}</span>
          </>
        ) : (
          <Icon name="list" size={16} />
        )}
      </button>
    </div>
  );
}
