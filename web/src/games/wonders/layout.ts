// Where everything of a table of 7 Wonders stands: how large the cards of the hand are and what is left for the wonder.
// It follows from the window, the number of seats and of cards, and from whether a card is taken up: on a phone the
// wonder then folds and the hand moves up with the sheet.

import type { Fit } from "../../app/fit";

export interface WondersLayout {
  /** A card of the hand. */
  card: { width: number; height: number };
  columns: number;
  /** Room of the hand. */
  hand: number;
  /** Height of my landscape where it is not simply what is left. */
  land: number;
  /** Height of the sheet for the card taken up; 0 where its place is beside the hand. */
  sheet: number;
  /** Height of a neighbour's plate on an upright table, otherwise width of the plates at both sides. */
  plate: number;
}

/** Above a card the cornice, below it the badge. */
const FRINGE = 18;
const SHEET = { none: 0, actions: 122, cards: 204, boards: 262 };
const RING = 58;
const SIDE = { neighbour: 70, stages: 52, line: 44, bar: 52 };
const LEAST_HAND = 112;
/** At the end: who won in three lines, above two buttons. */
const END = 112;
/** A landscape lower than this says nothing any more. */
const LEAST_LAND = 56;

/** Upright tables from this height on show the neighbours' buildings as tiles. */
export const ROOMY = 800;
/** Upright tables from this width on have room for counts beside names. */
export const BROAD = 560;
/** The step from one tile of a neighbour's plate to the next, and from one row of them. */
const TILE = { width: 37, height: 30 };

/** A neighbour's plate on an upright table: two lines, and the rows of tiles that its buildings need. */
function plate({ width, height }: Fit, players: number, tiles: number): number {
  if (height < ROOMY) return players < 3 ? SIDE.neighbour + 26 : SIDE.neighbour;
  const inRow = Math.max(1, Math.floor((width / 2 - 24) / TILE.width));
  return SIDE.neighbour + (width < BROAD ? 8 : 20) + Math.max(1, Math.ceil(tiles / inRow)) * TILE.height;
}

interface Facts {
  players: number;
  cards: number;
  /** Buildings of the neighbour who has more. */
  tiles: number;
  /** What stands in a sheet below: nothing, what can be done with a card, cards or boards to choose from. */
  sheet: "none" | "actions" | "cards" | "boards";
}

export function wondersLayout(window: Fit, { players, cards, tiles, sheet: asked }: Facts): WondersLayout {
  const { form, width, height } = window;
  const count = Math.max(1, cards);
  const over = cards === 0 && asked !== "boards";
  if (form === "desktop") {
    const hand = over ? 132 : Math.round(Math.min(300, Math.max(196, height * 0.36)));
    const room = width - 2 * desktopSide(width) - 60;
    return { ...fitted(count, room, hand - FRINGE - 10, 1, 170), hand, land: 0, sheet: 0, plate: desktopSide(width) };
  }
  if (form === "rail") {
    const hand = over ? END : Math.round(Math.min(230, Math.max(128, height * 0.47)));
    const side = railSide(width, count);
    return { ...fitted(count, width - 2 * side - 22, hand - FRINGE, 1, 150), hand, land: 0, sheet: 0, plate: side };
  }
  const wide = width >= BROAD;
  const ring = players > 2 ? RING : 0;
  const neighbour = plate(window, players, tiles);
  const rest = height - SIDE.bar - ring - neighbour - SIDE.stages - SIDE.line - 14;
  const sheet = SHEET[asked];
  const rows = count > 4 ? 2 : 1;
  const wish = over ? END : rows * ((wide ? (rows > 1 ? 150 : 205) : rows > 1 ? 124 : 172) + FRINGE);
  const land = Math.max(0, Math.min(rest - wish, (over ? 1 : 0.42) * height));
  const folded = Math.max(0, land - sheet);
  const shown = folded >= LEAST_LAND ? folded : 0;
  const hand = rest - shown - sheet;
  // Cards that would be too low to be looked at leave their room to the wonder while others are asked for.
  if (asked === "boards") {
    const high = rest - sheet < LEAST_LAND ? rest : sheet;
    return { card: { width: 0, height: 0 }, columns: 1, hand: 0, land: rest - high, sheet: high, plate: neighbour };
  }
  if (asked === "cards" && hand < LEAST_HAND)
    return { card: { width: 0, height: 0 }, columns: 1, hand: 0, land: rest - sheet, sheet, plate: neighbour };
  const dealt = fitted(count, width - 12, hand - 4, rows, wide ? 160 : 119);
  // What the cards do not need goes to the landscape as well.
  const needed = Math.ceil(count / dealt.columns) * (dealt.card.height + FRINGE) + 6;
  const spare = shown && !over ? Math.max(0, Math.min(hand - needed, 0.46 * height - shown)) : 0;
  return { ...dealt, hand: hand - spare, land: shown + spare, sheet, plate: neighbour };
}

/** The plates at both sides of a low window; a hand of eight, and one of seven in a narrow window, gets some of their
    width. */
const railSide = (width: number, cards: number): number =>
  Math.round(cards > (width < 700 ? 6 : 7) ? Math.max(118, 0.17 * width) : Math.max(134, 0.2 * width));
/** The plates at both sides of a desktop. */
const desktopSide = (width: number): number => Math.round(Math.min(310, Math.max(222, width * 0.186)));

/** Cards as large as the room allows, in so many rows at most. */
function fitted(cards: number, width: number, height: number, most: number, widest: number) {
  let best = { size: 0, width: 0, height: 0, columns: 1 };
  for (let rows = 1; rows <= most; rows++) {
    const columns = Math.ceil(cards / rows);
    const gap = width > 520 ? 10 : 3;
    const each = Math.floor((width - gap * (columns - 1)) / columns);
    const high = Math.floor(height / rows - FRINGE);
    const wide = Math.min(widest, each, high / 1.15);
    const size = Math.min(wide, high / 1.4);
    if (size > best.size) best = { size, width: wide, height: Math.min(high, Math.max(wide * 1.9, 124)), columns };
  }
  return { card: { width: best.width, height: best.height }, columns: best.columns };
}
