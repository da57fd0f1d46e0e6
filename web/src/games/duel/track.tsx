// The way of the conflict pawn: my capital on the left, my opponent's on the right; zones with what they are worth at
// the end, and the loot that waits at two steps on either side.

import { classes } from "../../app/classes";
import { phone } from "../../app/fit";
import { t } from "../../app/i18n";
import type { DuelView } from "../../app/types";
import { DUEL } from "./catalog";

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

/** The steps of the track in its own drawing: how wide one is, and where one lies. */
export const stepWidth = {
  of: (small: boolean): number => (small ? 14 : 28),
  x: (at: number, small: boolean): number => (at + DUEL.military.capital + 0.5) * stepWidth.of(small),
};

/** Whether the pawn has come past a step on its way from the middle. */
const wasPassed = (at: number, pawn: number): boolean => at !== 0 && at / pawn > 0 && at / pawn <= 1;

export function MilitaryTrack({ view, me }: { view: DuelView; me: number }) {
  const { capital, zones } = DUEL.military;
  const pawn = me === 0 ? view.pawn : -view.pawn;
  const foe = 1 - me;
  const words = trackWords(view, me);
  const steps = Array.from({ length: capital * 2 + 1 }, (_, i) => i - capital);
  const step = stepWidth.of(phone.value);
  const width = steps.length * step;
  const x = (at: number) => stepWidth.x(at, phone.value);
  const loot = (seat: number, side: number) =>
    view.cities[seat]?.loot_left.map(({ at, coins }) => (
      <g transform={`translate(${x(side * at)} 44)`} data-loot={`${seat}.${at}`}>
        <circle class="lootcoin" cx="0" cy="0" />
        <text class="loottext" x="0" y="0">
          {-coins}
        </text>
      </g>
    ));
  return (
    <div class="track" role="img" aria-label={words} data-tip={`text:${words}`} tabIndex={0}>
      <svg viewBox={`-2 0 ${width + 4} 60`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
        {zones.map((z) =>
          [-1, 1].map((side) => {
            const from = side > 0 ? x(z.from) - step / 2 : x(-z.to) - step / 2;
            const w = (z.to - z.from + 1) * step;
            return (
              <g>
                <rect
                  class={`zone z${z.points} ${side > 0 ? "mine" : "theirs"}`}
                  x={from + 1}
                  y="14"
                  width={w - 2}
                  height="22"
                  rx="4"
                />
                <text class="zonepoints" x={from + w / 2} y="7">
                  {z.points}
                </text>
              </g>
            );
          }),
        )}
        {steps.map((at) => (
          <circle
            class={classes("step", at === 0 && "centre", wasPassed(at, pawn) && "gone")}
            cx={x(at)}
            cy="25"
            r={at === 0 ? 5 : 3.2}
          />
        ))}
        {[-capital, capital].map((at) => (
          <g class={`cap ${at < 0 ? "home" : "away"}`} transform={`translate(${x(at) - 13} 11)`}>
            <rect x="-1" y="0" width="28" height="29" rx="5" />
            <use href="#i-capital" x="2" y="3" width="22" height="22" />
          </g>
        ))}
        {loot(foe, 1)}
        {loot(me, -1)}
        <g class="pawn" style={{ transform: `translateX(${x(pawn)}px)` }}>
          <circle cx="0" cy="25" r="12.5" />
          <use href="#i-sword" x="-8" y="17" width="16" height="16" />
        </g>
      </svg>
    </div>
  );
}
