// Who this device is, and what the server offers; both are asked for once.

import { signal } from "@preact/signals";
import { api, type Choices, type Me } from "./api";
import { keep, kept } from "./settings";

export const me = signal<Me | null>(null);
export const choices = signal<Choices | null>(null);
export const nickname = signal(kept<string>("mirabilia.name") ?? "");

export async function loadMe(): Promise<void> {
  const [who, offered] = await Promise.all([
    api.me(),
    choices.peek() ? Promise.resolve(choices.peek()!) : api.choices(),
  ]);
  me.value = who;
  choices.value = offered;
  if (who.name) nickname.value = who.name;
  else if (!nickname.peek() && who.suggestion) setNickname(who.suggestion); // kept: the same at the next visit
}

export function setNickname(name: string): void {
  nickname.value = name;
  keep("mirabilia.name", name);
}

/** The level a viewer last played against. */
export const level = signal(kept<string>("mirabilia.level") ?? "");
export function chosenLevel(): string {
  const offered = choices.peek();
  return offered?.levels.includes(level.peek()) ? level.peek() : (offered?.default_level ?? "easy");
}
export function setLevel(name: string): void {
  level.value = name;
  keep("mirabilia.level", name);
}
