// What the steps of a lesson ask about a position.

import type { Desk } from "../app/desk";
import { selected } from "../app/desk";
import type { Quote } from "../app/types";
import { cardOf } from "./catalogs";

/** Something can be decided now. */
export const yours = (desk: Desk): boolean => desk.state.options.length > 0;
/** The card taken up is of that kind. */
export const holds = (desk: Desk, color: string): boolean =>
  selected.value !== null && cardOf(desk.kind.name, selected.value)?.color === color;
/** What the card taken up would cost. */
export const heldQuote = (desk: Desk): Quote | undefined => desk.state.quotes.find((q) => q.card === selected.value);
