// How a table fits its window: one rule for every size. From the window (and the viewer's "size of the table") follow
// a form, which says how the parts of a table are arranged, and a scale, by which everything in it grows.
//
//   desktop    my city, the middle and the others side by side
//   tower   one above the other: phones and tablets held upright
//   rail    two columns and a bar at the left edge: low windows, phones held sideways
//
// The styles know the form, a few named steps of room (data-room, data-high) and the size of their own area (container
// units); they never ask for a device.

import { computed, effect, signal } from "@preact/signals";
import { settings } from "./settings";

export type Form = "desktop" | "tower" | "rail";

export interface Fit {
  form: Form;
  /** By how much the table is enlarged. */
  scale: number;
  /** The table's room in its own, unscaled pixels; in a lower window the page is longer than the window. */
  width: number;
  height: number;
  /** Height of the row above the table (a coach, somebody missing), in the table's own pixels. */
  note: number;
  /** The window is too low for such a row as well: what happened gives way to it, and then scenery. */
  tight: boolean;
  /** The same for the row below it (the controls of a replay); where actions make room for it, it needs none. */
  foot: number;
  /** The column beside the table: its width in pixels of the window and its own scale; width 0: there is none. */
  side: number;
  sideScale: number;
}

/**
 * The smallest window of a form in which nothing has to be scrolled; in smaller ones the page is longer than the
 * window.
 */
const LEAST: Record<Form, [number, number]> = { desktop: [1000, 580], tower: [320, 560], rail: [640, 318] };
/** The size for which a form is drawn; larger windows enlarge it. */
const DRAWN: Record<Form, [number, number]> = { desktop: [1240, 768], tower: [600, 860], rail: [860, 430] };
/** The row above the table, for several lines of words and for a single one. */
const NOTE: Record<Form, number> = { desktop: 66, tower: 136, rail: 70 };
const LINE: Record<Form, number> = { desktop: 66, tower: 50, rail: 50 };
/** The least of it in windows that are too low for all, and what the table does with there. */
const TIGHT: Record<Form, [number, number]> = { desktop: [66, 580], tower: [78, 478], rail: [50, 268] };
/** The height that a table uses well; only what a window has beyond it goes to the row above. */
const WELL = 560;
const FOOT: Record<Form, number> = { desktop: 66, tower: 144, rail: 62 };
/** Widths the column beside the table would like to have: for the log of a replay, for the result at the end. */
export const LOG_SIDE = 300;
export const RESULT_SIDE = 410;
/** From this width on, a window has room for a column beside the table. */
const WITH_SIDE = 1560;

/** The height a table needs in a form. One that is only looked at, above a row of controls, needs less; one below
    several lines of words keeps its height, and in the lowest upright windows the page is longer. */
const leastHeight = ({
  form,
  tight,
  foot,
  words,
}: Pick<Fit, "form" | "tight" | "foot"> & { words: boolean }): number =>
  foot || (tight && !(words && form === "tower")) ? TIGHT[form][1] : LEAST[form][1];

/** `rows` is the height of the rows above and below the table, which the desktop does not have to spare. */
function formOf(width: number, height: number, rows = 0): Form {
  if (width >= LEAST.desktop[0] && height >= LEAST.desktop[1] + rows && width >= height * 1.05) return "desktop";
  if (width >= LEAST.rail[0] && (height < LEAST.tower[1] || width > height * 1.15)) return "rail";
  return "tower";
}

const enough = (width: number, height: number): boolean => {
  const [w, h] = LEAST[formOf(width, height)];
  return width >= Math.max(w, 360) && height >= h;
};

/** The fit for a window; `zoom` is the viewer's wish (1: as drawn), followed as far as nothing is cut off by it. */
export function fitOf(
  windowWidth: number,
  windowHeight: number,
  zoom: number,
  wantSide: number,
  wantNote: Note,
  wantFoot: boolean,
): Fit {
  let wish = zoom;
  while (wish > 1 && !enough(windowWidth / wish, windowHeight / wish)) wish = Math.max(1, wish - 0.05);
  const full = windowWidth / wish;
  const high = windowHeight / wish;
  const sideScale = wish * Math.min(1.5, Math.max(1, high / 860));
  const rows = (wantNote ? NOTE.desktop : 0) + (wantFoot ? FOOT.desktop : 0);
  const roomForSide =
    formOf(full, high, rows) === "desktop" && full >= (wantSide > LOG_SIDE ? LEAST.desktop[0] : WITH_SIDE);
  // The result gives way a little where the table can so keep its form.
  const spare = (full - LEAST.desktop[0]) * wish;
  const wanted = wantSide * sideScale;
  const side = roomForSide && wantSide > 0 ? Math.round(spare >= wanted * 0.8 ? Math.min(wanted, spare) : wanted) : 0;
  const width = full - side / wish;
  const form = formOf(width, high, rows);
  const [w, h] = DRAWN[form];
  const wished = wantNote ? (wantNote === "line" ? LINE : NOTE)[form] : 0;
  const tight = wished > 0 && form !== "desktop" && high < LEAST[form][1] + wished;
  const [least] = TIGHT[form];
  const note = tight ? Math.min(wished, Math.max(least, high - WELL)) : wished;
  const foot = wantFoot ? FOOT[form] : 0;
  const scale = Math.max(1, Math.min(width / w, high / (h + note + foot), 3));
  return {
    form,
    scale: scale * wish,
    width: width / scale,
    height: Math.max(high / scale - note - foot, leastHeight({ form, tight, foot, words: wantNote === "words" })),
    note,
    tight,
    foot,
    side,
    sideScale,
  };
}

/** A tablet held upright: a tower with room for plates beside each other and for pictures in them. */
export const tablet = ({ form, width, height }: Fit): boolean => form === "tower" && width >= 560 && height >= 720;

const size = signal<[number, number]>([innerWidth, innerHeight]);
addEventListener("resize", () => {
  size.value = [innerWidth, innerHeight];
});

/** The width that the column beside the table would like to have: the log, or the result when a game is over. */
export const wantedSide = signal(0);
/** Whether there is something to say in a row above the table, and how much. */
export type Note = "line" | "words" | null;
export const wantedNote = signal<Note>(null);
/** Whether there is a row below the table. */
export const wantedFoot = signal(false);
export const fit = computed<Fit>(() =>
  fitOf(size.value[0], size.value[1], settings.value.zoom / 100, wantedSide.value, wantedNote.value, wantedFoot.value),
);
/** By how much everything that is not a table grows: screens, dialogs and tips of a window larger than a laptop's. */
export const screenScale = computed(() => Math.max(1, Math.min(size.value[0] / 1366, size.value[1] / 768, 2)));
effect(() => document.documentElement.style.setProperty("--screen", String(screenScale.value)));
/** Small drawings instead of large ones: every form but the desktop. */
export const phone = computed(() => fit.value.form !== "desktop");
