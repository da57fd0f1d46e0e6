// The log in words: what the server told of, made into sentences in the viewer's language. Moves are parsed from their
// notation; what a move caused (coins, pawn, tokens) is read off the two positions around it.

import { cardOf, DUEL, WONDERS } from "./catalog";
import { and, cardName, roman, t, tokenName, wonderName } from "./i18n";
import type { TableEvent, TableState } from "./types";
import { seatName } from "./words";

export interface Line {
  seq: number;
  /** Heading, move, or something about the table. */
  kind: "turn" | "move" | "table" | "chat";
  text: string;
  seat?: number;
  card?: string;
  at: number;
}

export interface Parsed {
  action: string;
  card?: string;
  wonder?: string;
  token?: string;
  seat?: number;
  pay?: [number, number];
  free?: boolean;
}

/** The parts of a move text (docs/notation.md). */
export function parseMove(move: string): Parsed {
  let rest = move;
  const made: Parsed = { action: "" };
  if (rest.startsWith("free city: ")) {
    made.free = true;
    rest = rest.slice(11);
  }
  const pay = / pay (\d+),(\d+)$/.exec(rest);
  if (pay) {
    made.pay = [Number(pay[1]), Number(pay[2])];
    rest = rest.slice(0, pay.index);
  }
  const [word, ...words] = rest.split(" ");
  const name = words.join(" ");
  made.action = word === "free" ? "free_build" : word!;
  if (word === "draft") made.wonder = name;
  else if (word === "wonder") {
    const cut = name.lastIndexOf(" with ");
    made.wonder = name.slice(0, cut);
    made.card = name.slice(cut + 6);
  } else if (word === "stage") {
    if (name.startsWith("with ")) made.card = name.slice(5);
  } else if (word === "token" || word === "library") made.token = name;
  else if (word === "starter") made.seat = Number(name);
  else if (name && name !== "none") made.card = name;
  return made;
}

