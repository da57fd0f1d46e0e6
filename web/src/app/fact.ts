// A fact worked out from signals. Whoever asks for it is drawn anew when the fact changes, not whenever one of the
// signals does: a card asks whether it is the one taken up, and twenty cards stay as they are when another one is.

import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

/** The fact as a signal, to be handed on; `on` lists what else it is worked out from. */
export const useFacts = <T>(fact: () => T, on: unknown[]): ReadonlySignal<T> => useMemo(() => computed(fact), on);

export const useFact = <T>(fact: () => T, on: unknown[]): T => useFacts(fact, on).value;
