// Words differ in length from language to language and from card to card. An area of fixed size first shows all it has
// to say; where that is too much, it gives up one thing after another (data-squeeze 1, 2, 3: the styles say what), so
// that nothing is cut off and nothing around it moves.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const MOST = 3;

export function useSqueeze<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  // The window decides as well: areas get their new size only after all of the table is arranged anew.
  const watched = useRef<{ area: E; sizes: ResizeObserver } | null>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (watched.current && watched.current.area !== area) {
      watched.current.sizes.disconnect();
      watched.current = null;
    }
    if (!area) return;
    squeeze(area);
    if (watched.current) return;
    const sizes = new ResizeObserver(() => squeeze(area));
    sizes.observe(area);
    watched.current = { area, sizes };
  });
  useLayoutEffect(() => () => watched.current?.sizes.disconnect(), []);
  return ref;
}

function squeeze(area: HTMLElement): void {
  const full = () => area.scrollHeight > area.clientHeight || area.scrollWidth > area.clientWidth;
  delete area.dataset.squeeze;
  for (let step = 1; step <= MOST && full(); step++) area.dataset.squeeze = String(step);
}
