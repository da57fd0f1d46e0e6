// What happened, at its fixed place above the cards: one row that is always there, never grows and covers nothing. It
// tells of the newest turn, what concerns the viewer first, and opens the log. Short messages appear in it as well.

import { useEffect } from "preact/hooks";
import { cityGlyph, useControls } from "../app/controls";
import { fit } from "../app/fit";
import { num, t } from "../app/i18n";
import type { Line } from "../app/log";
import { panel } from "../app/panels";
import { Icon } from "../art/icons";
import { shownMove, useLines } from "./log";
import { stripOnScreen, useNotice } from "./notice";
import { useSqueeze } from "./squeeze";

/** The lines of the newest turn: everything since the viewer's last own move, or since everybody chose together. */
export function newest(lines: Line[], you: number | null): Line[] {
  const story = lines.filter((line) => line.kind !== "chat");
  const last = story[story.length - 1];
  if (!last) return [];
  let first = last.seq;
  for (let i = story.length - 1; i >= 0 && story[i]!.kind !== "table" && story[i]!.seat !== you; i--)
    first = story[i]!.seq;
  return story.filter((line) => line.seq >= first);
}

/** The lines up to a move, in a replay; all of them elsewhere. */
export function until(lines: Line[], move: number | null): Line[] {
  const after = move === null ? -1 : lines.findIndex((line) => line.move !== undefined && line.move > move);
  return after < 0 ? lines : lines.slice(0, after);
}

export function Strip() {
  const controls = useControls();
  const lines = newest(until(useLines(), shownMove.value), controls.you);
  const note = useNotice();
  const { side, width, form, tight } = fit.value;
  // A game that is over needs the room in a low window; its log is a tap away.
  const away = side > 0 || tight || !lines.length || (form === "rail" && controls.over !== undefined);
  useEffect(() => {
    if (away) return;
    stripOnScreen.value += 1;
    return () => {
      stripOnScreen.value -= 1;
    };
  }, [away]);
  const squeeze = useSqueeze<HTMLSpanElement>();
  if (away) return null;
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
  // As many lines as have room side by side; the first is the one that concerns the viewer most.
  const story = lines.filter((line) => line.kind !== "turn");
  const mine = story.filter((line) => controls.you !== null && line.about.includes(controls.you));
  const others = story.filter((line) => !mine.includes(line)).sort((a, b) => b.seq - a.seq);
  const order = [...mine, ...others];
  const room = form === "desk" ? width / 8.2 - 18 : 0;
  const shown: Line[] = [];
  let used = 0;
  for (const line of order) {
    if (shown.length && used + line.text.length + 5 > room) break;
    shown.push(line);
    used += line.text.length + 5;
  }
  const more = story.length - shown.length;
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
            {line.seat !== undefined && <Icon name={cityGlyph(controls, line.seat)} size={16} />}
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
