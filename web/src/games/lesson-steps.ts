// What the steps of a lesson ask about a position.

import type { Controls } from "../app/controls";
import { selected } from "../app/controls";
import type { Quote } from "../app/types";
import { cardOf } from "./catalogs";

/** Something can be decided now. */
export const yours = (controls: Controls): boolean => controls.state.options.length > 0;
/** The card taken up is of that kind. */
export const holds = (controls: Controls, color: string): boolean =>
  selected.value !== null && cardOf(controls.kind.name, selected.value)?.color === color;
/** What the card taken up would cost. */
export const heldQuote = (controls: Controls): Quote | undefined =>
  controls.state.quotes.find((q) => q.card === selected.value);
