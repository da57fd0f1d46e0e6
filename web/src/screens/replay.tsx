// A finished game again: a slider, steps by decision and by turn, the log beside it, any seat's view or everything
// open, and a link to each moment.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api, errorText, type Position } from "../app/api";
import type { Controls } from "../app/controls";
import { currentControls } from "../app/current";
import { standing } from "../app/events";
import { LOG_SIDE, phone, wantedSide } from "../app/fit";
import { t } from "../app/i18n";
import { moveAfter } from "../app/log";
import { panel } from "../app/panels";
import { stateAt, stillControls } from "../app/positions";
import { replaceRoute } from "../app/router";
import { keep, kept, settings } from "../app/settings";
import { setTitle } from "../app/title";
import type { TableEvent, TableInfo, TableState } from "../app/types";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { KINDS } from "../games";
import { copyMoment } from "../parts/copy";
import { events, jump, shownMove } from "../parts/log";
import { NotThere } from "../parts/page";
import { TablePanels } from "../parts/panels";
import { TableFrame } from "../table/frame";
import { TextTable } from "../table/text-mode";

/** The viewpoint that shows everything: all hands, all cards that lie face down. */
const ALL = -1;

const PACE: Record<string, number> = { off: 700, fast: 700, normal: 1500, slow: 3200 };

interface Asked {
  id: string;
  link: string | undefined;
  now: number;
  moves: number;
  setMoves(moves: number): void;
  /** The viewpoints that are needed. */
  keys: number[];
  setFault(text: string): void;
}

/** The positions around a move, by viewpoint and move: fifty at a time, and the next fifty ahead. */
function usePositions({ id, link, now, moves, setMoves, keys, setFault }: Asked): Map<number, Map<number, Position>> {
  const [positions, setPositions] = useState<Map<number, Map<number, Position>>>(new Map());
  const asking = useRef(new Set<string>());
  useEffect(() => {
    const part = Math.floor(now / 50) * 50;
    for (const from of [part, part + 50]) {
      if (moves && from > moves) continue;
      for (const key of keys) {
        const name = `${key}.${from}`;
        if (asking.current.has(name)) continue;
        asking.current.add(name);
        api.replay(id, from, from + 49, key === ALL ? null : key, link).then(
          (answer) => {
            setMoves(answer.moves);
            setPositions(
              (old) =>
                new Map([
                  ...old,
                  [
                    key,
                    new Map([
                      ...(old.get(key) ?? []),
                      ...answer.positions.map((position) => [position.at, position] as const),
                    ]),
                  ],
                ]),
            );
          },
          (error: unknown) => setFault(errorText(error)),
        );
      }
    }
  }, [now, keys.join(), moves]);
  return positions;
}

/** Steps from turn to turn, and all steps by keys. */
function useSteps(moves: number, setNow: (step: (now: number) => number) => void) {
  const turns = turnsOf(events.value);
  const turnBack = () => setNow((n) => turns.filter((each) => each < n).pop() ?? 0);
  const turnOn = () => setNow((n) => turns.find((each) => each > n) ?? moves);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.target as Element).closest("input[type=text], select, dialog")) return;
      if (event.key === "ArrowRight") setNow((n) => Math.min(moves, n + 1));
      else if (event.key === "ArrowLeft") setNow((n) => Math.max(0, n - 1));
      else if (event.key === "PageUp") turnBack();
      else if (event.key === "PageDown") turnOn();
      else if (event.key === "Home") setNow(() => 0);
      else if (event.key === "End") setNow(() => moves);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [moves, turns.length]);
  return { turnBack, turnOn };
}

/** What led to a position; in a turn of hidden choices, until all are in, only who has chosen. */
function whatHappened(state: TableState, { events, move }: Position, isShown: boolean): string {
  const lines = KINDS[state.table.game].sentences(state, events ?? []);
  const deeds = lines.filter((line) => line.kind !== "turn"); // headings say what the bar above says already
  const texts = (deeds.length ? deeds : lines).map((line) => line.text);
  const chosen = move && t("event.ready", { player: seatName(state, move.seat) });
  // A whole turn of many cities is for the log to tell.
  if (texts.length > 4) return isShown || !chosen ? `${texts[0]} ${t("strip.more", { n: texts.length - 1 })}` : chosen;
  return texts.length || !chosen ? texts.join(" ") : chosen;
}

