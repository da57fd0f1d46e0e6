// The clock of a seat, counting down between messages.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../app/catalog";
import { useControls } from "../app/controls";
import { t } from "../app/i18n";
import { choices } from "../app/me";
import type { TableState } from "../app/types";
import { Icon } from "../art/icons";

export function clockText(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(s / 86400);
  if (days) return t("clock.days", { n: days });
  const hours = Math.floor(s / 3600),
    minutes = Math.floor(s / 60) % 60,
    two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

/** Whether a seat has a clock. */
export const isTimed = ({ clock }: TableState, seat: number): boolean =>
  clock?.preset !== "none" && typeof clock?.seats[seat]?.left === "number";

export function SeatClock({ seat }: { seat: number }) {
  const { state } = useControls();
  const clock = state.clock;
  const mine = clock?.seats[seat];
  const [arrived, setArrived] = useState(Date.now());
  const [, tick] = useState(0);
  useEffect(() => setArrived(Date.now()), [clock]);
  const timed = isTimed(state, seat);
  const runs = Boolean(timed && mine?.runs);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  if (!timed || typeof mine?.left !== "number") return null;
  const left = runs ? mine.left - (Date.now() - arrived) : mine.left;
  return (
    <span
      class={`clock ${left < 15000 && runs ? "low" : ""} ${state.table?.seats[seat]?.late ? "late" : ""}`}
      role="timer"
      aria-label={t("clock.left")}
    >
      <Icon name="clock" size={15} />
      {clockText(left)}
    </span>
  );
}

/** A preset of time with its figures: "fast, 5:00 + 0:05", "relaxed, 1:30". */
export function clockLabel(preset: string, game: GameName): string {
  const name = t(`new.clock_${preset}`);
  const pace = choices.value?.clocks[preset]?.[game];
  if (!pace || preset === "days") return name;
  return `${name}, ${pace.bank ? `${clockText(pace.bank)} + ` : ""}${clockText(pace.each)}`;
}
