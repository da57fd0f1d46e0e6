// Where everything of a Duel stands: how large the cards are, how far the rows of the pyramid overlap, which empty
// corners hold the progress tokens, and what is left for the cities. All of it follows from the window and from which
// cards still lie, so that cards grow as they become fewer and nothing moves for any other reason.

import { type Fit, tablet } from "../../app/fit";
import type { DuelView, Slot } from "../../app/types";

export interface Place {
  x: number;
  y: number;
}

export interface Pyramid {
  /** A card. */
  width: number;
  height: number;
  /** Everything together. */
  wide: number;
  high: number;
  /** The upper left corner of each slot. */
  places: Map<number, Place>;
  /** No card covers another any more. */
  flat: boolean;
  /** Lines of a name that are seen of a covered card. */
  lines: number;
}

/** How cards may cover each other, the best first: the least height of a card and its least ratio to the width, lines
    of the name that are seen of a covered one, what is seen of one that lies face down, and the least width. */
const WAYS = [
  { least: 110, ratio: 1.25, lines: 2, down: 24, narrow: 60 },
  { least: 96, ratio: 1.2, lines: 2, down: 13, narrow: 58 },
  { least: 86, ratio: 1, lines: 2, down: 10, narrow: 54 },
  { least: 82, ratio: 0.94, lines: 2, down: 9, narrow: 46 },
  { least: 84, ratio: 1, lines: 1, down: 11, narrow: 52 },
  { least: 68, ratio: 0.9, lines: 1, down: 9, narrow: 30 },
];

export interface DuelLayout {
  pyramid: Pyramid;
  /** The room of the cards. */
  field: { width: number; height: number };
  /** Corners for the progress tokens, and for the discard pile if one more is empty; null: they stand in a row. */
  corners: Place[] | null;
  /** They stand in the question below and nowhere else; on a phone the end of a game needs none. */
  asked: boolean;
  /** Height of the landscape below the cards. */
  land: number;
  /** Height of what lies under my line of goods: my wonders, or what is asked instead. */
  bottom: number;
  /** My wonders are folded to picture and name. */
  folded: boolean;
  /** The opponent has one line: no name, no wonders. */
  brief: boolean;
}

/** What is asked takes more room below than a card that is taken up: cards in a row, bids, or so many tokens with their
    words, those of the board or others from the box. */
export interface Sheet {
  asks: "nothing" | "starter" | "bid" | "tokens" | "box" | "cards";
  answers: number;
}
export const NO_SHEET: Sheet = { asks: "nothing", answers: 0 };
const asksTokens = (asks: Sheet["asks"]): boolean => asks === "tokens" || asks === "box";

/** Drawn size of a token, and of the square that a finger hits. */
export const TOKEN = 44;
/** Under the lower edge of open cards: badges reach over it, and there the opponent's prices hang. */
const FRINGE = 24;
const mostWide = ({ form, width, height }: Fit): number =>
  form === "desktop" ? Math.min(250, Math.max(178, 0.235 * height)) : form === "rail" || width >= 560 ? 150 : 119;
const BAR = { tower: 52, rail: 0, desktop: 56 };

interface Fixed {
  width: number;
  height: number;
  bottom: number;
}

const BOTTOM: Record<Sheet["asks"], number> = {
  nothing: 116,
  starter: 152,
  bid: 152,
  tokens: 152,
  box: 152,
  cards: 196,
};
const DESKTOP_BOTTOM: Record<Sheet["asks"], number> = {
  nothing: 112,
  starter: 152,
  bid: 152,
  tokens: 196,
  box: 196,
  cards: 196,
};
/** A question, and a line for each token below it. */
const TOKEN_LINES = { head: 58, each: 51 };
/** On phones bids stand in rows of four below what is said of them. */
const BID_ROWS = { head: 112, each: 52, narrow: 360, narrowHead: 140, row: 4 };
/** On a tablet held upright five tokens stand side by side with their words below them. */
const WIDE_TOKENS = 216;
/** The row of buttons and a line of words: what a sheet needs in low windows. */
const LOW_BOTTOM = 88;
/** Names under slices of pictures, in the lowest windows. */
const TINY_BOTTOM = 66;
const SHORT = 590;
/** Cards may be this low while tokens are asked about. */
const LEAST_ASKED = 76;
export const LINE = 46;

