// What a viewer has chosen for this device; kept in the browser, never sent.

import { effect, signal } from "@preact/signals";
import { LANGUAGES, lang, useLanguage } from "./i18n";

export interface Settings {
  theme: "system" | "light" | "dark";
  speed: "off" | "fast" | "normal" | "slow";
  confirm: "never" | "touch" | "always";
  sound: boolean;
  textMode: boolean;
  zoom: number;
  foePrices: boolean;
}

const START: Settings = {
  theme: "system",
  speed: "normal",
  confirm: "never",
  sound: false,
  textMode: false,
  zoom: 100,
  foePrices: true,
};
const KEY = "mirabilia.settings";

function stored<A>(key: string): A | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as A | null;
  } catch {
    return null;
  }
}
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing still plays
  }
}
export const kept = stored;

export const settings = signal<Settings>({ ...START, ...stored<Partial<Settings>>(KEY) });

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  keep(KEY, settings.value);
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const dark = signal(systemDark.matches);
systemDark.addEventListener("change", () => (dark.value = systemDark.matches));

export const touch = matchMedia("(pointer: coarse)").matches;

effect(() => {
  const { theme, speed } = settings.value;
  const shown = theme === "system" ? (dark.value ? "dark" : "light") : theme;
  const root = document.documentElement;
  root.dataset.theme = shown;
  root.dataset.speed = speed;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", shown === "dark" ? "#141a2b" : "#eee4cf");
});

/** The language of an address (?lang=et), else the one chosen before, else the browser's. */
export function firstLanguage(): string {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, stored<string>("mirabilia.lang"), ...navigator.languages];
  for (const name of wanted) {
    const code = name
      ?.toLowerCase()
      .replace(/^(no|nn)\b/, "nb")
      .slice(0, 2);
    if (code && LANGUAGES.some((known) => known.code === code)) return code;
  }
  return "en";
}

export async function chooseLanguage(code: string): Promise<void> {
  await useLanguage(code);
  keep("mirabilia.lang", lang.peek());
}
