// What keys can reach. A button says what it is by its ref, and a key presses the button: so a key can never do what a
// click could not, and no key depends on how a button is drawn.

export type Role = "card" | "answer" | "build" | "discard" | "free" | "stage" | "wonder" | "undo" | "hint";

const buttons = new Map<Role, Set<HTMLElement>>();

type Ref = (element: HTMLElement | null) => (() => void) | undefined;
const refs = new Map<Role, Ref>();

/** A ref: makes the element the one, or one of those, that keys reach as this. Always the same for a role, so that
    drawing a card again leaves its ref alone. */
export function reach(role: Role): Ref {
  let ref = refs.get(role);
  if (!ref) {
    const same = new Set<HTMLElement>();
    buttons.set(role, same);
    ref = (element) => {
      if (!element) return undefined;
      same.add(element);
      return () => void same.delete(element);
    };
    refs.set(role, ref);
  }
  return ref;
}

const usable = (element: HTMLElement): boolean => element.offsetParent !== null && !element.hasAttribute("disabled");

/** Those that can be pressed now, in the order in which one reads them. */
export function reachable(role: Role): HTMLElement[] {
  const following = 4; // Node.DOCUMENT_POSITION_FOLLOWING
  return [...(buttons.get(role) ?? [])]
    .filter(usable)
    .sort((a, b) => (a.compareDocumentPosition(b) & following ? -1 : 1));
}

/** Presses the first of them; says whether there was one. */
export function press(role: Role): boolean {
  const found = reachable(role)[0];
  found?.click();
  return found !== undefined;
}
