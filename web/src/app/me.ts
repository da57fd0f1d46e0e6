// Who this device is, and what the server offers.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Choices, type Me } from "./api";
import { keep, kept } from "./settings";

export const me = signal<Me | null>(null);
export const choices = signal<Choices | null>(null);
export const nickname = signal(kept<string>("mirabilia.name") ?? "");

function offer(offered: Choices): void {
  choices.value = offered;
  watchWarming();
}

/** Whether the rules run in plain Python for now, so that bots that search are not what they usually are. */
export const plain = (): boolean => choices.value?.engine?.way === "plain";
const LOOK_AGAIN = 3000; // milliseconds
let looking = 0;

/** Looks again from time to time while the bots warm up, so that a note can say how long it still takes. */
function watchWarming(): void {
  clearTimeout(looking);
  if (plain() && ["waiting", "building"].includes(choices.peek()?.engine?.state ?? ""))
    looking = window.setTimeout(() => api.choices().then(offer, watchWarming), LOOK_AGAIN);
}

/** Asks for what is still missing; what has arrived stays, also where the other half fails. */
export async function loadMe(): Promise<void> {
  const asked = [
    api.me().then((who) => {
      me.value = who;
      if (who.name) nickname.value = who.name;
      else if (!nickname.peek() && who.suggestion) setNickname(who.suggestion); // kept: the same at the next visit
    }),
    ...(choices.peek() ? [] : [api.choices().then(offer)]),
  ];
  const failed = (await Promise.allSettled(asked)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** Pauses between tries, in milliseconds; the last one is kept up. */
const PAUSES = [400, 900, 2000, 4500, 10_000, 20_000];

/**
 * Does something again and again until it succeeds, with longer and longer pauses. `failed` hears of every failure;
 * the function returned gives up.
 */
export function untilDone(work: () => Promise<unknown>, failed: (error: unknown) => void): () => void {
  let timer = 0;
  let stopped = false;
  const attempt = (tries: number) => {
    work().catch((error: unknown) => {
      if (stopped) return;
      failed(error);
      timer = window.setTimeout(attempt, PAUSES[Math.min(tries, PAUSES.length - 1)], tries + 1);
    });
  };
  attempt(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Who I am and what the server offers, for a part of the page that needs them; `failed` hears of the first failure
 * only.
 */
export function useMe(failed: (error: unknown) => void = () => undefined): void {
  useEffect(() => {
    let first = true;
    return untilDone(loadMe, (error) => {
      if (first) failed(error);
      first = false;
    });
  }, []);
}

export function setNickname(name: string): void {
  nickname.value = name;
  keep("mirabilia.name", name);
}

/** The level a viewer last played against. */
export const level = signal(kept<string>("mirabilia.level") ?? "");
export function chosenLevel(): string {
  const offered = choices.peek();
  return offered?.levels.includes(level.value) ? level.value : (offered?.default_level ?? "easy");
}
export function setLevel(name: string): void {
  level.value = name;
  keep("mirabilia.level", name);
}
