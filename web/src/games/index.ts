// The games this page knows.

import type { GameName } from "../app/catalog";
import { duel } from "./duel";
import type { GameKind } from "./kind";
import { wonders } from "./wonders";

export const KINDS: Record<GameName, GameKind> = { duel, wonders };
export const GAMES = Object.keys(KINDS) as GameName[];

/** The game an address names; the first one if it names none. */
export const gameNamed = (name: string | undefined): GameName => GAMES.find((game) => game === name) ?? GAMES[0]!;
