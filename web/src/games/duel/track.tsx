// The way of the conflict pawn: my capital on the left, my opponent's on the right; zones with what they are worth at
// the end, and the loot that waits on their borders. Everything stays inside the drawing.

import { classes } from "../../app/classes";
import { fit } from "../../app/fit";
import { num, t } from "../../app/i18n";
import type { DuelView } from "../../app/types";
import { seatColour } from "../../parts/seat-disc";
import { DUEL } from "./catalog";
import { smallTrack, TRACK } from "./layout";

/** Where the pawn stands, in words. */
export function trackWords(view: DuelView, me: number): string {
  const { capital, zones } = DUEL.military;
  const pawn = me === 0 ? view.pawn : -view.pawn;
  const zone = zones.find((z) => Math.abs(pawn) >= z.from && Math.abs(pawn) <= z.to);
  if (pawn === 0) return t("track.even");
  return pawn > 0
    ? t("track.ahead", { n: pawn, left: capital - pawn, points: zone?.points ?? 0 })
    : t("track.behind", { n: -pawn, left: capital + pawn, points: zone?.points ?? 0 });
}

/** The capitals at the ends of the drawing. */
const CAPITAL = 38;
const GAP = 5;

/** The steps of the track in its own drawing: how wide one is, and where one is. */
export const stepWidth = {
  of: (small: boolean): number =>
    ((small ? TRACK.small : TRACK.large) - 2 * (CAPITAL + GAP)) / (2 * DUEL.military.capital - 1),
  /** The last step is the capital itself. */
  x: (at: number, small: boolean): number => {
    const { capital } = DUEL.military;
    const wide = small ? TRACK.small : TRACK.large;
    if (Math.abs(at) >= capital) return at > 0 ? wide - CAPITAL / 2 : CAPITAL / 2;
    return wide / 2 + at * stepWidth.of(small);
  },
};

/** Whether the pawn has come past a step on its way from the middle. */
const wasPassed = (at: number, pawn: number): boolean => at !== 0 && at / pawn > 0 && at / pawn <= 1;

export function MilitaryTrack({
  view,
  me,
  small = smallTrack(fit.value),
}: {
  view: DuelView;
  me: number;
  small?: boolean;
}) {
  const { capital, zones } = DUEL.military;
  const pawn = me === 0 ? view.pawn : -view.pawn;
  const foe = 1 - me;
  const words = trackWords(view, me);
  const width = small ? TRACK.small : TRACK.large;
  const step = stepWidth.of(small);
  const x = (at: number) => stepWidth.x(at, small);
  const steps = Array.from({ length: capital * 2 - 1 }, (_, i) => i - capital + 1);
  const loot = (seat: number, side: number) =>
    view.cities[seat]?.loot_left.map(({ at, coins }) => (
      <g transform={`translate(${x(side * at) - (side * step) / 2} 31)`} data-loot={`${seat}.${at}`}>
        <circle class="lootcoin" cx="0" cy="0" r="9.5" />
        <text class="loottext" x="0" y="0.5">
          {num(-coins)}
        </text>
      </g>
    ));
  return (
    <div class="track" role="img" aria-label={words} data-tip={`text:${words}`} tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${TRACK.high}`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
        {[me, foe].map((seat, side) => (
          <g class={`capital ${seatColour(seat, 2)}`} transform={`translate(${side ? width - CAPITAL : 0} 0)`}>
            <rect width={CAPITAL} height={TRACK.high} rx="8" />
            <use href={`#i-${["owl", "bull"][seat]}`} x="8" y="10" width="22" height="22" />
          </g>
        ))}
        {zones.map((z) =>
          [-1, 1].map((side) => {
            const to = Math.min(z.to, capital - 1);
            const from = side > 0 ? x(z.from) - step / 2 : x(-to) - step / 2;
            const w = (to - z.from + 1) * step;
            return (
              <g>
                <rect
                  class={`zone z${z.points}`}
                  x={from + 0.6}
                  y="0.5"
                  width={w - 1.2}
                  height={TRACK.high - 1}
                  rx="4"
                />
                <use href="#i-laurel" class="zonelaurel" x={from + w / 2 - 10} y="20" width="20" height="20" />
                <text class="zonepoints" x={from + w / 2} y="31">
                  {num(z.points)}
                </text>
              </g>
            );
          }),
        )}
        <rect class="middle" x={x(0) - step / 2 + 0.6} y="0.5" width={step - 1.2} height={TRACK.high - 1} rx="4" />
        {steps
          .filter((at) => at !== 0)
          .map((at) => (
            <circle class={classes("step", wasPassed(at, pawn) && "gone")} cx={x(at)} cy="11.5" r="2.1" />
          ))}
        {pawn !== 0 && <path class="trail" d={`M${x(0)} 11.5H${x(pawn)}`} />}
        {loot(foe, 1)}
        {loot(me, -1)}
        <g class="pawn" style={{ transform: `translateX(${x(pawn)}px)` }}>
          <circle cx="0" cy="12" r="11" />
          <use href="#i-sword" x="-7" y="5" width="14" height="14" />
        </g>
      </svg>
    </div>
  );
}
