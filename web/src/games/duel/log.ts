// The log of 7 Wonders Duel: moves, and what each of them caused, read off the positions around it.

import type { Flow } from "../../app/flights";
import { and, cardName, roman, t } from "../../app/i18n";
import type { Facts } from "../../app/log";
import { parseMove } from "../../app/notation";
import type { TableEvent, TableState } from "../../app/types";
import { seatName } from "../../app/words";
import type { MovedLine } from "../kind";
import { DUEL } from "./catalog";
import { tokenName, wonderName } from "./words";

export function moveSentence(state: TableState, seat: number, move: string, facts?: Facts): MovedLine {
  const parsed = parseMove(move);
  const card = parsed.card && DUEL.cards.has(parsed.card) ? cardName("duel", parsed.card) : "";
  const base = "log.duel.";
  const args = { player: seatName(state, seat), card };
  const found = parsed.card ? { card: parsed.card } : {};
  switch (parsed.action) {
    case "draft":
      return { text: t(`${base}draft`, { ...args, wonder: wonderName(parsed.wonder!) }) };
    case "build": {
      if (facts?.chain)
        return { text: t(`${base}build_chain`, { ...args, from: cardName("duel", facts.chain) }), ...found };
      return {
        text: facts?.paid ? t(`${base}build_paid`, { ...args, n: facts.paid }) : t(`${base}build`, args),
        ...found,
      };
    }
    case "discard":
      return {
        text: facts?.gained ? t(`${base}discard`, { ...args, n: facts.gained }) : t("move.discard", args),
        ...found,
      };
    case "wonder":
      return {
        text: facts?.paid
          ? t(`${base}wonder_paid`, { ...args, wonder: wonderName(parsed.wonder!), n: facts.paid })
          : t(`${base}wonder`, { ...args, wonder: wonderName(parsed.wonder!) }),
        ...found,
      };
    case "token":
    case "library":
      return { text: t(`${base}${parsed.action}`, { ...args, token: tokenName(parsed.token!) }) };
    case "destroy":
      return { text: t(`${base}destroy`, { ...args, opponent: seatName(state, 1 - seat) }), ...found };
    case "starter":
      return { text: t(`${base}starter`, { ...args, starter: seatName(state, parsed.seat!) }) };
    default:
      return { text: t(`${base}${parsed.action}`, args), ...found };
  }
}

export function factsOf(before: TableState, after: TableState, seat: number, move: string): Facts {
  const a = before.view,
    b = after.view;
  if (a?.game !== "duel" || b?.game !== "duel") return {};
  const parsed = parseMove(move);
  const facts: Facts = {};
  const thing = parsed.action === "wonder" ? parsed.wonder : parsed.card;
  const price = thing ? before.prices?.[seat]?.[thing] : undefined;
  if (parsed.action === "build" && parsed.card) {
    const chain = DUEL.cards.get(parsed.card)?.freeWith.find((name) => a.cities[seat]?.cards.includes(name));
    if (chain) facts.chain = chain;
  }
  if (price && !facts.chain) facts.paid = price;
  if (parsed.action === "discard") facts.gained = Math.max(0, b.coins[seat]! - a.coins[seat]!);
  const pushed = (b.pawn - a.pawn) * (seat === 0 ? 1 : -1);
  if (pushed > 0) facts.pawn = pushed;
  const loot = (view: typeof a) => view.cities[1 - seat]!.loot_left.reduce((sum, { coins }) => sum + coins, 0);
  if (loot(a) > loot(b)) facts.looted = Math.min(loot(a) - loot(b), a.coins[1 - seat]!);
  if (b.phase === "turn" && b.to_act[0] === seat && a.age === b.age && parsed.action === "wonder") facts.again = true;
  if (a.age === b.age && a.phase !== "draft") {
    const known = new Set(a.layout.filter((slot) => slot.card).map((slot) => slot.slot));
    const revealed = b.layout.filter((slot) => slot.card && !known.has(slot.slot)).map((slot) => slot.card!);
    if (revealed.length) facts.revealed = revealed;
  }
  if (b.age !== a.age || (a.phase === "draft" && b.phase !== "draft")) facts.age = b.age;
  return facts;
}

export function causedLines(state: TableState, seat: number, facts: Facts): string[] {
  const player = seatName(state, seat);
  const lines: string[] = [];
  if (facts.pawn) lines.push(t("log.duel.pawn", { player, n: facts.pawn }));
  if (facts.looted) lines.push(t("log.duel.loot", { player: seatName(state, 1 - seat), n: facts.looted }));
  if (facts.revealed)
    lines.push(t("log.duel.revealed", { cards: and(facts.revealed.map((name) => cardName("duel", name))) }));
  if (facts.again) lines.push(t("log.duel.extra_turn", { player }));
  if (facts.age) lines.push(t("log.age", { age: roman(facts.age) }));
  return lines;
}

/** Who paid whom between two positions. */
export function flows(before: TableState, after: TableState, events: TableEvent[]): Flow[] {
  const a = before.view;
  const b = after.view;
  const made: Flow[] = [];
  if (a?.game !== "duel" || b?.game !== "duel" || !events.some((event) => event.kind === "move")) return made;
  const change = [0, 1].map((seat) => b.coins[seat]! - a.coins[seat]!);
  for (const seat of [0, 1]) {
    const lost = Math.max(0, -change[seat]!),
      other = Math.max(0, change[1 - seat]!);
    const between = Math.min(lost, other);
    made.push({ from: seat, to: 1 - seat, coins: between }, { from: seat, to: "bank", coins: lost - between });
    if (!lost && change[1 - seat]! >= 0) made.push({ from: "bank", to: seat, coins: Math.max(0, change[seat]!) });
  }
  return made.filter(({ coins }) => coins > 0);
}
