// The catalog of 7 Wonders as the page reads it.

import data from "catalog:wonders";
import { cardsByName, type Effect, type RawCatalog } from "../../app/catalog";

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
export interface RawWonders extends RawCatalog {
  boards: Board[];
  constants: { turns_per_age: number; discard_coins: number; victory_tokens: number[] };
}

export const WONDERS = {
  cards: cardsByName(data.cards),
  boards: new Map(data.boards.map((board) => [board.city, board])),
  constants: data.constants,
  symbols: data.science.symbols,
  resources: data.resources,
};
