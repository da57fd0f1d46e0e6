// The chances over the game, drawn to the size of its own area. Where a game can be won in several ways the bands are
// the ways, mine full and the opponent's hatched; else there is a band for each seat, each with a pattern of its own.
// Press, drag or use the arrow keys to go to a moment; the same stands in a table for screen readers.

import { useEffect, useRef, useState } from "preact/hooks";
import { seatGlyph } from "../app/controls";
import { percent, roman, t } from "../app/i18n";
import { moveTitle, moveWords } from "../app/moves";
import type { Named } from "../app/types";
import { seatName } from "../app/words";
import type { Analysis, Moment } from "../generated/study";
import { CurveMark, WAYS } from "./parts";
import { chanceText, whenText } from "./words";

interface Props {
  analysis: Analysis;
  state: Named;
  /** From whose side it is drawn. */
  me: number;
  /** The decision looked at. */
  now: number;
  marked: Moment[];
  go(number: number): void;
  step(by: number): void;
}

const TOP = 8,
  LEFT = 34,
  RIGHT = 10,
  FOOT = 40;

export function Curve({ analysis, state, me, now, marked, go, step }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [[width, height], setSize] = useState<[number, number]>([860, 210]);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 50 && height > 50) setSize([Math.round(width), Math.round(height)]);
    });
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const { curve, moments } = analysis;
  const { game } = state.table;
  const last = Math.max(1, curve[curve.length - 1]?.number ?? 1);
  const x = (number: number) => LEFT + (number / last) * (width - LEFT - RIGHT);
  const bottom = height - FOOT;
  const y = (share: number) => bottom - Math.min(1, Math.max(0, share)) * (bottom - TOP);
  const split = isSplit(analysis);
  const bands = split ? wayBands(analysis, me) : seatBands(analysis, me);
  const edge = (values: number[]) =>
    values.map((value, i) => `${x(curve[i]!.number).toFixed(1)} ${y(value).toFixed(1)}`);
  const ages = curve.filter((point, i) => point.age > 0 && (i === 0 || curve[i - 1]!.age !== point.age));
  const mine = curve.map((point) => point.chances[me] ?? 0);
  const at = moments[now];
  const chanceAt = (number: number) => {
    let found = 0;
    for (const [i, point] of curve.entries()) if (point.number <= number) found = mine[i]!;
    return found;
  };
  const pick = (event: PointerEvent) => {
    const from = box.current!.getBoundingClientRect();
    // The table's scale (CSS zoom) is in the rectangle, not in our own pixels.
    const inner = ((event.clientX - from.left) / from.width) * width;
    const number = Math.round(((inner - LEFT) / (width - LEFT - RIGHT)) * last);
    go(Math.max(0, Math.min(moments.length - 1, number)));
  };
  return (
    <div class="curvebox">
      <div
        class="curveplot"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t("study.curve")}
        aria-valuemin={1}
        aria-valuemax={moments.length}
        aria-valuenow={now + 1}
        aria-valuetext={
          at
            ? t("study.curve_at", {
                when: whenText(game, at),
                player: seatName(state, at.seat),
                move: moveWords(game, state, at.played),
                chance: chanceText(chanceAt(now)),
              })
            : ""
        }
        onPointerDown={(event) => {
          box.current!.setPointerCapture(event.pointerId);
          pick(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons & 1) pick(event);
        }}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (by) step(by);
          else if (event.key === "Home") go(0);
          else if (event.key === "End") go(moments.length - 1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <defs>{bands.map(({ pattern }, i) => pattern && <Hatch id={`band-${i}`} kind={pattern} />)}</defs>
          {bands.map(({ low, high, kind, pattern }, i) => {
            const d = `M${edge(high).join("L")}L${edge(low).reverse().join("L")}Z`;
            return (
              <>
                <path class={`band ${kind} ${pattern ? "soft" : ""}`} d={d} />
                {pattern && <path d={d} fill={`url(#band-${i})`} />}
              </>
            );
          })}
          <path class="half" d={`M${LEFT} ${y(0.5)}H${width - RIGHT}`} />
          <path class="ownline under" d={`M${edge(mine).join("L")}`} />
          <path class="ownline" d={`M${edge(mine).join("L")}`} />
          {[0, 0.5, 1].map((share) => (
            <text class="axis" x={LEFT - 5} y={y(share)}>
              {share * 100}
            </text>
          ))}
          {ages.map((point) => (
            <g>
              <path class="ageline" d={`M${x(point.number)} ${TOP}V${height - 4}`} />
              <text class="agename" x={x(point.number) + 5} y={height - 9}>
                {t("table.age", { age: roman(point.age) })}
              </text>
            </g>
          ))}
          {curve.flatMap((point) =>
            [...new Set(point.marks ?? [])]
              .filter((mark) => mark in MARKS)
              .map((mark, i) => (
                <g class={`happened ${mark}`} transform={`translate(${x(point.number) - 7} ${bottom + 4 + i * 13})`}>
                  <use href={`#i-${MARKS[mark]!}`} width="14" height="14" />
                </g>
              )),
          )}
          {!split &&
            bands.map(({ low, high, seat }) => {
              const i = Math.floor(curve.length * 0.03);
              const middle = ((low[i] ?? 0) + (high[i] ?? 0)) / 2;
              return (
                <g class="bandseat" transform={`translate(${LEFT + 6} ${y(middle) - 9})`}>
                  <rect width="18" height="18" rx="9" />
                  <use href={`#i-${seatGlyph(seat ?? 0)}`} x="2" y="2" width="14" height="14" />
                </g>
              );
            })}
          <path class="cursor" d={`M${x(now)} ${TOP - 6}V${bottom + 4}`} />
          {marked.map(
            (moment) =>
              moment.label && (
                <CurveMark
                  key={moment.number}
                  label={moment.label}
                  x={Math.max(LEFT + 10, Math.min(width - RIGHT - 10, x(moment.number)))}
                  y={Math.max(TOP + 12, Math.min(bottom - 12, y(chanceAt(moment.number))))}
                  now={moment.number === now}
                />
              ),
          )}
        </svg>
      </div>
      <InWords state={state} me={me} moments={moments} chanceAt={chanceAt} />
    </div>
  );
}

