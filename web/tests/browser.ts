// As much of a browser as the page's modules ask for when they are loaded. Tests of what is drawn run in a real one
// (tests/page of the package).

import { readFileSync } from "node:fs";
import { join } from "node:path";

const stored = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};
const element = () => ({
  dataset: {},
  lang: "",
  style: { setProperty: () => undefined },
  setAttribute: () => undefined,
});

Object.assign(globalThis, {
  ResizeObserver: class {},
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  scrollTo: () => undefined,
  innerWidth: 1366,
  innerHeight: 768,
  localStorage: stored(),
  sessionStorage: stored(),
  location: { hash: "", search: "", origin: "http://table.test", pathname: "/", href: "http://table.test/" },
  history: { replaceState: () => undefined },
  window: globalThis,
  document: {
    baseURI: "http://table.test/",
    documentElement: element(),
    body: element(),
    title: "",
    hidden: false,
    visibilityState: "visible",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
    createElement: element,
  },
  // Words come from the built page; nothing else is fetched.
  fetch: async (address: string) => {
    if (!address.startsWith("words/")) throw new Error(`a test fetched ${address}`);
    return new Response(readFileSync(join(process.env.WORDS ?? "", address)), { status: 200 });
  },
});
