// Hints at a table that allows them, and the question before a move that certainly gives away much, on gentle tables.
// Both are a small box beside the card they are about: the card and whatever the reason names stay bright in a ring,
// the rest is dimmed. What is said comes from the server, which looks at nothing but what this seat sees.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { errorText } from "../app/api";
import { type Controls, selected, split } from "../app/controls";
import { phone } from "../app/fit";
import { t } from "../app/i18n";
import type { LiveTable } from "../app/live";
import { parseMove } from "../app/moves";
import { reach } from "../app/reach";
import type { Option } from "../app/types";
import { Icon } from "../art/icons";
import type { Reason, Warned } from "../generated/study";
import { notice } from "../parts/notice";
import { type Hinted, study } from "./api";
import { chanceText, isWonder, reasonText } from "./words";

interface Warning {
  warned: Warned;
  option: Option;
  play: () => void;
  drop: () => void;
}

/** What is said now, and at which table and move: a hint, or a warning. */
const advice = signal<({ table: string; at: number } & ({ hint: Hinted } | Warning)) | null>(null);
const asking = signal(false);

const mayAsk = (controls: Controls): boolean =>
  controls.live && controls.yours && controls.state.table.options.hints !== "off" && controls.state.options.length > 1;

/** Asks for a hint, or for more than one. */
export function askHint(controls: Controls, live: LiveTable, kind: "hint" | "explain"): void {
  if (!mayAsk(controls) || asking.peek()) return;
  const { id, moves } = controls.state.table;
  asking.value = true;
  study
    .hint(id, kind, controls.you ?? 0, live.token)
    .then(
      (hint) => {
        selected.value = null;
        advice.value = { table: id, at: moves, hint };
      },
      (error: unknown) => notice(errorText(error), true),
    )
    .finally(() => (asking.value = false));
}

export function HintButton({ controls, live }: { controls: Controls; live: LiveTable }) {
  if (!mayAsk(controls)) return null;
  return (
    <button
      class="btn hintbutton"
      ref={reach("hint")}
      disabled={asking.value}
      aria-label={t("hint.ask")}
      aria-keyshortcuts="h"
      data-tip={`text:${t("hint.ask")} (H)`}
      onClick={() => askHint(controls, live, "hint")}
    >
      <Icon name="sun" />
      {!phone.value && <span>{asking.value ? t("hint.thinking") : t("hint.ask")}</span>}
    </button>
  );
}

/**
 * On a gentle table: plays the option, or first asks whether it is meant, if it certainly gives away much; `drop` comes
 * when it was not.
 */
export function playGently(
  controls: Controls,
  live: LiveTable,
  option: Option,
  play: () => void,
  drop: () => void,
): void {
  const { table, options } = controls.state;
  if (table.options.hints !== "gentle" || options.length < 2 || advice.peek()) {
    advice.value = null;
    play();
    return;
  }
  study.check(table.id, option.text, controls.you ?? 0, live.token).then(
    ({ warned }) => {
      if (warned) advice.value = { table: table.id, at: table.moves, warned, option, play, drop };
      else play();
    },
    play, // whoever cannot be warned may still play
  );
}

/** What is said now about the position on screen. */
export function AdviceLayer({ controls, live }: { controls: Controls; live: LiveTable }) {
  const now = advice.value;
  const { id, moves } = controls.state.table;
  const fits = now?.table === id && now.at === moves && controls.yours;
  useEffect(() => {
    if (now && !fits) advice.value = null;
  }, [now, fits]);
  if (!now || !fits) return null;
  return "hint" in now ? (
    <HintBox controls={controls} live={live} hint={now.hint} />
  ) : (
    <WarningBox controls={controls} warning={now} />
  );
}

const optionOf = (controls: Controls, move: string): Option | undefined =>
  controls.state.options.find(({ text }) => text === move);

