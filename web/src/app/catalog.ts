// The catalog as the page reads it: facts to draw (colours, costs, effects, links), never to reckon with.

import type { Kind } from "../art/cornice";
import type { DuelCount, DuelEffect, WondersCount, WondersEffect } from "../generated/catalog";
import type { Fields } from "./types";

export type GameName = "duel" | "wonders";

/** What is counted, and an effect, as the file of either game has it. */
export type Count = Fields<DuelCount | WondersCount>;
export type Effect = Omit<Fields<DuelEffect | WondersEffect>, "coins_per" | "points_per"> & {
  coins_per?: Count | undefined;
  points_per?: Count | undefined;
};

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

/** What every game's catalog has. */
export interface GameCatalog {
  cards: Map<string, Card>;
  symbols: string[];
  resources: { raw: string[]; manufactured: string[] };
}

/** What the catalog files of all games have in common (docs/catalog.md). */
export interface RawCatalog {
  cards: RawCard[];
  science: { symbols: string[] };
  resources: { raw: string[]; manufactured: string[] };
}

export interface RawCard {
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

/** Cards by name, each with what it makes free later on. */
export function cardsByName(raw: RawCard[]): Map<string, Card> {
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
      unlocks: [...(c.unlocks ?? [])],
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

export const byName = <A extends { name: string }>(things: A[]): Map<string, A> =>
  new Map(things.map((thing) => [thing.name, thing]));

/** The kinds in the order in which a city shows them. */
export const KIND_ORDER: Kind[] = ["brown", "grey", "yellow", "blue", "green", "red", "purple"];
