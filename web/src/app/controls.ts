// Controls: what a table component needs to draw a position and report a choice. Live games, replays, lessons and the
// demo each provide them.

import { effect, signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { GameKind } from "../games/kind";
import { afterTouch } from "./after-frame";
import type { GameEvent } from "./events";
import type { Option, Quote, TableState } from "./types";

export interface Controls {
  /** The game that is played here. */
  kind: GameKind;
  state: TableState;
  /** The seat whose view this is; null for somebody who watches. */
  you: number | null;
  /** The table waits for this seat. */
  yours: boolean;
  /** Whether choices are reported at all. */
  live: boolean;
  play(option: Option): void;
  takeBack?(): void;
  askTakeBack?(): void;
  answerTakeBack?(allow: boolean): void;
  /** A command is on its way. */
  busy: boolean;
  /** What stands where the actions were when the game is over. */
  over?: ComponentChildren;
  /** Seats connected now. */
  here: number[];
  /** What has just happened, for the marks on the table. */
  news: GameEvent[];
}

export const ControlsContext = createContext<Controls | null>(null);
export function useControls(): Controls {
  const controls = useContext(ControlsContext);
  if (!controls) throw new Error("outside of a table");
  return controls;
}

/** The card a viewer has taken up to decide about; kept outside so that reloads of a view do not lose it. */
export const selected = signal<string | null>(null);
/** The card whose possibilities are laid out: the one taken up. To build its buttons takes longer than to lift it, so
    on touch screens they follow one picture later, and the finger is answered at once. */
export const weighed = signal<string | null>(null);
effect(() => {
  const card = selected.value;
  if (card === null) weighed.value = null;
  else
    afterTouch(() => {
      weighed.value = selected.peek();
    });
});
/** Whether what is laid out belongs to another card than the one that has just been taken up. */
export const outdated = (): boolean => weighed.peek() !== selected.peek();
/** The pair left and right a viewer has chosen to pay, when there is more than one split. */
export const split = signal<string | null>(null);

const TAKEN = "mirabilia.taken";
interface Taken {
  table: string;
  at: number;
  card: string | null;
  split: string | null;
}

/** Keeps what is taken up for as long as the tab lives, so that a reload comes back to the same question. */
export function keepTaken(table: string, at: number): void {
  const taken: Taken = { table, at, card: selected.value, split: split.value };
  try {
    sessionStorage.setItem(TAKEN, JSON.stringify(taken));
  } catch {
    // a browser that keeps nothing still plays
  }
}
export function restoreTaken(table: string, at: number): void {
  try {
    const taken = JSON.parse(sessionStorage.getItem(TAKEN) ?? "null") as Taken | null;
    if (taken?.table !== table || taken.at !== at) return;
    selected.value = taken.card;
    split.value = taken.split;
  } catch {
    // nothing was kept
  }
}

/** From whose side somebody sees the table who only watches. */
export const viewpoint = signal(0);
/** The seat in whose place the viewer sits. */
export const ownSeat = (controls: Controls): number =>
  controls.you ?? Math.min(viewpoint.value, controls.state.table.seats.length - 1);
/** The option that has been sent and not yet answered; `cut`: the line is broken, it will be sent when it is back. */
export const sent = signal<{ option: Option; cut: boolean } | null>(null);

/** Which seat's city lies open in a panel. */
export const openSeat = signal<number | null>(null);

export const quoteFor = (quotes: Quote[], card: string): Quote | undefined =>
  quotes.find((quote) => quote.card === card);
export const stageQuote = (quotes: Quote[]): Quote | undefined => quotes.find((quote) => quote.stage !== undefined);
export const wonderQuote = (quotes: Quote[], wonder: string): Quote | undefined =>
  quotes.find((quote) => quote.wonder === wonder);

/** A city's sign: the animal of its seat; the Free City, which nobody sits at, has a house. */
export const cityGlyph = (controls: Controls, city: number): string =>
  city < controls.state.table.seats.length ? seatGlyph(city) : "free";

export const seatGlyph = (seat: number): string =>
  ["owl", "bull", "dolphin", "lion", "ibis", "palm", "ship"][seat] ?? "free";

/** Whether a building has just come to a city. */
export const isNew = (controls: Controls, city: number, card: string): boolean =>
  controls.news.some(
    (event) => (event.event === "built" || event.event === "revived") && event.city === city && event.card === card,
  );
