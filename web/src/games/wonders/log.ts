// The log of 7 Wonders.

import { cardName, roman, t } from "../../app/i18n";
import { overLine, Purse, type Sentence, takeAll, takeSale } from "../../app/sentence";
import type { TableState } from "../../app/types";
import { seatName } from "../../app/words";
import type { WondersEvent } from "../../generated/game";
import { boardWonder, sideWords } from "./words";

/** What happened, in sentences. */
export function sentences(state: TableState, happened: WondersEvent[]): Sentence[] {
  const lines: Sentence[] = [];
  const purse = new Purse();
  const rest = [...happened];
  const base = "log.wonders.";
  const say = (text: string, seat: number, about: number[] = [seat], card?: string | null, brief?: string) =>
    lines.push({ kind: "move", text, seat, about, ...(card ? { card } : {}), ...(brief ? { brief } : {}) });
  const name = (seat: number) => seatName(state, seat);
  const card = (of: string) => cardName("wonders", of);

  /** What the neighbours got for it. */
  function sold(city: number, sellers: { city: number; coins: number }[]): void {
    for (const { city: seller, coins } of sellers)
      say(t(`${base}paid`, { player: name(city), seller: name(seller), n: coins }), city, [city, seller]);
  }

  for (let event = rest.shift(); event; event = rest.shift()) {
    switch (event.event) {
      case "board": {
        const player = name(event.city);
        say(t(`${base}board`, { player, wonder: boardWonder(event.board), side: sideWords(event.side) }), event.city);
        if (typeof event.other === "number")
          say(t(`${base}board_swap`, { player, other: name(event.other) }), event.city, [event.city, event.other]);
        break;
      }
      case "age": {
        const key = `${base}age.${event.passing}`;
        lines.push({ kind: "turn", text: t(key, { age: roman(event.age) }), about: [] });
        break;
      }
      case "turn":
        if (event.step === "choose")
          lines.push({ kind: "turn", text: t("log.turn", { age: roman(event.age), turn: event.turn }), about: [] });
        break;
      case "paid":
        purse.put(event);
        break;
      case "built": {
        const { coins, sellers } = purse.take(event.city);
        const args = { player: name(event.city), card: card(event.card) };
        const key = event.free ? "free_build" : event.chain ? "build_chain" : coins ? "build_paid" : "build";
        const from = event.chain ? card(event.chain) : "";
        const brief = event.free || event.chain ? t(`${base}build`, args) : undefined;
        say(t(`${base}${key}`, { ...args, n: coins, from }), event.city, [event.city], event.card, brief);
        sold(event.city, sellers);
        break;
      }
      case "stage": {
        const { coins, sellers } = purse.take(event.city);
        const args = { player: name(event.city), stage: event.stage };
        say(coins ? t(`${base}stage_paid`, { ...args, n: coins }) : t(`${base}stage`, args), event.city);
        if (event.card) say(t(`${base}under_stage`, { card: card(event.card) }), event.city, [event.city], event.card);
        sold(event.city, sellers);
        break;
      }
      case "discarded": {
        const args = { player: name(event.city), n: takeSale(rest, event.city) };
        const text = event.card
          ? t(`${base}discard_known`, { ...args, card: card(event.card) })
          : t(`${base}discard`, args);
        say(text, event.city, [event.city], event.card);
        break;
      }
      case "gained":
        say(t(`${base}gains`, { player: name(event.city), n: event.coins }), event.city);
        break;
      case "spare": {
        // Everybody's last card goes to the pile: one line, and one for the card I know.
        const all = [event, ...takeAll(rest, "spare")];
        lines.push({ kind: "move", text: t(`${base}spares`, { n: all.length }), about: all.map((each) => each.city) });
        for (const { city, card: known } of all)
          if (known) say(t(`${base}spare_known`, { player: name(city), card: card(known) }), city, [city], known);
        break;
      }
      case "revived": {
        const player = name(event.city);
        const text = event.card
          ? t(`${base}revive`, { player, card: card(event.card) })
          : t(`${base}revive_none`, { player });
        say(text, event.city, [event.city], event.card);
        break;
      }
      case "conflict": {
        const even = event.winner === null;
        const first = event.winner ?? event.city;
        const second = first === event.city ? event.other : event.city;
        const [shields, other_shields] = first === event.city ? event.shields : [event.shields[1], event.shields[0]];
        const args = { player: name(first), other: name(second), shields, other_shields, n: event.points };
        say(t(`${base}conflict_${even ? "even" : "won"}`, args), first, [first, second]);
        break;
      }
      case "over":
        lines.push(overLine(state, event.winners));
        break;
      default: // what is asked and drawn shows on the table
        break;
    }
  }
  return lines;
}