/** What lies above my wonders in the column of a low window: the opponent, the track, my line. */
const TRACK_LINE = 48;
const OVER_WONDERS = 66 + TRACK_LINE + LINE + 22;

/** Who won, over the cards that are left. */
const RESULT = { tower: 124, rail: 150, desktop: 76 };

/** The drawing of the track, as wide as its column: its height, and its width in windows of both kinds. */
export const TRACK = { high: 42, small: 378, large: 560 };
export const smallTrack = ({ form, width }: Fit): boolean => form === "rail" || (form === "tower" && width < 560);
const trackHeight = (fit: Fit): number => (fit.width * TRACK.high) / (smallTrack(fit) ? TRACK.small : TRACK.large);

const bidsHigh = (width: number, bids: number): number =>
  (width < BID_ROWS.narrow ? BID_ROWS.narrowHead : BID_ROWS.head) + Math.ceil(bids / BID_ROWS.row) * BID_ROWS.each;

/** The room of the cards in a window, without the row of tokens. */
function roomFor(fit: Fit, { asks, answers }: Sheet, { low, brief, lines = 0 }: Way): Fixed {
  const { form, width, height } = fit;
  const listed =
    asks === "bid" && !tablet(fit)
      ? bidsHigh(form === "rail" ? sideWidth(width) : width, answers)
      : Math.max(BOTTOM[asks], lines && TOKEN_LINES.head + lines * TOKEN_LINES.each);
  if (form === "tower") {
    const wide = tablet(fit);
    const foe = wide ? 172 : brief ? 46 : 70;
    const track = trackHeight(fit) + 4;
    const asked = wide && asksTokens(asks) ? WIDE_TOKENS : listed;
    const bottom = low && asks === "nothing" ? (height < SHORT ? TINY_BOTTOM : LOW_BOTTOM) : asked;
    return { width: width - 12, height: height - BAR.tower - foe - track - LINE - bottom - 16, bottom };
  }
  if (form === "rail") {
    // Bids have the room of the track as well: nothing has moved on it yet.
    const most = height - OVER_WONDERS + (asks === "bid" ? TRACK_LINE : 0);
    return {
      width: width - 70 - sideWidth(width),
      height: height - 14,
      bottom: Math.min(asksTokens(asks) || asks === "bid" ? listed : Math.min(listed, 170), most),
    };
  }
  const side = desktopSide(width);
  return {
    width: width - 2 * side - 56,
    height: height - BAR.desktop - 80 - DESKTOP_BOTTOM[asks],
    bottom: DESKTOP_BOTTOM[asks],
  };
}

/** The column of a low window that holds everything but the cards. */
export const sideWidth = (width: number): number => Math.round(Math.min(400, Math.max(276, width * 0.43)));
/** The plate of a city on a desktop. */
export const desktopSide = (width: number): number => Math.round(Math.min(300, Math.max(232, width * 0.207)));

/** `ended` says that the table shows who won; a replay does not. */
export function duelLayout(window: Fit, view: DuelView, sheet: Sheet, ended: boolean): DuelLayout {
  const fit = ended ? { ...window, height: window.height - RESULT[window.form] } : window;
  const short = fit.height < SHORT;
  const narrow = fit.form === "tower" && !tablet(fit);
  const oneLine = narrow && (short || fit.tight);
  // First with full wonders; cards that would become too small get the room of their words, then of the opponent's
  // second line, and so does my city once the cards are as large as they may be.
  const folds = fit.form === "tower" && sheet.asks === "nothing";
  if (view.phase === "draft") return layoutWith(fit, view, sheet, { low: folds, brief: oneLine });
  const lines = asksTokens(sheet.asks) && fit.form !== "desktop" && !tablet(fit) ? sheet.answers : 0;
  const ways: (Way & { least: number })[] = [
    { low: false, brief: oneLine, lines, least: folds || narrow ? 106 : 0 },
    ...(folds ? [{ low: true, brief: oneLine, least: narrow ? 92 : 0 }] : []),
    ...(narrow && !oneLine ? [{ low: folds, brief: true, lines, least: lines && LEAST_ASKED }] : []),
    // More tokens than there is room for slide.
    ...(narrow
      ? Array.from({ length: Math.max(0, lines - 2) }, (_, i) => ({
          low: false,
          brief: true,
          lines: lines - 1 - i,
          least: LEAST_ASKED,
        }))
      : []),
  ];
  let layout = layoutWith(fit, view, sheet, ways[0]!);
  for (const way of ways.slice(1)) {
    const { pyramid, left } = layout;
    const small = pyramid.height < ways[ways.indexOf(way) - 1]!.least || pyramid.lines < 2;
    const city = way.low && !way.brief && left < CITY && left + BOTTOM.nothing - LOW_BOTTOM >= LEAST_CITY;
    if (!view.layout.length || !(small || city)) break;
    layout = layoutWith(fit, view, sheet, way);
  }
  return { ...layout, folded: layout.folded || short };
}

