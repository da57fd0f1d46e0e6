// The log of 7 Wonders Duel.

import { cardName, roman, symbolName, t } from "../../app/i18n";
import { overLine, Purse, type Sentence, takeAll, takeSale } from "../../app/sentence";
import type { TableState } from "../../app/types";
import { cardList, seatName } from "../../app/words";
import type { DuelEvent } from "../../generated/game";
import { tokenName, wonderName } from "./words";

/** What happened, in sentences. */
export function sentences(state: TableState, happened: DuelEvent[]): Sentence[] {
  const lines: Sentence[] = [];
  const purse = new Purse();
  const rest = [...happened];
  const say = (text: string, seat: number, about: number[] = [seat], card?: string, brief?: string) =>
    lines.push({ kind: "move", text, seat, about, ...(card ? { card } : {}), ...(brief ? { brief } : {}) });
  const name = (seat: number) => seatName(state, seat);
  const card = (of: string) => cardName("duel", of);

  /** What somebody else got out of it. */
  function sold(city: number, sellers: { city: number; coins: number; token: string | undefined }[]): void {
    for (const { city: seller, coins, token } of sellers)
      say(t("log.duel.economy", { player: name(seller), n: coins, token: token ? tokenName(token) : "" }), seller, [
        seller,
        city,
      ]);
  }

  for (let event = rest.shift(); event; event = rest.shift()) {
    switch (event.event) {
      case "drafted":
        say(t("log.duel.draft", { player: name(event.city), wonder: wonderName(event.wonder) }), event.city);
        break;
      case "bid":
        say(t("log.duel.bid", { player: name(event.city), n: event.coins }), event.city);
        break;
      case "passed":
        say(t("log.duel.passed", { player: name(event.city) }), event.city);
        break;
      case "paid":
        if (event.why === "bid") say(t("log.duel.bid_paid", { player: name(event.city), n: event.coins }), event.city);
        else purse.put(event);
        break;
      case "built": {
        const { coins, sellers } = purse.take(event.city);
        const args = { player: name(event.city), card: card(event.card) };
        const text = event.chain
          ? t("log.duel.build_chain", { ...args, from: card(event.chain) })
          : coins
            ? t("log.duel.build_paid", { ...args, n: coins })
            : t("log.duel.build", args);
        say(text, event.city, [event.city], event.card, event.chain ? t("log.duel.build", args) : undefined);
        sold(event.city, sellers);
        break;
      }
      case "wonder": {
        const { coins, sellers } = purse.take(event.city);
        const args = { player: name(event.city), wonder: wonderName(event.wonder), card: card(event.card) };
        const text = coins ? t("log.duel.wonder_paid", { ...args, n: coins }) : t("log.duel.wonder", args);
        say(text, event.city, [event.city], undefined, t("log.duel.wonder_brief", args));
        sold(event.city, sellers);
        break;
      }
      case "discarded": {
        const n = takeSale(rest, event.city);
        const args = { player: name(event.city), card: card(event.card ?? ""), n };
        say(t("log.duel.discard", args), event.city, [event.city], event.card ?? "");
        break;
      }
      case "gained":
        say(t("log.duel.gains", { player: name(event.city), n: event.coins }), event.city);
        break;
      case "pawn": {
        const n = Math.abs(event.end - event.start);
        say(t("log.duel.pawn", { player: name(event.city), n }), event.city, [event.city, 1 - event.city]);
        break;
      }
      case "looted":
        if (event.coins) say(t("log.duel.loot", { player: name(event.city), n: event.coins }), event.city);
        break;
      case "lost":
        if (event.coins) say(t("log.duel.loses", { player: name(event.city), n: event.coins }), event.city);
        break;
      case "pair":
        say(t("log.duel.pair", { player: name(event.city), symbol: symbolName("duel", event.symbol) }), event.city);
        break;
      case "token": {
        const key = event.source === "box" ? "library" : "token";
        say(t(`log.duel.${key}`, { player: name(event.city), token: tokenName(event.token) }), event.city);
        break;
      }
      case "destroyed": {
        const args = { player: name(event.by), card: card(event.card), opponent: name(event.city) };
        say(t("log.duel.destroy", args), event.by, [event.by, event.city], event.card);
        break;
      }
      case "revived":
        if (event.card) {
          const args = { player: name(event.city), card: card(event.card) };
          say(t("log.duel.revive", args), event.city, [event.city], event.card);
        }
        break;
      case "withdrawn":
        lines.push({
          kind: "move",
          text: t("log.duel.last_wonder", { wonder: wonderName(event.wonder) }),
          about: [event.city],
        });
        break;
      case "turned_up": {
        const cards = [event, ...takeAll(rest, "turned_up")].map((each) => each.card);
        lines.push({ kind: "move", text: t("log.duel.revealed", { cards: cardList("duel", cards) }), about: [] });
        break;
      }
      case "extra_turn":
        say(t("log.duel.extra_turn", { player: name(event.city) }), event.city);
        break;
      case "starter":
        say(t("log.duel.starter", { player: name(event.city), starter: name(event.seat) }), event.city, [
          event.city,
          event.seat,
        ]);
        break;
      case "age":
        lines.push({ kind: "turn", text: t("log.age", { age: roman(event.age) }), about: [] });
        break;
      case "over":
        lines.push(overLine(state, event.winners));
        break;
      default: // what is asked shows on the table; an age's end is shown by the next one's beginning
        break;
    }
  }
  return lines;
}
