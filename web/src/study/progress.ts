// What this device remembers of puzzles: rating, what was solved, the streak. Kept in the browser, never on the server.

import { signal } from "@preact/signals";
import { keep, kept } from "../app/settings";
import type { PuzzleList } from "./api";

export interface Progress {
  rating: number;
  spread: number;
  /** By name: solved at the first try, or not. */
  done: Record<string, boolean>;
  /** Solved in a row. */
  streak: number;
  best: number;
  /** The last day's puzzle that was solved (2026-03-01), and how many days in a row. */
  day: string;
  days: number;
}

const KEY = "mirabilia.puzzles";
const START: Progress = { rating: 1200, spread: 350, done: {}, streak: 0, best: 0, day: "", days: 0 };

export const progress = signal<Progress>({ ...START, ...kept<Partial<Progress>>(KEY) });

/** Today by the calendar of this device. */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const before = (day: string): string => {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() - 1);
  return today(date);
};

/** The progress after the first try at a puzzle; later tries change nothing. */
export function after(
  old: Progress,
  name: string,
  right: boolean,
  rating: { rating: number; spread: number } | null,
  ofTheDay: string | null,
): Progress {
  if (name in old.done) return old;
  const streak = right ? old.streak + 1 : 0;
  const isDay = ofTheDay !== null && right && old.day !== ofTheDay;
  return {
    ...old,
    ...(rating ?? {}),
    done: { ...old.done, [name]: right },
    streak,
    best: Math.max(old.best, streak),
    ...(isDay ? { day: ofTheDay, days: old.day === before(ofTheDay) ? old.days + 1 : 1 } : {}),
  };
}

export function remember(made: Progress): void {
  progress.value = made;
  keep(KEY, made);
}

/** The puzzle nearest to one's rating that was not tried. */
export function nextOf(list: PuzzleList, theme: string | null): string | null {
  const { done, rating } = progress.peek();
  const left = list.puzzles.filter((each) => !(each.name in done) && (theme === null || each.theme === theme));
  left.sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  return left[0]?.name ?? null;
}
