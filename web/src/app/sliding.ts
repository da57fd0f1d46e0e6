// When things move up to make room, each slides from where it stood to where it stands. All are measured before the
// change and all after it, and in between they are only moved and scaled, which costs no layout.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { move, pace } from "./animation";

/** How long it takes, in movements (app/animation.ts). */
const SHARE = 0.375;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In the measure of the table itself, whatever its scale. */
const boxOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  x: offsetLeft + offsetWidth / 2,
  y: offsetTop + offsetHeight / 2,
  width: offsetWidth,
  height: offsetHeight,
});

/** A ref for an area whose things (a selector) slide whenever its shape becomes another. */
export function useSliding<E extends HTMLElement>(shape: string, things: string): RefObject<E | null> {
  const area = useRef<E>(null);
  const known = useRef(shape);
  const time = pace() * SHARE;
  // The table still lies as it was while it is drawn anew, so that looking at it costs nothing.
  const before = new Map<HTMLElement, Box>();
  if (known.current !== shape && time)
    for (const thing of area.current?.querySelectorAll<HTMLElement>(things) ?? []) before.set(thing, boxOf(thing));
  known.current = shape;
  useLayoutEffect(() => {
    const slides = [...before]
      .filter(([thing]) => thing.isConnected)
      .map(([thing, from]) => ({ thing, from, to: boxOf(thing) }));
    for (const { thing, from, to } of slides) {
      const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      const size = `scale(${from.width / to.width}, ${from.height / to.height})`;
      void move(thing, [{ transform: `${way} ${size}` }, { transform: "none" }], {
        duration: time,
        easing: "ease-out",
      });
    }
  });
  return area;
}
