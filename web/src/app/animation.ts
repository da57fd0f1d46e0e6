// Animation: what moves on a table to show what happened. A game says what its events look like (games/*/motion.ts);
// here things are picked up from the table as it was, and travel on the table as it is now. Nothing of it decides
// anything: any key or press ends it at once, and it is off with the speed "off", with a system that asks for less
// motion, and in a tab that nobody sees.

import { signal } from "@preact/signals";
import { afterTouch } from "./after-frame";
import type { GameEvent } from "./events";
import { settings } from "./settings";

export type Motion =
  /** A thing leaves its place and becomes what stands at another; without `stays` it is gone then. */
  | { kind: "travel"; what: string; to: string[]; stays?: boolean }
  /** Cards nobody sees go from one place to another. */
  | { kind: "pass"; from: string[]; to: string[]; age: number }
  /** A thing of the table as it was falls off it. */
  | { kind: "fall"; what: string }
  /** A thing of the table as it is now grows from the ground. */
  | { kind: "rise"; what: string }
  /** A thing of the table as it is now goes so many steps to where it stands. */
  | { kind: "march"; what: string; from: number; to: number; steps: number }
  | { kind: "shake"; what: string }
  /** The last blow against a thing of the table, after so many steps of a march. */
  | { kind: "strike"; what: string; after: number };

export interface AnimationPlan {
  motions: Motion[];
  /** Events with a scene of their own, in the place of the cards (they are not needed meanwhile). */
  cutscene?: GameEvent[];
}

/** The events that are shown in a scene of their own now. */
export const cutscene = signal<GameEvent[] | null>(null);

/** Something of what happened still moves, or is just about to. */
export const moving = signal(false);

const PACE: Record<string, number> = { off: 0, fast: 300, normal: 560, slow: 1100 };
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** How many milliseconds one movement takes; 0: nothing moves. */
export const pace = (): number => (still.matches || document.hidden ? 0 : (PACE[settings.peek().speed] ?? 0));
/** How long an cutscene lasts, in movements. */
const CUTSCENE = 4.8;

/** How long the blow lasts that ends a game, in milliseconds. */
const STRIKE = 800;

const running = new Set<Animation>();
const waiting = new Set<() => void>();

/** The end of every movement, now. */
export function finishAll(): void {
  for (const animation of running) animation.finish();
  for (const wake of waiting) wake();
}
addEventListener("keydown", finishAll, true);
// a finger is answered first: to put everything in its place takes longer
addEventListener("pointerdown", () => afterTouch(finishAll), true);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) finishAll();
});

/** Starts a movement; `done` comes when it ends or is ended. */
export function move(
  element: Element,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
  done: () => void = () => undefined,
): Promise<void> {
  const animation = element.animate(frames, options);
  running.add(animation);
  return new Promise((end) => {
    animation.onfinish = animation.oncancel = () => {
      running.delete(animation);
      done();
      end();
    };
  });
}

/** A pause that `finishAll` ends. */
const pause = (time: number): Promise<void> =>
  new Promise((end) => {
    const wake = () => {
      clearTimeout(timer);
      waiting.delete(wake);
      end();
    };
    const timer = setTimeout(wake, time);
    waiting.add(wake);
  });

export const findVisible = (selectors: string[]): Element | undefined => {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).pop();
    if (found) return found;
  }
};
const centre = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

/** A picture of a thing of the table that can leave it: dressed as it was there, and deaf to everything. */
function copyOf(thing: Element): { picture: HTMLElement; box: DOMRect } {
  const box = thing.getBoundingClientRect();
  const picture = document.createElement("div");
  picture.className = "flyer";
  picture.inert = true;
  picture.setAttribute("aria-hidden", "true");
  picture.style.width = `${box.width}px`;
  picture.style.height = `${box.height}px`;
  const copy = thing.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["id", "data-card", "data-tile", "data-tip", "data-purse", "data-seat", "tabindex", "title"])
      part.removeAttribute(name);
  // The styles of a card ask where it lies (form of the table, its row): the copy lies in the same, but takes no room.
  const table = thing.closest<HTMLElement>(".tablepage");
  const scale = Number(table?.style.zoom) || 1;
  const form = document.createElement("div");
  form.className = `flyform ${table?.className.replace("tablepage", "") ?? ""}`;
  form.style.zoom = String(scale);
  form.style.width = `${box.width / scale}px`;
  form.style.height = `${box.height / scale}px`;
  let inner = form;
  for (const name of ["pyramid", "slot", "hand", "draft", "board", "track"]) {
    const around = thing.parentElement?.closest(`.${name}`);
    if (!around) continue;
    const wrap = document.createElement("div");
    wrap.className = `${name} flywrap`;
    inner.append(wrap);
    inner = wrap;
  }
  inner.append(copy);
  picture.append(form);
  return { picture, box };
}

/** Looks at the table as it is before the change, and gives what is to be played after it. */
export function prepare({ motions, cutscene: shown }: AnimationPlan): (() => Promise<void>) | null {
  const time = pace();
  if (!time || (!motions.length && !shown)) return null;
  const taken = motions.map((motion) => {
    if (motion.kind !== "travel" && motion.kind !== "fall") return null;
    const thing = findVisible([motion.what]);
    return thing ? copyOf(thing) : null;
  });
  moving.value = true;
  return async () => {
    // First all is looked at, then all begins: what has been set in motion would make the next look a layout.
    const begin = motions.map((motion, i) => plan(motion, taken[i] ?? null, time));
    const ends: Promise<unknown>[] = begin.flatMap((start) => (start ? [start()] : []));
    if (shown) {
      cutscene.value = shown;
      ends.push(
        pause(time * CUTSCENE).then(() => {
          cutscene.value = null;
        }),
      );
    }
    // Whatever happens to an animation, a table never waits for long.
    await Promise.race([Promise.all(ends), pause(time * (CUTSCENE + 2))]);
    moving.value = false;
  };
}

