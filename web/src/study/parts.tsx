// Small parts of the study screens: the mark of a decision, bars of chances, seats with their animal.

import { seatGlyph } from "../app/controls";
import { t } from "../app/i18n";
import { Icon } from "../art/icons";
import type { Moment } from "../generated/study";

export type Label = Moment["label"];

/** Each mark has a shape of its own: disc, triangle, diamond, star. */
const SHAPES: Record<Exclude<Label, "">, string> = {
  slip: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
  mistake: "M12 2.5L22.5 21h-21z",
  blunder: "M12 1L23 12L12 23L1 12z",
  only: "M12 1.8l3 6.9l7.4.7l-5.6 4.9l1.7 7.3L12 17.8l-6.5 3.8l1.7-7.3L1.6 9.4l7.4-.7z",
};
const SIGNS: Record<Exclude<Label, "">, string> = { slip: "~", mistake: "?", blunder: "??", only: "!" };

/** The mark on the curve. */
export function CurveMark({ label, x, y, now }: { label: Exclude<Label, "">; x: number; y: number; now: boolean }) {
  const size = now ? 30 : 24;
  return (
    <g class={`curvemark ${label} ${now ? "now" : ""}`} transform={`translate(${x - size / 2} ${y - size / 2})`}>
      <svg width={size} height={size} viewBox="-1 -1 26 26" aria-hidden="true">
        <path d={SHAPES[label]} />
        <text x="12" y={label === "mistake" ? 15.5 : 12.5}>
          {SIGNS[label]}
        </text>
      </svg>
    </g>
  );
}

/** The mark in a list: shape and word. */
export function LabelTag({ label }: { label: Label }) {
  if (!label) return null;
  return (
    <span class={`labeltag ${label}`}>
      <svg width="13" height="13" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[label]} />
      </svg>
      {t(`study.label.${label}`)}
    </span>
  );
}

export const WAYS = ["civilian", "military", "science"] as const;

/** A chance as a bar, split by way of winning where there are several. */
export function ChanceBar({ chance, ways }: { chance: number; ways: Record<string, number> | undefined }) {
  const split = WAYS.filter((way) => (ways?.[way] ?? 0) > 0.002);
  return (
    <span class="chancebar" aria-hidden="true">
      {split.length ? (
        split.map((way) => <i class={`way-${way}`} style={{ width: `${(ways![way] ?? 0) * 100}%` }} />)
      ) : (
        <i class="way-all" style={{ width: `${chance * 100}%` }} />
      )}
    </span>
  );
}

export function SeatSign({ seat, own }: { seat: number; own?: boolean }) {
  return (
    <span class={`seatsign ${own ? "own" : ""}`} aria-hidden="true">
      <Icon name={seatGlyph(seat)} size={19} />
    </span>
  );
}