export function ReplayScreen({ id, at, link }: { id: string; at: number; link?: string }) {
  const [table, setTable] = useState<TableInfo | null>(null);
  const [moves, setMoves] = useState(0);
  const [now, setNow] = useState(Number.isInteger(at) ? Math.max(0, at) : 0);
  const [seat, setSeat] = useState<number>(kept<number>("mirabilia.replay.seat") ?? 0);
  const [home, setHome] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [fault, setFault] = useState("");
  useEffect(() => {
    wantedSide.value = LOG_SIDE;
    return () => {
      wantedSide.value = 0;
    };
  }, []);
  useEffect(() => {
    setTitle(t("replay.open"));
    api.table(id, link).then(
      (answer) => {
        setTable(answer.table);
        // A link may name a moment that this game never had.
        setNow((asked) => Math.min(asked, answer.table.moves));
        setSeat((old) => (old < answer.table.seats.length ? old : 0));
        if (answer.you !== null) {
          setHome(answer.you);
          setSeat((old) => (old === ALL ? ALL : answer.you!));
        }
      },
      (error: unknown) => setFault(errorText(error)),
    );
    void allEvents(id, link).then(
      (all) => {
        events.value = all;
      },
      () => undefined, // a replay without its log is still a replay
    );
    jump.value = (move) => {
      setPlaying(false);
      setNow(move);
    };
    return () => {
      currentControls.value = null;
      panel.value = null;
      jump.value = null;
      shownMove.value = null;
      events.value = [];
    };
  }, [id]);
  const { turnBack, turnOn } = useSteps(moves, setNow);
  useEffect(() => {
    shownMove.value = now;
  }, [now]);
  // Where prices lie open, every seat's are asked for.
  const base = seat === ALL ? home : seat;
  const keys = !table
    ? []
    : [...new Set([seat, base, ...(KINDS[table.game].openPrices ? table.seats.map((each) => each.seat) : [])])];
  const positions = usePositions({ id, link, now, moves, setMoves, keys, setFault });
  useEffect(() => {
    replaceRoute(...(link ? ["watch", link] : ["table", id]), "replay", now);
  }, [now]);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (now < moves ? setNow(now + 1) : setPlaying(false)), PACE[settings.peek().speed]);
    return () => clearTimeout(timer);
  }, [playing, now, moves]);
  const last = now > moves && moves > 0 ? moves : now;
  const position = positions.get(base)?.get(last);
  const open = positions.get(ALL)?.get(last);
  if (fault || !table || !position?.view || (seat === ALL && !open))
    return <NotThere title={t("replay.open")} fault={fault} back={{ href: "#/", text: t("common.home") }} />;
  const kind = KINDS[table.game];
  const shownAt = (at: number): TableState | null => {
    const seen = stateAt(
      kind,
      table,
      base,
      (who) => positions.get(who)?.get(at),
      table.status === "over" && at === moves,
    );
    const everything = seat === ALL ? positions.get(ALL)?.get(at)?.snapshot : undefined;
    return seen && everything ? { ...seen, view: kind.opened(seen.view!, everything) } : seen;
  };
  const state = shownAt(last)!;
  const controls: Controls = { ...stillControls(kind, state, base), news: position.events ?? [] };
  currentControls.value = controls;
  const next = positions.get(base)?.get(last + 1) ?? null;
  const bar = (
    <Bar
      now={now}
      moves={moves}
      playing={playing}
      go={setNow}
      turnBack={turnBack}
      turnOn={turnOn}
      play={setPlaying}
      text={whatHappened(state, position, true)}
      next={next && whatHappened(state, next, false)}
    >
      <label class="rowline">
        {t("replay.seen_by")}
        <select
          value={String(seat)}
          onChange={(e) => {
            setSeat(Number(e.currentTarget.value));
            keep("mirabilia.replay.seat", Number(e.currentTarget.value));
          }}
        >
          {table.seats.map((each) => (
            <option value={String(each.seat)}>{seatName(state, each.seat)}</option>
          ))}
          <option value={String(ALL)}>{t("replay.all_open")}</option>
        </select>
      </label>
      {table.status === "over" && (
        <a class="btn" href={`#/${link ? `watch/${link}` : `table/${id}`}/analysis`}>
          <Icon name="chart" />
          <span>{t("study.analyse")}</span>
        </a>
      )}
      <button class="btn" onClick={() => void copyMoment(id, link, `replay/${last}`)}>
        <Icon name="link" />
        <span>{t("replay.link")}</span>
      </button>
    </Bar>
  );
  const hands = seat === ALL ? kind.hands?.(controls, open?.snapshot ?? {}) : null;
  const panels = <TablePanels controls={controls} live={null} />;
  const foot = (
    <div class="footrow">
      {hands}
      {bar}
    </div>
  );
  return settings.value.textMode ? (
    <TextTable controls={controls} tools={<Tools />}>
      {foot}
      {panels}
    </TextTable>
  ) : (
    <div class={`replaying ${hands ? "allopen" : ""}`}>
      <TableFrame controls={controls} tools={<Tools />} foot={foot}>
        {panels}
      </TableFrame>
    </div>
  );
}