export function moveSentence(
  state: TableState,
  seat: number,
  move: string,
  facts?: Facts,
): { text: string; card?: string } {
  const game = state.table.game;
  const parsed = parseMove(move);
  const who = parsed.free ? t("wonders.free_city") : seatName(state, seat);
  const card = parsed.card && cardOf(game, parsed.card) ? cardName(game, parsed.card) : "";
  const base = `log.${game}.`;
  const args = { player: who, card };
  const found = parsed.card ? { card: parsed.card } : {};
  if (game === "duel") {
    switch (parsed.action) {
      case "draft":
        return { text: t(`${base}draft`, { ...args, wonder: wonderName(parsed.wonder!) }) };
      case "build": {
        if (facts?.chain)
          return { text: t(`${base}build_chain`, { ...args, from: cardName(game, facts.chain) }), ...found };
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
  const bank = parsed.card ? (cardOf(game, parsed.card)?.cost.coins ?? 0) : 0;
  const paid = (parsed.pay?.[0] ?? 0) + (parsed.pay?.[1] ?? 0);
  switch (parsed.action) {
    case "build":
      return {
        text: paid + bank ? t(`${base}build_paid`, { ...args, n: paid + bank }) : t(`${base}build`, args),
        ...found,
      };
    case "stage":
      return { text: t("move.stage", args) };
    case "discard":
      return {
        text: card
          ? t(`${base}discard_known`, { ...args, n: WONDERS.constants.discard_coins! })
          : t(`${base}discard`, { ...args, n: WONDERS.constants.discard_coins! }),
        ...found,
      };
    case "revive":
      return parsed.card ? { text: t(`${base}revive`, args), ...found } : { text: t(`${base}revive_none`, args) };
    default:
      return { text: t(`${base}${parsed.action}`, args), ...found };
  }
}

/** What a move of Duel caused, read off the positions before and after it. */
export interface Facts {
  paid?: number;
  chain?: string;
  gained?: number;
  pawn?: number;
  looted?: number;
  again?: boolean;
  revealed?: string[];
  age?: number;
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
    const chain = cardOf("duel", parsed.card)?.freeWith.find((name) => a.cities[seat]?.cards.includes(name));
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

function causedLines(state: TableState, seat: number, facts: Facts | undefined): string[] {
  if (!facts) return [];
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

/** One fact of a turn of 7 Wonders, as the engine tells it. */
export interface Entry {
  key: string;
  city?: number;
  other?: number;
  winner?: number | null;
  winners?: number[];
  points?: number;
  card?: string | null;
  pay?: [number, number];
  bank?: number;
  chain?: boolean;
  stage?: number;
  coins?: number;
  age?: number;
  turn?: number;
  passing?: string;
}

type MakeLine = (text: string, kind?: Line["kind"], more?: Partial<Line>) => Line;

function entryLines(state: TableState, entry: Entry, line: MakeLine): Line[] {
  const city = entry.city ?? 0;
  const player = seatName(state, city);
  const card = entry.card ? cardName("wonders", entry.card) : "";
  const more = { seat: city, ...(entry.card ? { card: entry.card } : {}) };
  const paid = (entry.pay?.[0] ?? 0) + (entry.pay?.[1] ?? 0) + (entry.bank ?? 0);
  const base = "log.wonders.";
  const gains =
    entry.coins && entry.key !== "discard"
      ? [line(t(`${base}gains`, { player, n: entry.coins }), "move", { seat: city })]
      : [];
  switch (entry.key) {
    case "age":
      return [line(t(`${base}age.${entry.passing}`, { age: roman(entry.age ?? 1) }), "turn")];
    case "build":
      return [
        line(
          entry.chain
            ? t(`${base}build_chain`, { player, card })
            : paid
              ? t(`${base}build_paid`, { player, card, n: paid })
              : t(`${base}build`, { player, card }),
          "move",
          more,
        ),
        ...gains,
      ];
    case "stage":
      return [
        line(
          paid
            ? t(`${base}stage_paid`, { player, stage: entry.stage ?? 1, n: paid })
            : t(`${base}stage`, { player, stage: entry.stage ?? 1 }),
          "move",
          { seat: city },
        ),
        ...gains,
      ];
    case "discard":
      return [
        line(
          card
            ? t(`${base}discard_known`, { player, card, n: entry.coins ?? 3 })
            : t(`${base}discard`, { player, n: entry.coins ?? 3 }),
          "move",
          more,
        ),
      ];
    case "spare":
      return [line(card ? t(`${base}spare_known`, { player, card }) : t(`${base}spare`, { player }), "move", more)];
    case "conflict": {
      if (entry.winner === null || entry.winner === undefined) return [];
      const other = entry.winner === city ? (entry.other ?? 0) : city;
      const cities = state.view?.game === "wonders" ? state.view.cities : [];
      return [
        line(
          t(`${base}conflict_won`, {
            player: seatName(state, entry.winner),
            other: seatName(state, other),
            shields: cities[entry.winner]?.shields ?? 0,
            other_shields: cities[other]?.shields ?? 0,
            n: entry.points ?? 0,
          }),
          "move",
          { seat: entry.winner },
        ),
      ];
    }
    case "end":
      return [];
    default:
      return [line(t(`${base}${entry.key}`, { player, card }), "move", more), ...gains];
  }
}

/** An event of the table as lines of the log. */
export function eventLines(state: TableState, event: TableEvent): Line[] {
  const data = event.data ?? {};
  const line = (text: string, kind: Line["kind"] = "table", more: Partial<Line> = {}): Line => ({
    seq: event.seq,
    kind,
    text,
    at: event.at,
    ...(event.seat === undefined ? {} : { seat: event.seat }),
    ...more,
  });
  const player = event.seat === undefined ? "" : seatName(state, event.seat);
  switch (event.kind) {
    case "move": {
      const made = moveSentence(state, event.seat ?? 0, String(data.move), data.facts as Facts | undefined);
      return [
        line(made.text, "move", made.card ? { card: made.card } : {}),
        ...causedLines(state, event.seat ?? 0, data.facts as Facts | undefined).map((text) => line(text, "move")),
      ];
    }
    case "turn":
      return ((data.entries ?? []) as Entry[]).flatMap((entry) => entryLines(state, entry, line));
    case "ready":
    case "unready":
    case "confirmed":
      return [];
    case "chat":
      return [line(data.phrase ? t(`phrase.${String(data.phrase)}`) : String(data.text ?? ""), "chat")];
    case "joined":
      return [line(t(data.offered ? "event.joined_offered" : "event.joined", { player: String(data.name ?? player) }))];
    case "answered":
      return [line(t(data.allow ? "event.answered.yes" : "event.answered.no", { player }))];
    case "late":
      return [line(t(`event.late.${String(data.choice)}`, { player }))];
    case "nudged":
      return [line(t("event.nudged", { player, by: seatName(state, Number(data.by)) }))];
    default:
      return [line(t(`event.${event.kind}`, { player }))];
  }
}

export const duelSymbols = DUEL.symbols;
