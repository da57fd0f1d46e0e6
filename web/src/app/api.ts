// What the page asks of its table service, by name (docs/rest.md).

import type {
  AckAnswer,
  Choices,
  EventsAnswer,
  GameStatistics,
  Imported,
  LinkFacts,
  LinkSet,
  Me,
  MyTables,
  NewTable,
  Notifications,
  PublicTables,
  PushKey,
  Recovery,
  Replay,
  Seated,
  TableAnswer,
  Wanted,
} from "../generated/rest";
import type { GameName } from "./catalog";
import { type Args, has, lang, t } from "./i18n";
import { randomId } from "./random-id";
import { type Method, Refused } from "./service";
import { request } from "./services";

export type {
  Choices,
  GameStatistics,
  LinkSet as Links,
  Me,
  NewTable,
  Position,
  PublicTables,
  Seated,
} from "../generated/rest";
export { Refused } from "./service";
export type { Summary } from "./types";

/** A refusal in one sentence. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refused)) return t("error.error");
  const args: Args = {};
  for (const [name, value] of Object.entries(error.args))
    if (typeof value === "string" || typeof value === "number") args[name] = value;
  const text = has(`error.${error.code}`) ? t(`error.${error.code}`, args) : t("error.unknown", { code: error.code });
  return typeof args.line === "number" ? `${text} ${t("error.at_line", args)}` : text;
}

export const call = async <A>(method: Method, path: string, body?: unknown, link?: string): Promise<A> =>
  (await request({ method, path, body, link, lang: lang.peek() })) as A;

export type SeatWish = NonNullable<NewTable["seats"]>[number];

export const api = {
  choices: () => call<Choices>("GET", "/choices"),
  me: () => call<Me>("GET", "/me"),
  rename: (name: string) => call<Me>("POST", "/me", { name }),
  recovery: () => call<Recovery>("POST", "/me/recovery"),
  recover: (secret: string) => call<Me>("POST", "/recover", { secret }),
  tables: () => call<MyTables>("GET", "/me/tables?limit=50"),
  publicTables: () => call<PublicTables>("GET", "/public-tables"),
  statistics: () => call<{ games: Partial<Record<GameName, GameStatistics>> }>("GET", "/me/statistics"),
  pushKey: () => call<PushKey>("GET", "/push"),
  notifyMe: (table: string, wanted: Wanted) => call<Notifications>("PUT", `/tables/${table}/push`, wanted),
  stopNotifying: (table: string, endpoint: string) =>
    call<Notifications>("DELETE", `/tables/${table}/push?endpoint=${encodeURIComponent(endpoint)}`),
  create: (wish: NewTable) => call<Seated>("POST", "/tables", wish),
  link: (secret: string) => call<LinkFacts>("POST", "/links", { secret }),
  join: (secret: string, name?: string, seat?: number) =>
    call<Seated>("POST", "/join", { secret, ...(name ? { name } : {}), ...(seat === undefined ? {} : { seat }) }),
  table: (id: string, link?: string) => call<TableAnswer>("GET", `/tables/${id}`, undefined, link),
  /** Asks those of a finished game for another one; the id of its table. */
  rematch: (id: string) =>
    call<AckAnswer>("POST", `/tables/${id}/commands`, { type: "rematch", id: randomId() }).then(({ data }) =>
      String(data.table),
    ),
  links: (id: string) => call<LinkSet>("GET", `/tables/${id}/links`),
  events: (id: string, after: number, link?: string) =>
    call<EventsAnswer>("GET", `/tables/${id}/events?after=${after}&limit=500`, undefined, link),
  record: (id: string, link?: string) => call<string>("GET", `/tables/${id}/record`, undefined, link),
  replay: (id: string, from: number, to: number, seat: number | null, link?: string) =>
    call<Replay>(
      "GET",
      `/tables/${id}/replay?from=${from}&to=${to}${seat === null ? "" : `&seat=${seat}`}`,
      undefined,
      link,
    ),
  report: (id: string) => call<Record<string, unknown>>("GET", `/tables/${id}/report`),
  /** Everything that is kept of whoever asks, and the end of all of it. */
  exported: () => call<string>("GET", "/me/export"),
  erase: () => call<unknown>("POST", "/me/erase"),
  importRecord: (record: string) => call<Imported>("POST", "/records", { record }),
};

/** The address of the page itself with something behind the #, for links people hand on. */
export function pageLink(secretKind: string, secret: string): string {
  if (/^https?:/.test(secret)) return secret;
  return `${location.origin}${location.pathname}#/${secretKind}/${secret}`;
}
