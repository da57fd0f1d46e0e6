// Hands come back: with n players, the hand of this turn is the one I passed on n turns ago. What I held is kept for as
// long as the tab lives, so that cards I have seen can be marked and the viewer learns what the next hand held.

import type { WondersView } from "../../app/types";

const KEY = "mirabilia.seen";

interface Seen {
  table: string;
  age: number;
  /** Hands by turn. */
  hands: Record<number, string[]>;
}

function read(table: string, age: number): Seen {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Seen | null;
    if (kept?.table === table && kept.age === age) return kept;
  } catch {
    // a browser that keeps nothing remembers nothing
  }
  return { table, age, hands: {} };
}

/** Remembers the hand of this turn. */
export function remember(table: string, view: WondersView): void {
  if (!view.hand?.length || view.phase !== "choose") return;
  const seen = read(table, view.age);
  seen.hands[view.turn] = view.hand;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // then it is not remembered
  }
}

/** The turn in which I held this card before, if I did; with two players hands are exchanged and none comes back so. */
export function seenInTurn(table: string, view: WondersView, card: string): number | undefined {
  const turn = view.turn - view.players;
  return view.players > 2 && read(table, view.age).hands[turn]?.includes(card) ? turn : undefined;
}

/** The hand that comes next, as it was when I held it: the turn, and its cards then. */
export function nextHand(table: string, view: WondersView): { turn: number; cards: string[] } | undefined {
  const turn = view.turn + 1 - view.players;
  const cards = view.players > 2 ? read(table, view.age).hands[turn] : undefined;
  return cards ? { turn, cards } : undefined;
}
