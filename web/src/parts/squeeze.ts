// Words differ in length from language to language and from card to card. An area of fixed size first shows all it has
// to say; where that is too much, it gives up one thing after another (data-squeeze 1, 2, 3 and so on: the styles say
// what), so that nothing is cut off and nothing around it moves.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { looksNoMore, onceLaidOut } from "../app/laid-out";

export function useSqueeze<E extends HTMLElement>(steps = 3): RefObject<E | null> {
  const ref = useRef<E>(null);
  const watched = useRef<E | null>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    if (watched.current && watched.current !== area) looksNoMore(watched.current);
    watched.current = area;
    if (!area) return;
    delete area.dataset.squeeze;
    // The window decides as well: areas get their new size only after all of the table is arranged anew.
    onceLaidOut(area, () => squeeze(area, steps));
  });
  useLayoutEffect(
    () => () => {
      if (watched.current) looksNoMore(watched.current);
    },
    [],
  );
  return ref;
}

function squeeze(area: HTMLElement, steps: number): void {
  const full = () => area.scrollHeight > area.clientHeight || area.scrollWidth > area.clientWidth;
  delete area.dataset.squeeze;
  for (let step = 1; step <= steps && full(); step++) area.dataset.squeeze = String(step);
}
