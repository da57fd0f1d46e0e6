// The catalogs of all games, for parts that draw a card by its game and name.

import type { Card, GameCatalog, GameName } from "../app/catalog";
import { DUEL } from "./duel/catalog";
import { WONDERS } from "./wonders/catalog";

export const CATALOGS: Record<GameName, GameCatalog> = { duel: DUEL, wonders: WONDERS };

export const cardOf = (game: GameName, name: string): Card | undefined => CATALOGS[game].cards.get(name);