interface Way {
  /** My wonders have one line less. */
  low: boolean;
  brief: boolean;
  /** Tokens that are asked about and stand one below the other. */
  lines?: number;
}

function layoutWith(fit: Fit, view: DuelView, sheet: Sheet, way: Way): DuelLayout & { left: number } {
  const { low, brief } = way;
  const slots = view.layout;
  const room = roomFor(fit, sheet, way);
  const rest = { bottom: room.bottom, folded: low, brief };
  const among = pyramidFor(slots, room.width, room.height - FRINGE, mostWide(fit));
  const asked =
    (sheet.asks === "tokens" && Boolean(way.lines)) || (Boolean(view.result) && fit.form === "tower" && !tablet(fit));
  const corners = asked ? null : cornersOf(among, slots, room.width, view.board_tokens.length);
  const tokens = corners || asked ? 0 : TOKEN + 4;
  const pyramid = tokens === 0 ? among : pyramidFor(slots, room.width, room.height - tokens - FRINGE, mostWide(fit));
  const left = room.height - tokens - FRINGE - pyramid.high;
  const land = landFor(fit, left, slots.length > 0, room.bottom);
  const field = { width: room.width, height: room.height - tokens - (fit.form === "desktop" ? 0 : land) };
  return { pyramid, field, corners, asked, land, left, ...rest };
}

/** Height of a card by its width where the room below it is worth more. */
const LEAST_HIGH = 1.27;
/** A landscape of this height has room for all its buildings; one lower than the least is left out. */
const CITY = 108;
const LEAST_CITY = 62;

/** The height of the landscape where so much is left below the cards; on a desktop it also lies between both plates. */
function landFor({ form, height }: Fit, left: number, dealt: boolean, bottom: number): number {
  if (form === "desktop") return dealt ? Math.min(bottom + 20 + Math.max(0, left), 0.5 * height) : bottom + 20;
  return left >= LEAST_CITY && dealt ? Math.min(left, 0.34 * height) : 0;
}

/** The height of the cornice over a card of this width. */
const cornice = (width: number): number => Math.min(18, Math.max(6, 0.085 * width));

function pyramidFor(slots: Slot[], width: number, height: number, most: number): Pyramid {
  if (!slots.length) return { width: 0, height: 0, wide: 0, high: 0, places: new Map(), flat: true, lines: 2 };
  return slots.every((slot) => slot.under.length === 0)
    ? inRows(slots, width, height, most)
    : covered(slots, width, height, most);
}

