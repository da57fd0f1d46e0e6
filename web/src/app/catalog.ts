// The catalog as the page reads it: facts to draw (colours, costs, effects, links), never to reckon with.

import duelData from "catalog:duel";
import wondersData from "catalog:wonders";
import type { Kind } from "../art/cornice";

export type GameName = "duel" | "wonders";

export interface Count {
  amount?: number;
  each?: number;
  what: string | string[];
  colors?: Kind[];
  city?: "own" | "most";
  whose?: string[];
}

export interface Effect {
  produces?: Record<string, number> | string[][];
  produces_choice?: string[];
  trade_price_one?: string[];
  sellable?: boolean;
  points?: number;
  shields?: number;
  science?: string;
  coins?: number;
  trade?: { goods: "raw" | "manufactured"; neighbours: string[]; price: number };
  coins_per?: Count;
  points_per?: Count;
  special?: string;
  opponent_loses_coins?: number;
  destroy?: Kind;
  build_from_discard?: boolean;
  progress_from_box?: { draw: number; keep: number };
  extra_turn?: boolean;
  discount?: { applies_to: "wonders" | "blue_cards"; resources: number };
  gain_opponent_trade_spend?: boolean;
  extra_shield_per_red_card?: number;
  all_wonders_extra_turn?: boolean;
  coins_per_chain_build?: number;
}

export interface Card {
  name: string;
  age: number;
  color: Kind;
  cost: Record<string, number>;
  effect: Effect;
  freeWith: string[];
  unlocks: string[];
  chain?: string;
  copies?: number[];
}

export interface Wonder {
  name: string;
  cost: Record<string, number>;
  effect: Effect;
}
export interface Token {
  name: string;
  effect: Effect;
}
export interface Stage {
  cost: Record<string, number>;
  effect: Effect;
}
export interface Board {
  city: string;
  title: string;
  wonder: string;
  resource: string;
  A: Stage[];
  B: Stage[];
}

interface RawCard {
  name: string;
  age: number;
  color: Kind;
  cost?: Record<string, number>;
  effect: Effect;
  free_with?: string | string[];
  unlocks?: string[];
  chain?: string;
  copies?: number[];
}

const list = (x: string | string[] | undefined) => (x === undefined ? [] : Array.isArray(x) ? x : [x]);

function cards(raw: RawCard[]): Map<string, Card> {
  const made = new Map<string, Card>();
  for (const c of raw) {
    if (made.has(c.name)) continue;
    made.set(c.name, {
      name: c.name,
      age: c.age,
      color: c.color,
      cost: c.cost ?? {},
      effect: c.effect,
      freeWith: list(c.free_with),
      unlocks: c.unlocks ?? [],
      ...(c.chain ? { chain: c.chain } : {}),
      ...(c.copies ? { copies: c.copies } : {}),
    });
  }
  for (const card of made.values())
    for (const giver of card.freeWith) {
      const from = made.get(giver);
      if (from && !from.unlocks.includes(card.name)) from.unlocks.push(card.name);
    }
  return made;
}

const byName = <A extends { name: string }>(things: A[]) => new Map(things.map((thing) => [thing.name, thing]));

export const DUEL = {
  cards: cards(duelData.cards as RawCard[]),
  wonders: byName(duelData.wonders as Wonder[]),
  tokens: byName(duelData.tokens as Token[]),
  military: duelData.military as {
    capital: number;
    zones: { from: number; to: number; points: number; loot: number }[];
  },
  constants: duelData.constants as Record<string, number>,
  symbols: duelData.science.symbols as string[],
  layouts: duelData.layouts as {
    age: number;
    rows: number[];
    slots: { row: number; offset: number; up: boolean; under: number[] }[];
  }[],
  resources: duelData.resources as { raw: string[]; manufactured: string[] },
};

export const WONDERS = {
  cards: cards(wondersData.cards as RawCard[]),
  boards: new Map((wondersData.boards as Board[]).map((board) => [board.city, board])),
  constants: wondersData.constants as Record<string, number> & { passing: string[]; victory_tokens: number[] },
  symbols: wondersData.science.symbols as string[],
  resources: wondersData.resources as { raw: string[]; manufactured: string[] },
};

export const cardOf = (game: GameName, name: string): Card | undefined =>
  (game === "duel" ? DUEL : WONDERS).cards.get(name);

/** The kinds in the order in which a city shows them. */
export const KIND_ORDER: Kind[] = ["brown", "grey", "yellow", "blue", "green", "red", "purple"];
