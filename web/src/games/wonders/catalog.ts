// The catalog of 7 Wonders as the page reads it: of the edition that is on screen.

import data from "catalog:wonders";
import { signal } from "@preact/signals";
import { type Card, cardsByName, type Effect, type RawCard, type RawCatalog } from "../../app/catalog";

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
  editions?: number[];
}
export interface Edition {
  number: number;
  players: number[];
}
export interface RawWonders extends RawCatalog {
  cards: (RawCard & { editions?: number[] })[];
  boards: Board[];
  editions: Edition[];
  constants: { turns_per_age: number; discard_coins: number; victory_tokens: number[] };
}

/** The edition on screen. */
export const edition = signal(1);
export const EDITIONS = data.editions;

const contents = new Map(
  EDITIONS.map(({ number }): [number, { cards: Map<string, Card>; boards: Map<string, Board> }] => {
    const here = (entry: { editions?: number[] }) => entry.editions?.includes(number) ?? true;
    const cards = cardsByName(data.cards.filter(here));
    return [number, { cards, boards: new Map(data.boards.filter(here).map((board) => [board.city, board])) }];
  }),
);

/** From now on cards and boards are those of this edition. */
export function showEdition(number: number): void {
  if (edition.peek() !== number) edition.value = number;
}

export const WONDERS = {
  get cards() {
    return contents.get(edition.value)!.cards;
  },
  get boards() {
    return contents.get(edition.value)!.boards;
  },
  constants: data.constants,
  symbols: data.science.symbols,
  resources: data.resources,
};
