// Chains that can still be reached: which cards a building will let a city have free.

import type { WondersView } from "../../app/types";
import { WONDERS } from "./catalog";

/** Cards of this age or a later one that follow from a card and do not stand in the city yet. */
export function stillOpens(view: WondersView, seat: number, name: string): string[] {
  const built = view.cities[seat]?.cards ?? [];
  const unlocks = WONDERS.cards.get(name)?.unlocks ?? [];
  return unlocks.filter((card) => !built.includes(card) && (WONDERS.cards.get(card)?.age ?? 0) >= view.age);
}