type Start = () => Promise<unknown>;

/** Looks where a movement begins and ends on the table as it is now; what comes back starts it. */
function plan(motion: Motion, taken: ReturnType<typeof copyOf> | null, time: number): Start | undefined {
  switch (motion.kind) {
    case "travel": {
      const goal = findVisible(motion.to);
      if (!taken || !goal) return;
      const { picture, box } = taken;
      const end = goal.getBoundingClientRect();
      const [x0, y0] = centre(box),
        [x1, y1] = centre(end);
      const small = Math.max(0.16, Math.min(0.9, end.height / box.height, end.width / box.width));
      const at = (x: number, y: number, scale: number) =>
        `translate(${x - box.width / 2}px, ${y - box.height / 2}px) scale(${scale})`;
      // It appears when the thing has arrived; what it does by itself when it is new would not be seen before.
      const own = motion.stays ? goal.getAnimations() : [];
      return () => {
        document.body.append(picture);
        for (const each of own) each.cancel();
        if (motion.stays)
          void move(goal, [{ opacity: 0 }, { opacity: 0, offset: 0.82 }, { opacity: 1 }], { duration: time * 1.25 });
        return move(
          picture,
          [
            { transform: at(x0, y0, 1), opacity: 1 },
            { transform: at(x0, y0 - 10, 1.06), opacity: 1, offset: 0.18 },
            { transform: at(x1, y1, small), opacity: 1, offset: 0.88 },
            { transform: at(x1, y1, small * 0.8), opacity: 0 },
          ],
          { duration: time * 1.25, easing: "ease-in-out", fill: "both" },
          () => picture.remove(),
        );
      };
    }
    case "pass": {
      const from = findVisible(motion.from)?.getBoundingClientRect(),
        to = findVisible(motion.to)?.getBoundingClientRect();
      if (!from || !to) return;
      const cards = document.createElement("div");
      cards.className = `flyer handpile age-${motion.age}`;
      cards.setAttribute("aria-hidden", "true");
      const at = ([x, y]: [number, number], scale: number) => `translate(${x - 15}px, ${y - 21}px) scale(${scale})`;
      return () => {
        document.body.append(cards);
        return move(
          cards,
          [
            { transform: at(centre(from), 0.7), opacity: 0 },
            { transform: at(centre(from), 1), opacity: 1, offset: 0.15 },
            { transform: at(centre(to), 1), opacity: 1, offset: 0.85 },
            { transform: at(centre(to), 0.7), opacity: 0 },
          ],
          { duration: time * 1.4, delay: time * 0.5, easing: "ease-in-out", fill: "both" },
          () => cards.remove(),
        );
      };
    }
    case "fall": {
      if (!taken) return;
      const { picture, box } = taken;
      const at = `translate(${box.left}px, ${box.top}px)`;
      return () => {
        document.body.append(picture);
        return move(
          picture,
          [
            { transform: at, opacity: 1 },
            { transform: `${at} translateY(-8px) rotate(-6deg)`, opacity: 1, offset: 0.25 },
            { transform: `${at} translateY(60px) rotate(24deg)`, opacity: 0 },
          ],
          { duration: time * 1.3, easing: "ease-in", fill: "both" },
          () => picture.remove(),
        );
      };
    }
    case "rise": {
      const thing = findVisible([motion.what]);
      if (!thing) return;
      return () =>
        move(
          thing,
          [
            { clipPath: "inset(100% 0 0 0)", transform: "translateY(6%)" },
            { clipPath: "inset(-20% -20% -20% -20%)", transform: "none" },
          ],
          { duration: time * 2, delay: time * 0.9, easing: "ease-out", fill: "backwards" },
        );
    }
    case "march": {
      const thing = findVisible([motion.what]);
      const { steps } = motion;
      if (!(thing instanceof SVGElement) || !steps) return;
      const glides = thing.getAnimations(); // as it does where nothing tells of the march
      const frames: Keyframe[] = [];
      for (let step = 0; step <= steps; step++) {
        const x = motion.from + ((motion.to - motion.from) * step) / steps;
        frames.push({ transform: `translate(${x}px, 0)`, offset: step / steps });
        if (step < steps)
          frames.push({
            transform: `translate(${x + (motion.to - motion.from) / steps / 2}px, -5px)`,
            offset: (step + 0.5) / steps,
          });
      }
      return () => {
        for (const each of glides) each.cancel();
        return move(thing, frames, { duration: time * (0.7 + 0.35 * steps), delay: time * 0.4, fill: "backwards" });
      };
    }
    case "strike": {
      const thing = findVisible([motion.what]);
      if (!thing) return;
      const at = (x: number, scale: number) => ({ transform: `translateX(${x}px) scale(${scale})` });
      const frames = [at(0, 1), at(0, 1.3), at(-5, 1.1), at(5, 1), at(-3, 0.94), at(2, 0.97), at(0, 1)];
      return () => move(thing, frames, { duration: STRIKE, delay: time * (1.1 + 0.35 * motion.after) });
    }
    case "shake": {
      const thing = findVisible([motion.what]);
      if (!thing) return;
      const frames = [0, -4, 4, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
      return () => move(thing, frames, { duration: time * 0.9, delay: time * 0.6 });
    }
  }
}
