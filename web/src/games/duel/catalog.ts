// The catalog of 7 Wonders Duel as the page reads it.

import data from "catalog:duel";
import { byName, cardsByName, type Effect, type RawCatalog } from "../../app/catalog";

export interface Wonder {
  name: string;
  cost: Record<string, number>;
  effect: Effect;
}
export interface Token {
  name: string;
  effect: Effect;
}
export interface RawDuel extends RawCatalog {
  wonders: Wonder[];
  tokens: Token[];
  military: { capital: number; zones: { from: number; to: number; points: number; loot: number }[] };
}

export const DUEL = {
  cards: cardsByName(data.cards),
  wonders: byName(data.wonders),
  tokens: byName(data.tokens),
  military: data.military,
  symbols: data.science.symbols,
  resources: data.resources,
};
