// The log of 7 Wonders: the facts of a turn, and single moves for the replay.

import type { Flow } from "../../app/flights";
import { cardName, roman, t } from "../../app/i18n";
import type { Entry, Line } from "../../app/log";
import { parseMove } from "../../app/notation";
import type { TableEvent, TableState } from "../../app/types";
import { seatName } from "../../app/words";
import type { MakeLine, MovedLine } from "../kind";
import { WONDERS } from "./catalog";
import { ring } from "./ring";

export function moveSentence(state: TableState, seat: number, move: string): MovedLine {
  const parsed = parseMove(move);
  const who = parsed.free ? t("wonders.free_city") : seatName(state, seat);
  const known = parsed.card ? WONDERS.cards.get(parsed.card) : undefined;
  const card = known ? cardName("wonders", known.name) : "";
  const base = "log.wonders.";
  const args = { player: who, card };
  const found = parsed.card ? { card: parsed.card } : {};
  const bank = known?.cost.coins ?? 0;
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
          ? t(`${base}discard_known`, { ...args, n: WONDERS.constants.discard_coins })
          : t(`${base}discard`, { ...args, n: WONDERS.constants.discard_coins }),
        ...found,
      };
    case "revive":
      return parsed.card ? { text: t(`${base}revive`, args), ...found } : { text: t(`${base}revive_none`, args) };
    default:
      return { text: t(`${base}${parsed.action}`, args), ...found };
  }
}

export function entryLines(state: TableState, entry: Entry, line: MakeLine): Line[] {
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

/** Who paid whom in a turn. */
export function flows(_before: TableState, after: TableState, events: TableEvent[]): Flow[] {
  const view = after.view;
  const made: Flow[] = [];
  if (view?.game !== "wonders") return made;
  for (const event of events) {
    if (event.kind !== "turn") continue;
    for (const { city, pay, bank, coins } of (event.data?.entries ?? []) as Entry[]) {
      if (city === undefined) continue;
      const { left, right } = ring(view, city);
      made.push(
        { from: city, to: left, coins: pay?.[0] ?? 0 },
        { from: city, to: right, coins: pay?.[1] ?? 0 },
        { from: city, to: "bank", coins: bank ?? 0 },
        { from: "bank", to: city, coins: coins ?? 0 },
      );
    }
  }
  return made.filter(({ coins }) => coins > 0);
}
