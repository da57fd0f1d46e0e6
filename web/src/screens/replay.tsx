// A finished game again: a slider, steps by decision, any seat's view or everything open, and a link to each moment.

import { useEffect, useRef, useState } from "preact/hooks";
import { api, errorText, type Position } from "../app/api";
import { currentDesk } from "../app/current";
import type { Desk } from "../app/desk";
import { t } from "../app/i18n";
import { panel } from "../app/panels";
import { replaceRoute } from "../app/router";
import { kept, keep, settings } from "../app/settings";
import type { GameView, TableInfo, TableState } from "../app/types";
import { moveSentence } from "../app/log";
import { seatName } from "../app/words";
import { Icon } from "../art/icons";
import { notice } from "../parts/notice";
import { Page } from "../parts/page";
import { TablePanels } from "../parts/panels";
import { TableFrame } from "../table/frame";
import { TextTable } from "../table/text-mode";

const PACE: Record<string, number> = { off: 700, fast: 700, normal: 1500, slow: 3200 };

export function ReplayScreen({ id, at }: { id: string; at: number }) {
  const [table, setTable] = useState<TableInfo | null>(null);
  const [positions, setPositions] = useState<Map<number, Position>>(new Map());
  const [moves, setMoves] = useState(0);
  const [now, setNow] = useState(Math.max(0, at));
  const [seat, setSeat] = useState<number>(kept<number>("mirabilia.replay.seat") ?? 0);
  const [playing, setPlaying] = useState(false);
  const [fault, setFault] = useState("");
  const asking = useRef(new Set<number>());
  useEffect(() => {
    document.title = `${t("replay.open")} - Mirabilia`;
    api.table(id).then((answer) => { setTable(answer.table); if (answer.you !== null) setSeat(answer.you); }, (error: unknown) => setFault(errorText(error)));
    return () => { currentDesk.value = null; panel.value = null; };
  }, [id]);
  useEffect(() => { setPositions(new Map()); asking.current.clear(); }, [seat]);
  useEffect(() => {
    const part = Math.floor(now / 50) * 50;
    for (const from of [part, part + 50]) {
      if (asking.current.has(from) || (moves && from > moves)) continue;
      asking.current.add(from);
      api.replay(id, from, from + 49, seat).then((answer) => {
        setMoves(answer.moves);
        setPositions((old) => new Map([...old, ...answer.positions.map((position) => [position.at, position] as const)]));
      }, (error: unknown) => setFault(errorText(error)));
    }
    replaceRoute("table", id, "replay", now);
  }, [now, seat, moves]);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (now < moves ? setNow(now + 1) : setPlaying(false)), PACE[settings.peek().speed]);
    return () => clearTimeout(timer);
  }, [playing, now, moves]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.target as Element).closest("input[type=text], select, dialog")) return;
      if (event.key === "ArrowRight") setNow((n) => Math.min(moves, n + 1));
      else if (event.key === "ArrowLeft") setNow((n) => Math.max(0, n - 1));
      else if (event.key === "Home") setNow(0);
      else if (event.key === "End") setNow(moves);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [moves]);
  const position = positions.get(now);
  if (fault) return <Page title={t("replay.open")}><p class="panel warnline" role="alert"><Icon name="warn" /> {fault}</p><a class="btn" href="#/">{t("common.home")}</a></Page>;
  if (!table || !position?.view) return <Page title={t("replay.open")}><p class="muted center" role="status">{t("common.loading")}</p></Page>;
  const state: TableState = {
    table: { ...table, status: table.status === "over" && now === moves ? "over" : "playing", waiting_for: position.view.to_act, ready: [] },
    view: position.view as GameView, options: position.options?.[String(seat)] ?? [], quotes: position.quotes?.[String(seat)] ?? [], prices: null, choice: [], clock: null,
  };
  const desk: Desk = { state, you: seat, live: false, busy: false, here: [], fresh: [], play: () => undefined };
  currentDesk.value = desk;
  const next = positions.get(now + 1)?.move ?? null;
  const last = position.move;
  const tell = (move: Position["move"]) => (move && typeof move === "object" ? moveSentence(state, move.seat, move.move).text : typeof move === "string" ? move : "");
  const bar = (
    <div class="replaybar panel" role="group" aria-label={t("replay.open")}>
      <div class="rowline">
        <button class="btn round" aria-label={t("replay.first")} onClick={() => setNow(0)}><Icon name="first" /></button>
        <button class="btn round" aria-label={t("replay.back")} onClick={() => setNow(Math.max(0, now - 1))}><Icon name="left" /></button>
        <button class="btn round main" aria-label={playing ? t("replay.pause") : t("replay.play")} onClick={() => setPlaying(!playing)}><Icon name={playing ? "pause" : "play"} /></button>
        <button class="btn round" aria-label={t("replay.on")} onClick={() => setNow(Math.min(moves, now + 1))}><Icon name="right" /></button>
        <button class="btn round" aria-label={t("replay.last")} onClick={() => setNow(moves)}><Icon name="last" /></button>
        <input class="grow" type="range" min={0} max={moves} value={now} aria-label={t("replay.slider")} aria-valuetext={`${now} / ${moves}`} onInput={(e) => setNow(Number(e.currentTarget.value))} />
        <span>{now} / {moves}</span>
      </div>
      <div class="rowline">
        <span class="grow" role="status">{tell(last)}{next && <span class="muted"> {t("replay.next", { move: tell(next) })}</span>}</span>
        <label class="rowline">{t("replay.seen_by")}
          <select value={String(seat)} onChange={(e) => { setSeat(Number(e.currentTarget.value)); keep("mirabilia.replay.seat", Number(e.currentTarget.value)); }}>
            {table.seats.map((each) => <option value={String(each.seat)}>{seatName(state, each.seat)}</option>)}
          </select>
        </label>
        <button class="btn" onClick={() => void navigator.clipboard.writeText(location.href).then(() => notice(t("common.copied")), () => notice(t("common.copy_by_hand")))}><Icon name="link" />{t("replay.link")}</button>
      </div>
    </div>
  );
  const tools = (
    <>
      <button class="btn round quiet" aria-label={t("panel.chains")} onClick={() => (panel.value = "chains")}><Icon name="tree" /></button>
      <button class="btn round quiet" aria-label={t("panel.menu")} onClick={() => (panel.value = "menu")}><Icon name="menu" /></button>
    </>
  );
  const around = <>{bar}<TablePanels desk={desk} live={null} /></>;
  return settings.value.textMode ? <TextTable desk={desk} tools={tools}>{around}</TextTable> : <div class="replaying"><TableFrame desk={desk} tools={tools}>{around}</TableFrame></div>;
}
