// The log in words: what the server told of, made into sentences in the viewer's language. Moves are parsed from their
// notation; what a move caused (coins, pawn, tokens) is read off the two positions around it.

import { cardOf, DUEL, WONDERS } from "./catalog";
import { cardName, t, tokenName, wonderName } from "./i18n";
import { seatName } from "./words";
import type { TableEvent, TableState } from "./types";

export interface Line {
  seq: number;
  /** Heading, move, or something about the table. */
  kind: "turn" | "move" | "table" | "chat";
  text: string;
  seat?: number;
  card?: string;
  at: number;
}

export interface Parsed { action: string; card?: string; wonder?: string; token?: string; seat?: number; pay?: [number, number]; free?: boolean }

/** The parts of a move text (docs/notation.md). */
export function parseMove(move: string): Parsed {
  let rest = move;
  const made: Parsed = { action: "" };
  if (rest.startsWith("free city: ")) { made.free = true; rest = rest.slice(11); }
  const pay = / pay (\d+),(\d+)$/.exec(rest);
  if (pay) { made.pay = [Number(pay[1]), Number(pay[2])]; rest = rest.slice(0, pay.index); }
  const [word, ...words] = rest.split(" ");
  const name = words.join(" ");
  made.action = word === "free" ? "free_build" : word!;
  if (word === "draft") made.wonder = name;
  else if (word === "wonder") { const cut = name.lastIndexOf(" with "); made.wonder = name.slice(0, cut); made.card = name.slice(cut + 6); }
  else if (word === "stage") { if (name.startsWith("with ")) made.card = name.slice(5); }
  else if (word === "token" || word === "library") made.token = name;
  else if (word === "starter") made.seat = Number(name);
  else if (name && name !== "none") made.card = name;
  return made;
}

export function moveSentence(state: TableState, seat: number, move: string): { text: string; card?: string } {
  const game = state.table.game;
  const parsed = parseMove(move);
  const who = parsed.free ? t("wonders.free_city") : seatName(state, seat);
  const card = parsed.card && cardOf(game, parsed.card) ? cardName(game, parsed.card) : "";
  const base = `log.${game}.`;
  const args = { player: who, card };
  const found = parsed.card ? { card: parsed.card } : {};
  if (game === "duel") {
    switch (parsed.action) {
      case "draft": return { text: t(`${base}draft`, { ...args, wonder: wonderName(parsed.wonder!) }) };
      case "build": return { text: t(`${base}build`, args), ...found };
      case "discard": return { text: t("log.page.discard", args), ...found };
      case "wonder": return { text: t(`${base}wonder`, { ...args, wonder: wonderName(parsed.wonder!) }), ...found };
      case "token": case "library": return { text: t(`${base}${parsed.action}`, { ...args, token: tokenName(parsed.token!) }) };
      case "destroy": return { text: t(`${base}destroy`, { ...args, opponent: seatName(state, 1 - seat) }), ...found };
      case "starter": return { text: t(`${base}starter`, { ...args, starter: seatName(state, parsed.seat!) }) };
      default: return { text: t(`${base}${parsed.action}`, args), ...found };
    }
  }
  const bank = parsed.card ? (cardOf(game, parsed.card)?.cost.coins ?? 0) : 0;
  const paid = (parsed.pay?.[0] ?? 0) + (parsed.pay?.[1] ?? 0);
  switch (parsed.action) {
    case "build": return { text: paid + bank ? t(`${base}build_paid`, { ...args, n: paid + bank }) : t(`${base}build`, args), ...found };
    case "stage": return { text: t("log.page.stage", args) };
    case "discard": return { text: card ? t(`${base}discard_known`, { ...args, n: WONDERS.constants.discard_coins! }) : t(`${base}discard`, { ...args, n: WONDERS.constants.discard_coins! }), ...found };
    case "revive": return parsed.card ? { text: t(`${base}revive`, args), ...found } : { text: t(`${base}revive_none`, args) };
    default: return { text: t(`${base}${parsed.action}`, args), ...found };
  }
}

/** An event of the table as lines of the log. */
export function eventLines(state: TableState, event: TableEvent): Line[] {
  const data = event.data ?? {};
  const line = (text: string, kind: Line["kind"] = "table", more: Partial<Line> = {}): Line => ({ seq: event.seq, kind, text, at: event.at, ...(event.seat === undefined ? {} : { seat: event.seat }), ...more });
  const player = event.seat === undefined ? "" : seatName(state, event.seat);
  switch (event.kind) {
    case "move": {
      const made = moveSentence(state, event.seat ?? 0, String(data.move));
      return [line(made.text, "move", made.card ? { card: made.card } : {})];
    }
    case "turn": {
      const moves = (data.moves ?? []) as { seat: number; move: string }[];
      return moves.map(({ seat, move }) => {
        const made = moveSentence(state, seat, move);
        return line(made.text, "move", { seat, ...(made.card ? { card: made.card } : {}) });
      });
    }
    case "ready": case "unready": case "confirmed": return [];
    case "chat": return [line(data.phrase ? t(`phrase.${String(data.phrase)}`) : String(data.text ?? ""), "chat")];
    case "joined": return [line(t(data.offered ? "event.joined_offered" : "event.joined", { player: String(data.name ?? player) }))];
    case "answered": return [line(t(data.allow ? "event.answered.yes" : "event.answered.no", { player }))];
    case "late": return [line(t(`event.late.${String(data.choice)}`, { player }))];
    case "nudged": return [line(t("event.nudged", { player, by: seatName(state, Number(data.by)) }))];
    default: return [line(t(`event.${event.kind}`, { player }))];
  }
}

export const duelSymbols = DUEL.symbols;