/** Cards that cover each other keep their places; rows face down show less of themselves than rows face up. */
function covered(slots: Slot[], width: number, height: number, most: number): Pyramid {
  const from = Math.min(...slots.map((slot) => slot.offset));
  const columns = (Math.max(...slots.map((slot) => slot.offset)) - from) / 2 + 1;
  const gap = width > 520 ? 4 : 1;
  const rows = [...new Set(slots.map((slot) => slot.row))].sort((a, b) => a - b);
  const isUp = rows.map((row) => slots.some((slot) => slot.row === row && slot.card !== null));
  const ups = isUp.slice(0, -1).filter(Boolean).length;
  const downs = rows.length - 1 - ups;
  const widest = Math.min(most, (width - gap * (columns - 1)) / columns);
  for (const { least, ratio, lines, down, narrow } of WAYS)
    for (let wide = widest; wide >= Math.min(widest, narrow); wide -= 1) {
      const letters = wide < 80 ? 11.5 : wide < 110 ? 12.5 : 0.128 * wide;
      // The cornice of the card before it lies over the lower edge of what is seen of a card.
      const name = lines * 1.08 * letters + (lines > 1 ? 6 : 4 + cornice(wide));
      const room = height - cornice(wide);
      const low = Math.max(least, ratio * wide);
      const up = 0.235 * low + name;
      let left = room - low - ups * up - downs * down;
      // The last way takes what there is, and lowers the cards by what they lack.
      if (left < 0 && least > WAYS.at(-1)!.least) continue;
      // What is left goes to the cards, then to the rows behind them.
      const share = 1 + 0.235 * ups;
      // Cards as wide as they may be leave what their height does not need to the cities.
      const spare = left - share * (LEAST_HIGH * wide - low);
      const tall = wide >= most && spare >= LEAST_CITY - BOTTOM.nothing + LOW_BOTTOM ? LEAST_HIGH : 1.5;
      const taller = Math.max(0, Math.min(left / share, Math.max(122, tall * wide) - low));
      left -= taller * share;
      const high = left < 0 ? Math.max(48, low + left / share) : low + taller;
      const cost = Math.max(15, 0.165 * wide) + 3;
      const more = Math.max(0, Math.min(left / Math.max(1, ups + downs), cost));
      const peeks = isUp.map((each) => (each ? 0.235 * high + name : down) + more);
      const step = wide + gap;
      const tops = rows.map((_, i) => cornice(wide) + peeks.slice(0, i).reduce((a, b) => a + b, 0));
      const middle = Math.max(...slots.map((slot) => slot.offset)) + from;
      const x = (slot: Slot) => width / 2 + ((slot.offset - middle / 2) * step) / 2 - wide / 2;
      const places = new Map(slots.map((slot) => [slot.slot, { x: x(slot), y: tops[rows.indexOf(slot.row)]! }]));
      return { width: wide, height: high, wide: columns * step, high: tops.at(-1)! + high, places, flat: false, lines };
    }
  return inRows(slots, width, height, most);
}

/** Cards of which none covers another stand side by side, as large as there is room. */
function inRows(slots: Slot[], width: number, height: number, most: number): Pyramid {
  const gap = width > 520 ? 16 : 7;
  const ordered = [...slots].sort((a, b) => a.row - b.row || a.offset - b.offset);
  let best = { wide: 0, high: 0, columns: 1 };
  for (let columns = 1; columns <= slots.length; columns++) {
    const rows = Math.ceil(slots.length / columns);
    const each = (height - rows * 18) / rows - (rows > 1 ? FRINGE * (1 - 1 / rows) : 0);
    const wide = Math.min(most, (width - gap * (columns - 1)) / columns, each / 1.25);
    if (wide > best.wide) best = { wide, high: Math.min(each, 1.5 * wide), columns };
  }
  const { wide, columns } = best;
  const high = Math.max(best.high, Math.min(height, 96));
  const rows = Math.ceil(slots.length / columns);
  const places = new Map(
    ordered.map((slot, i) => {
      const row = Math.floor(i / columns);
      const inRow = Math.min(columns, slots.length - row * columns);
      const x = width / 2 + ((i % columns) - inRow / 2) * (wide + gap) + gap / 2;
      return [slot.slot, { x, y: cornice(wide) + row * (high + cornice(wide) + FRINGE) }];
    }),
  );
  const whole = cornice(wide) + rows * high + (rows - 1) * (cornice(wide) + FRINGE);
  return { width: wide, height: high, wide: columns * (wide + gap) - gap, high: whole, places, flat: true, lines: 2 };
}

/** Places for so many things beside the cards, where the pyramid leaves its corners empty; null: they find none. */
function cornersOf(pyramid: Pyramid, slots: Slot[], width: number, things: number): Place[] | null {
  if (pyramid.flat || !slots.length) return null;
  const step = TOKEN + 1;
  const high = Math.max(pyramid.high, TOKEN);
  const boxes = [...pyramid.places.values()];
  const free = (top: number): number =>
    Math.min(
      width / 2,
      ...boxes
        .filter(({ y }) => y - cornice(pyramid.width) < top + TOKEN - 4 && y + pyramid.height + 4 > top)
        .flatMap(({ x }) => [x, width - x - pyramid.width]),
    );
  const rows = Array.from({ length: Math.floor(high / TOKEN) }, (_, row) => row * TOKEN);
  for (const tops of [rows, rows.map((top) => high - TOKEN - top)]) {
    const found = tops.flatMap((top) =>
      Array.from({ length: Math.max(0, Math.floor((free(top) - 1) / step)) }, (_, i) => [
        { x: i * step, y: top },
        { x: width - (i + 1) * step, y: top },
      ]).flat(),
    );
    if (found.length >= things) return found.slice(0, things + 1).sort((a, b) => a.y - b.y || a.x - b.x);
  }
  return null;
}
