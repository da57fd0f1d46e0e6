// Looking at the table after it has changed. Whoever asks for a size while others still change something makes the
// browser lay out again for each of them; here all wait until everything is drawn, and share one layout, which is then
// that of the picture.

const looks = new WeakMap<Element, () => void>();
const waiting = new Set<Element>();
const known = new WeakMap<Element, string>();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) if (known.get(target) !== sizeOf(target)) look(target);
});

const sizeOf = ({ clientWidth, clientHeight }: Element): string => `${clientWidth} ${clientHeight}`;

function look(element: Element): void {
  known.set(element, sizeOf(element));
  looks.get(element)?.();
}

/** Calls `then` when all that is being drawn is drawn, and whenever the element gets another size. */
export function onceLaidOut(element: Element, then: () => void): void {
  if (!looks.has(element)) sizes.observe(element);
  looks.set(element, then);
  if (!waiting.size) queueMicrotask(lookAtAll);
  waiting.add(element);
}

export function looksNoMore(element: Element): void {
  sizes.unobserve(element);
  looks.delete(element);
  waiting.delete(element);
}

function lookAtAll(): void {
  const now = [...waiting];
  waiting.clear();
  for (const element of now) look(element);
}