/** Steps, slider and what happened; `children` stand at the end. */
function Bar({
  now,
  moves,
  playing,
  go,
  turnBack,
  turnOn,
  play,
  text,
  next,
  children,
}: {
  now: number;
  moves: number;
  playing: boolean;
  go(move: number): void;
  turnBack(): void;
  turnOn(): void;
  play(on: boolean): void;
  text: string;
  next: string | null;
  children: ComponentChildren;
}) {
  return (
    <div class="replaybar panel" role="group" aria-label={t("replay.open")}>
      <div class="rowline">
        {!phone.value && (
          <button class="btn round" aria-label={t("replay.first")} onClick={() => go(0)}>
            <Icon name="first" />
          </button>
        )}
        <button class="btn round" aria-label={t("replay.turn_back")} onClick={turnBack}>
          <Icon name="passleft" />
        </button>
        <button class="btn round" aria-label={t("replay.back")} onClick={() => go(Math.max(0, now - 1))}>
          <Icon name="left" />
        </button>
        <button
          class="btn round main"
          aria-label={playing ? t("replay.pause") : t("replay.play")}
          onClick={() => play(!playing)}
        >
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button class="btn round" aria-label={t("replay.on")} onClick={() => go(Math.min(moves, now + 1))}>
          <Icon name="right" />
        </button>
        <button class="btn round" aria-label={t("replay.turn_on")} onClick={turnOn}>
          <Icon name="passright" />
        </button>
        {!phone.value && (
          <button class="btn round" aria-label={t("replay.last")} onClick={() => go(moves)}>
            <Icon name="last" />
          </button>
        )}
        <input
          class="grow"
          type="range"
          min={0}
          max={moves}
          value={now}
          aria-label={t("replay.slider")}
          aria-valuetext={`${now} / ${moves}`}
          onInput={(e) => go(Number(e.currentTarget.value))}
        />
        <span class="count">
          {now} / {moves}
        </span>
      </div>
      <div class="rowline">
        <span class="grow" role="status" tabIndex={0}>
          {text}
          {next && <span class="muted"> {t("replay.next", { move: next })}</span>}
        </span>
        {children}
      </div>
    </div>
  );
}

function Tools() {
  return (
    <>
      <button class="btn round quiet" aria-label={t("panel.chains")} onClick={() => (panel.value = "chains")}>
        <Icon name="tree" />
      </button>
      <button class="btn round quiet" aria-label={t("panel.log")} onClick={() => (panel.value = "log")}>
        <Icon name="list" />
      </button>
      <button class="btn round quiet" aria-label={t("panel.menu")} onClick={() => (panel.value = "menu")}>
        <Icon name="menu" />
      </button>
    </>
  );
}

/** Everything that happened at a table. */
async function allEvents(id: string, link?: string): Promise<TableEvent[]> {
  const all: TableEvent[] = [];
  for (;;) {
    const part = await api.events(id, all[all.length - 1]?.seq ?? 0, link);
    if (!part.events.length) return standing(all);
    all.push(...part.events);
  }
}

/**
 * The numbers of moves after which a turn was over: where everybody chose together, or where somebody else moved on.
 */
export function turnsOf(all: TableEvent[]): number[] {
  const moved = all.filter((event) => moveAfter(event) !== null);
  return moved
    .filter((event, i) => event.kind === "turn" || event.seat !== moved[i + 1]?.seat)
    .map((event) => moveAfter(event)!);
}