function HintBox({ controls, live, hint }: { controls: Controls; live: LiveTable; hint: Hinted }) {
  const { game } = controls.state.table;
  const [best] = hint.options;
  const option = best && optionOf(controls, best.move);
  if (!best || !option) return null;
  const why = hint.reason ?? best.reasons[0] ?? null;
  const reason = why ? reasonText(game, controls.state, why) : "";
  const close = () => (advice.value = null);
  return (
    <Box move={best.move} reason={why} label={t("hint.ask")} close={close}>
      {hint.options.length > 1 ? (
        <ol>
          {hint.options.map((each) => {
            const other = optionOf(controls, each.move);
            return (
              <li>
                <b>{other && controls.kind.optionSentence(controls, other)}</b>{" "}
                <span class="muted">{t("hint.chance", { chance: chanceText(each.chance) })}</span>{" "}
                {each.reasons[0] && reasonText(game, controls.state, each.reasons[0])}
              </li>
            );
          })}
        </ol>
      ) : (
        <p>
          <b>{controls.kind.optionSentence(controls, option)}.</b>{" "}
          {reason || controls.kind.optionEffect(controls, option).join(" ")}{" "}
          <span class="muted">{t("hint.chance", { chance: chanceText(best.chance) })}</span>
        </p>
      )}
      <div class="rowline">
        <button
          class="btn main"
          disabled={controls.busy}
          onClick={() => {
            if (option.card) selected.value = option.card;
            split.value = option.text;
            controls.play(option);
          }}
        >
          {t("hint.play")}
        </button>
        {hint.options.length === 1 && (
          <button class="btn" disabled={asking.value} onClick={() => askHint(controls, live, "explain")}>
            {t("hint.why")}
          </button>
        )}
        <span class="grow" />
        <button class="btn round quiet" aria-label={t("common.close")} onClick={close}>
          <Icon name="cross" />
        </button>
      </div>
    </Box>
  );
}

function WarningBox({ controls, warning }: { controls: Controls; warning: Warning }) {
  const { warned, option, play, drop } = warning;
  const { game } = controls.state.table;
  const { reason } = warned;
  const better = optionOf(controls, warned.better);
  const close = () => {
    advice.value = null;
    drop();
  };
  return (
    <Box move={option.text} reason={reason} label={t("hint.think")} close={close} asks>
      <p>
        <b>{t("hint.falls", { before: chanceText(warned.before), after: chanceText(warned.after) })}</b>{" "}
        {reason?.about === "best" &&
          better &&
          t("hint.better", { move: controls.kind.optionSentence(controls, better) })}{" "}
        {reason && reasonText(game, controls.state, reason)}
      </p>
      <div class="rowline">
        <button class="btn main" onClick={close}>
          {t("hint.choose")}
        </button>
        <button
          class="btn"
          onClick={() => {
            advice.value = null;
            play();
          }}
        >
          {t("hint.anyway")}
        </button>
      </div>
    </Box>
  );
}

/** Selectors of each thing a move is made with, the most particular first. */
function thingsOf(move: string): string[][] {
  const { action, card, wonder, token, seat } = parseMove(move);
  return [
    ...(action === "starter" ? [[`.choice [data-starter="${seat}"]`]] : []),
    ...(token ? [[`.choice [data-token="${token}"]`, `[data-token="${token}"]`]] : []),
    ...(card ? [[`.choice [data-card="${card}"]`, `button[data-card="${card}"]`]] : []),
    ...(wonder ? [[`[data-wonder="${wonder}"]`, `[data-tip="wonder:${wonder}"]`]] : []),
  ];
}

const visible = (selectors: string[]): Element | undefined =>
  selectors
    .flatMap((each) => [...document.querySelectorAll(each)])
    .find((element) => element.checkVisibility() && element.getBoundingClientRect().width > 8);

/** What a move and a reason are about, as things of the table. */
function namedThings(move: string, reason: Reason | null): Element[] {
  const named = Object.entries(reason?.args ?? {}).flatMap(([name, value]) =>
    name === "card" || name === "later"
      ? [[`button[data-card="${value}"]`, `.card[data-card="${value}"]`]]
      : isWonder(name)
        ? [[`[data-wonder="${value}"]`, `[data-tip="wonder:${value}"]`]]
        : name === "stage"
          ? [[`.wcity .stages li:nth-child(${value})`]]
          : [],
  );
  const found = [...thingsOf(move), ...named].map(visible).filter((element) => element !== undefined);
  return [...new Set(found)];
}

/** The rectangle of a thing and of the badge that hangs over its edge. */
function whole(thing: Element): DOMRect {
  const box = thing.getBoundingClientRect();
  const badge = thing.querySelector(".verdict")?.getBoundingClientRect();
  if (!badge?.width) return box;
  const right = Math.max(box.right, badge.right);
  const bottom = Math.max(box.bottom, badge.bottom);
  return new DOMRect(box.left, box.top, right - box.left, bottom - box.top);
}

