// How each game shows a position in a small area, with the options that matter marked in it. Apart from the registry of
// the games, so that it is loaded only with the study screens.

import type { ComponentType } from "preact";
import type { GameName } from "../app/catalog";
import type { Parsed } from "../app/moves";
import { DuelPosition } from "../games/duel/position";
import { WondersPosition } from "../games/wonders/position";

/** What is marked in a position; nothing while somebody tries again. */
export interface Marks {
  best: Parsed | null;
  played: Parsed | null;
}

export const POSITIONS: Record<GameName, ComponentType<{ marks: Marks }>> = {
  duel: DuelPosition,
  wonders: WondersPosition,
};
