// Moves in words, from their notation alone (docs/notation.md): a list of moments needs no position for its lines.

import type { GameName } from "./catalog";
import { type Args, capitalised, cardName, t } from "./i18n";
import type { Named } from "./types";
import { seatName } from "./words";

export interface Parsed {
  action: string;
  card?: string;
  wonder?: string;
  board?: string;
  side?: string;
  token?: string;
  seat?: number;
  coins?: number;
  pay?: [number, number];
  freeCity: boolean;
}

/** The parts of a move's text. */
export function parseMove(text: string): Parsed {
  const freeCity = text.startsWith("free city: ");
  let rest = freeCity ? text.slice("free city: ".length) : text;
  let pay: [number, number] | undefined;
  const paid = / pay (\d+),(\d+)$/.exec(rest);
  if (paid) {
    pay = [Number(paid[1]), Number(paid[2])];
    rest = rest.slice(0, paid.index);
  }
  const space = rest.indexOf(" ");
  const action = space < 0 ? rest : rest.slice(0, space);
  const name = space < 0 ? "" : rest.slice(space + 1);
  const made: Parsed = { action, freeCity, ...(pay ? { pay } : {}) };
  if (action === "wonder") {
    const at = name.lastIndexOf(" with ");
    return { ...made, wonder: name.slice(0, at), card: name.slice(at + " with ".length) };
  }
  if (action === "stage") return { ...made, card: name.slice("with ".length) };
  if (action === "board") {
    const at = name.lastIndexOf(" ");
    return { ...made, board: name.slice(0, at), side: name.slice(at + 1) };
  }
  if (action === "draft") return { ...made, wonder: name };
  if (action === "token" || action === "library") return { ...made, token: name };
  if (action === "bid") return { ...made, coins: Number(name) };
  if (action === "pass") return made;
  if (action === "starter") return { ...made, seat: Number(name) };
  return action === "revive" && name === "none" ? { ...made, action: "revive_none" } : { ...made, card: name };
}

/** A move as part of a sentence: "discard Brewery". */
export function moveWords(game: GameName, state: Named, text: string): string {
  const move = parseMove(text);
  const args: Args = {};
  if (move.card) args.card = cardName(game, move.card);
  if (move.wonder) args.wonder = t(`duel.wonder.${move.wonder}`);
  if (move.token) args.token = t(`duel.token.${move.token}`);
  if (move.board) args.wonder = t(`wonders.wonder.${move.board}`);
  if (move.side) args.side = t(`new.boards_${move.side}`);
  if (move.coins !== undefined) args.n = move.coins;
  if (move.seat !== undefined) args.player = seatName(state, move.seat);
  let words = t(`study.move.${move.action}`, args);
  if (move.pay) words = t("study.move.paying", { move: words, left: move.pay[0], right: move.pay[1] });
  return move.freeCity ? t("study.move.free_city", { move: words }) : words;
}

/** A move as a headline, or at the beginning of a sentence: "Discard Brewery". */
export const moveTitle = (game: GameName, state: Named, text: string): string =>
  capitalised(moveWords(game, state, text));