interface BoxProps {
  move: string;
  reason: Reason | null;
  label: string;
  close: () => void;
  /** It is a question, which comes before anything else. */
  asks?: boolean;
  children: preact.ComponentChildren;
}

type Area = Pick<DOMRect, "left" | "top" | "right" | "bottom">;
const GAP = 12;
const apart = (a: Area, b: Area): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Where the box covers nothing it is about: below the card, else above, beside, or at an edge of the window. */
function freePlace(card: DOMRect | undefined, bright: DOMRect[], width: number, height: number): [number, number] {
  const within = (at: number, size: number, room: number) => Math.max(8, Math.min(at, room - size - 8));
  const middle = card ? card.left + card.width / 2 - width / 2 : (innerWidth - width) / 2;
  const places: [number, number][] = [];
  if (card)
    places.push(
      [middle, card.bottom + GAP],
      [middle, card.top - GAP - height],
      [card.right + GAP, card.top],
      [card.left - GAP - width, card.top],
    );
  places.push([middle, innerHeight - height - 8], [middle, 8]);
  const fits = ([left, top]: [number, number]) => {
    const x = within(left, width, innerWidth);
    if (top < 4 || top + height > innerHeight - 4) return false;
    return bright.every((box) => apart(box, { left: x, top, right: x + width, bottom: top + height }));
  };
  // Where nothing is free, as little as can be of what it is about is covered.
  const covered = ([left, top]: [number, number]) => {
    const x = within(left, width, innerWidth);
    const y = within(top, height, innerHeight);
    return bright.reduce((sum, box) => {
      const wide = Math.min(box.right, x + width) - Math.max(box.left, x);
      const high = Math.min(box.bottom, y + height) - Math.max(box.top, y);
      return sum + Math.max(0, wide) * Math.max(0, high);
    }, 0);
  };
  const [left, top] = places.find(fits) ?? places.sort((a, b) => covered(a) - covered(b))[0]!;
  return [within(left, width, innerWidth), within(top, height, innerHeight)];
}

/** The box, and the shade that leaves bright what it is about. */
function Box({ move, reason, label, close, asks = false, children }: BoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current!;
    let before = "";
    namedThings(move, reason)[0]?.scrollIntoView({ block: "nearest", inline: "nearest" }); // a list may hide it
    const place = () => {
      const bright = namedThings(move, reason).map(whole);
      const { offsetWidth: width, offsetHeight: height } = box;
      const key = `${bright.map((each) => `${each.x},${each.y},${each.width}`)} ${width} ${height} ${innerHeight}`;
      if (key === before) return;
      before = key;
      const [left, top] = freePlace(bright[0], bright, width, height);
      box.style.left = `${left}px`;
      box.style.top = `${top}px`;
      const holes = bright.map((each) => {
        const [x, y] = [each.left - 5, each.top - 5];
        return `M${x} ${y}h${each.width + 10}v${each.height + 10}h${-each.width - 10}z`;
      });
      shade.current!.style.clipPath = `path(evenodd, "M0 0H${innerWidth}V${innerHeight}H0z${holes.join("")}")`;
      shade.current!.nextElementSibling!.replaceChildren(
        ...bright.map((each) => {
          const ring = document.createElement("i");
          Object.assign(ring.style, {
            left: `${each.left - 5}px`,
            top: `${each.top - 5}px`,
            width: `${each.width + 10}px`,
            height: `${each.height + 10}px`,
          });
          return ring;
        }),
      );
    };
    place();
    const timer = setInterval(place, 150);
    return () => clearInterval(timer);
  }, [move, reason]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    addEventListener("keydown", onKey, true);
    const focused = document.activeElement;
    (asks ? ref.current!.querySelector<HTMLElement>(".btn")! : ref.current!).focus({ preventScroll: true });
    return () => {
      removeEventListener("keydown", onKey, true);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <div class={`hintshade ${asks ? "asks" : ""}`} ref={shade} aria-hidden="true" />
      <div class="hintrings" aria-hidden="true" />
      <div class="hintbox panel" ref={ref} role="dialog" aria-label={label} tabIndex={-1}>
        {asks && (
          <h2>
            <Icon name="warn" size={19} /> {label}
          </h2>
        )}
        {children}
      </div>
    </>
  );
}
