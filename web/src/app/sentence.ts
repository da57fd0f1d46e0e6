// Sentences for what happened. Several events make one sentence where people would say one: what was paid belongs to
// what was built with it, coins for a card to the card that was sold.

import type { GameEvent } from "./events";
import { and, t } from "./i18n";
import type { TableState } from "./types";
import { seatName } from "./words";

/** A sentence about the game. */
export interface Sentence {
  kind: "turn" | "move";
  text: string;
  /** The same in fewer words, for where there is little room. */
  brief?: string;
  /** The city that acts; headings and what the rules do by themselves have none. */
  seat?: number;
  card?: string;
  /** Every city it is about: who acts, who is paid, who loses. */
  about: number[];
}

type Paid = Extract<GameEvent, { event: "paid" }>;

/** What one city paid for the thing that is named next, and to whom. */
export class Purse {
  private paid: Paid[] = [];
  put(event: Paid): void {
    this.paid.push(event);
  }
  /** Takes what a city has paid: all coins, and the parts that went to another city. */
  take(city: number): { coins: number; sellers: { city: number; coins: number; token: string | undefined }[] } {
    const mine = this.paid.filter((event) => event.city === city);
    this.paid = this.paid.filter((event) => event.city !== city);
    const coins = mine.reduce((sum, event) => sum + event.coins, 0);
    const sellers = mine.flatMap((event) => {
      const token = "token" in event ? (event.token ?? undefined) : undefined;
      return event.to === null ? [] : [{ city: event.to, coins: event.coins, token }];
    });
    return { coins, sellers };
  }
}

/** What the bank gave for a card that was sold: said with it, so it is taken out of the list. */
export function takeSale(events: GameEvent[], city: number): number {
  const at = events.findIndex((event) => event.event === "gained" && event.city === city && event.why === "discard");
  const [sale] = at < 0 ? [] : events.splice(at, 1);
  return sale?.event === "gained" ? sale.coins : 0;
}

/** All events of one kind that follow now, taken out of the list. */
export function takeAll<Any extends GameEvent, Kind extends Any["event"]>(
  events: Any[],
  kind: Kind,
): Extract<Any, { event: Kind }>[] {
  const found = events.filter((event): event is Extract<Any, { event: Kind }> => event.event === kind);
  for (const event of found) events.splice(events.indexOf(event), 1);
  return found;
}

/** The line of the log that says who has won; it is about everybody. */
export function overLine(state: TableState, winners: number[]): Sentence {
  const names = winners.map((seat) => seatName(state, seat));
  const text =
    names.length > 1
      ? t("log.over.winners", { players: and(names) })
      : t("log.over.winner", { player: names[0] ?? "" });
  return { kind: "turn", text, about: state.table.seats.map((_, seat) => seat) };
}
