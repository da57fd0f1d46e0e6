// What somebody says, as a bubble at their seat, for a while. It is read aloud once and catches no press.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { findVisible } from "../app/animation";

interface Bubble {
  id: number;
  seat: number;
  text: string;
}

const STAYS = 6000;
const bubbles = signal<Bubble[]>([]);
let last = 0;

const seatOf = (seat: number): Element | undefined =>
  findVisible([`[data-seat="${seat}"] .seatdisc`, `[data-seat="${seat}"]`]);

/** Shows a bubble at a seat; says whether that seat is on the screen. */
export function say(seat: number, text: string): boolean {
  if (!seatOf(seat)) return false;
  const id = ++last;
  bubbles.value = [...bubbles.value.filter((bubble) => bubble.seat !== seat), { id, seat, text }];
  setTimeout(() => {
    bubbles.value = bubbles.value.filter((bubble) => bubble.id !== id);
  }, STAYS);
  return true;
}

export function BubbleLayer() {
  return (
    <div class="bubbles" role="status">
      {bubbles.value.map((bubble) => (
        <SpeechBubble key={bubble.id} {...bubble} />
      ))}
    </div>
  );
}

function SpeechBubble({ seat, text }: Bubble) {
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const at = seatOf(seat)?.getBoundingClientRect();
    const own = box.current;
    if (!at || !own) return;
    const { width, height } = own.getBoundingClientRect();
    const below = at.bottom + height + 12 < innerHeight;
    own.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, at.left - 8))}px`;
    own.style.top = `${below ? at.bottom + 8 : at.top - height - 8}px`;
    own.dataset.side = below ? "below" : "above";
  }, [seat, text]);
  return (
    <p class="bubble" ref={box}>
      {text}
    </p>
  );
}