/** The same for screen readers: a row for each decision. */
function InWords({
  state,
  me,
  moments,
  chanceAt,
}: {
  state: Named;
  me: number;
  moments: Moment[];
  chanceAt(number: number): number;
}) {
  const { game } = state.table;
  return (
    <div class="sr">
      <table>
        <caption>{t("study.curve")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("study.column.when")}</th>
            <th scope="col">{t("over.player")}</th>
            <th scope="col">{t("study.column.move")}</th>
            <th scope="col">{t("study.column.chance", { player: seatName(state, me) })}</th>
            <th scope="col">{t("study.column.loss")}</th>
          </tr>
        </thead>
        <tbody>
          {moments.map((moment) => (
            <tr>
              <th scope="row">{whenText(game, moment)}</th>
              <td>{seatName(state, moment.seat)}</td>
              <td>{moveTitle(game, state, moment.played)}</td>
              <td>{chanceText(chanceAt(moment.number))}</td>
              <td>
                {moment.label ? `${t(`study.label.${moment.label}`)} ` : ""}
                {moment.loss >= 0.005 ? percent(-Math.round(moment.loss * 100) / 100) : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the bands are ways of winning: only where there are several, and two who can win. */
export const isSplit = ({ curve, players }: Analysis): boolean =>
  players === 2 && new Set(curve.flatMap((point) => (point.ways ?? []).flatMap(Object.keys))).size > 1;

/** What is marked below the curve, each with its sign. */
const MARKS: Partial<Record<string, string>> = { wonder: "wonder", stage: "wonder", war: "sword", token: "scales" };

interface Band {
  low: number[];
  high: number[];
  kind: string;
  pattern?: Pattern;
  seat?: number;
}

type Pattern = "hatch" | "dots" | "cross" | "lines" | "columns" | "back" | "rings";

function wayBands({ curve }: Analysis, me: number): Band[] {
  const foe = 1 - me;
  // Points without a split (the end, a forced win) belong to the way that was last ahead: all to what the chances say.
  const part = (i: number, seat: number, way: string): number => {
    const point = curve[i]!;
    const ways = point.ways?.[seat];
    const chance = point.chances[seat] ?? 0;
    const sum = WAYS.reduce((total, each) => total + (ways?.[each] ?? 0), 0);
    if (!ways || sum <= 0) return way === "civilian" ? chance : 0;
    return ((ways[way] ?? 0) / sum) * chance;
  };
  const bands: Band[] = [];
  let floor = curve.map(() => 0);
  const add = (seat: number, way: string, pattern?: Pattern) => {
    const roof = floor.map((value, i) => value + part(i, seat, way));
    bands.push({ low: floor, high: roof, kind: `way-${way}`, ...(pattern ? { pattern } : {}) });
    floor = roof;
  };
  for (const way of WAYS) add(me, way);
  for (const way of [...WAYS].reverse()) add(foe, way, "hatch");
  return bands;
}

const SEAT_PATTERNS: (Pattern | undefined)[] = [undefined, "hatch", "dots", "lines", "back", "columns", "cross"];

function seatBands({ curve, players }: Analysis, me: number): Band[] {
  const seats = Array.from({ length: players }, (_, i) => (me + i) % players);
  let floor = curve.map(() => 0);
  return seats.map((seat, place) => {
    const roof = floor.map((value, i) => value + (curve[i]!.chances[seat] ?? 0));
    const pattern = SEAT_PATTERNS[place];
    const band: Band = { low: floor, high: roof, kind: `seatband-${place}`, seat, ...(pattern ? { pattern } : {}) };
    floor = roof;
    return band;
  });
}

function Hatch({ id, kind }: { id: string; kind: Pattern }) {
  const size = kind === "dots" ? 9 : 8;
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" class="hatch">
      {kind === "hatch" && <path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6" />}
      {kind === "back" && <path d="M-2 -2L10 10M-2 6L2 10M6 -2L10 2" />}
      {kind === "cross" && <path d="M-2 10L10 -2M-2 -2L10 10" />}
      {kind === "lines" && <path d="M0 4H8" />}
      {kind === "columns" && <path d="M4 0V8" />}
      {kind === "dots" && <circle cx="4" cy="4" r="1.6" />}
    </pattern>
  );
}
