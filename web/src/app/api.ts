// REST calls (docs/rest.md). A refusal becomes a `Refused` with its code, which the locale files word.

import type * as rest from "../generated/rest";
import type { Choices, GameStatistics, LinkSet, Me, NewTable, Recovery } from "../generated/rest";
import type { TableShown } from "../generated/table";
import type { GameName } from "./catalog";
import type { GameEvent } from "./events";
import { type Args, has, lang, t } from "./i18n";
import type { Summary, TableEvent, TableInfo, TableState } from "./types";

export type { Choices, GameStatistics, LinkSet as Links, Me, NewTable } from "../generated/rest";
export type { Summary } from "./types";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly args: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** A refusal in one sentence. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refused)) return t("error.error");
  const args: Args = {};
  for (const [name, value] of Object.entries(error.args))
    if (typeof value === "string" || typeof value === "number") args[name] = value;
  const text = has(`error.${error.code}`) ? t(`error.${error.code}`, args) : t("error.unknown", { code: error.code });
  return typeof args.line === "number" ? `${text} ${t("error.at_line", args)}` : text;
}

export async function call<A>(method: string, path: string, body?: unknown, link?: string): Promise<A> {
  let answer: Response;
  try {
    answer = await fetch(`api/v1${path}`, {
      method,
      headers: {
        "accept-language": lang.peek(), // the viewer's, which need not be the browser's
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(link ? { "x-mirabilia-link": link } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused("offline");
  }
  const kind = answer.headers.get("content-type") ?? "";
  if (!answer.ok) {
    const problem = kind.includes("json")
      ? ((await answer.json()) as { code?: string; args?: Record<string, unknown> })
      : {};
    throw new Refused(problem.code ?? "server_error", problem.args);
  }
  return (kind.includes("json") ? await answer.json() : await answer.text()) as A;
}

/** An answer in which tables are of a game the page knows. */
type Known<A> = {
  [Key in keyof A]: A[Key] extends TableShown ? TableInfo : A[Key];
};
export type Seated = Known<rest.Seated>;
export type SeatWish = NonNullable<NewTable["seats"]>[number];
export type Position = Omit<rest.Position, "events" | "view" | "options" | "quotes"> & {
  events: GameEvent[];
  view: NonNullable<TableState["view"]>;
  options: Record<string, TableState["options"]>;
  quotes: Record<string, TableState["quotes"]>;
};

export const api = {
  choices: () => call<Choices>("GET", "/choices"),
  me: () => call<Me>("GET", "/me"),
  rename: (name: string) => call<Me>("POST", "/me", { name }),
  recovery: () => call<Recovery>("POST", "/me/recovery"),
  recover: (secret: string) => call<Me>("POST", "/recover", { secret }),
  forget: () => call<unknown>("POST", "/me/forget"),
  tables: () => call<{ tables: Summary[]; more: boolean }>("GET", "/me/tables?limit=50"),
  statistics: () => call<{ games: Partial<Record<GameName, GameStatistics>> }>("GET", "/me/statistics"),
  pushKey: () => call<rest.PushKey>("GET", "/push"),
  notifyMe: (table: string, wanted: rest.Wanted) => call<rest.Told>("PUT", `/tables/${table}/push`, wanted),
  stopNotifying: (table: string, endpoint: string) =>
    call<rest.Told>("DELETE", `/tables/${table}/push?endpoint=${encodeURIComponent(endpoint)}`),
  create: (wish: NewTable) => call<Seated>("POST", "/tables", wish),
  link: (secret: string) => call<Omit<rest.LinkFacts, "table"> & { table: Summary }>("POST", "/links", { secret }),
  join: (secret: string, name?: string, seat?: number) =>
    call<Seated>("POST", "/join", { secret, ...(name ? { name } : {}), ...(seat === undefined ? {} : { seat }) }),
  table: (id: string, link?: string) => call<Known<rest.TableAnswer>>("GET", `/tables/${id}`, undefined, link),
  links: (id: string) => call<LinkSet>("GET", `/tables/${id}/links`),
  events: (id: string, after: number, link?: string) =>
    call<{ events: TableEvent[]; seq: number }>(
      "GET",
      `/tables/${id}/events?after=${after}&limit=500`,
      undefined,
      link,
    ),
  record: (id: string, link?: string) => call<string>("GET", `/tables/${id}/record`, undefined, link),
  replay: (id: string, from: number, to: number, seat: number | null, link?: string) =>
    call<{ moves: number; positions: Position[] }>(
      "GET",
      `/tables/${id}/replay?from=${from}&to=${to}${seat === null ? "" : `&seat=${seat}`}`,
      undefined,
      link,
    ),
  report: (id: string) => call<Record<string, unknown>>("GET", `/tables/${id}/report`),
  importRecord: (record: string) => call<Known<rest.Imported>>("POST", "/records", { record }),
};

/** The address of the page itself with something behind the #, for links people hand on. */
export function pageLink(secretKind: string, secret: string): string {
  if (/^https?:/.test(secret)) return secret;
  return `${location.origin}${location.pathname}#/${secretKind}/${secret}`;
}
