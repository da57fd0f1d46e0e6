// Addresses live behind the #, so that secrets in links never reach a log and the page works under any prefix.

import { signal } from "@preact/signals";

const read = (): string[] =>
  location.hash.replace(/^#\/?/, "").split("?")[0]!.split("/").filter(Boolean).map(decodeURIComponent);

export const route = signal<string[]>(read());
addEventListener("hashchange", () => {
  route.value = read();
  scrollTo(0, 0);
});

export function go(...parts: (string | number)[]): void {
  location.hash = `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}
/** The same without a new entry in the browser's history. */
export function replaceRoute(...parts: (string | number)[]): void {
  history.replaceState(null, "", `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`);
  route.value = read();
}

/** Where a finished game is looked at (a replay, an analysis); somebody who watches comes there by the same link. */
export const lookingAt = (table: string, link: string | null | undefined, part: string): string =>
  link ? `#/watch/${link}/${part}` : `#/table/${table}/${part}`;
