// What may wait until a press is answered: first its answer is seen, then the rest is done.

import { touch } from "./settings";

/** How long at most, in milliseconds: a tab that is just going out of sight gets no more pictures. */
const LONGEST_MS = 250;

/** Calls `then` after the next picture. */
export function afterFrame(then: () => void): void {
  let called = false;
  const call = () => {
    if (called) return;
    called = true;
    clearTimeout(late);
    then();
  };
  const late = setTimeout(call, LONGEST_MS);
  requestAnimationFrame(() => setTimeout(call));
}

/** Does the dearer part of an answer: at once with a mouse or keys, after the next picture under a finger, for the
    processors of touch screens are slow. */
export function afterTouch(then: () => void): void {
  if (touch) afterFrame(then);
  else then();
}
