// Which table service answers: a server's, or this device's. A table names by its id where it is kept; everything else
// is asked of the one that the viewer plays with.

import { device } from "./device-service";
import { server } from "./server-service";
import type { Request, TableService } from "./service";
import { keep, kept } from "./settings";

const KEY = "mirabilia.service";
/** The ids of tables and analyses of a device begin in ways that no server's do. */
const OF_DEVICE = /^\/(?:tables\/1|analyses\/device-)/;

/** The build tells in the page what lies behind it: a server, the engine for this device, or either. */
const behind = document.documentElement.dataset.service;
const onDevice = behind === "device" || (behind === "either" && kept<string>(KEY) === "device");
export const chosen: TableService = onDevice ? device : server;

/** The other service that this page could play with, if there is one. */
export const other: TableService | null = behind !== "either" ? null : onDevice ? server : device;

/** Plays with the other service from now on. Everything on screen came from the one before. */
export function change(): void {
  keep(KEY, chosen === device ? "server" : "device");
  location.hash = "";
  location.reload();
}

export const request = (asked: Request): Promise<unknown> =>
  (OF_DEVICE.test(asked.path) ? device : chosen).request(asked);

export const converse: TableService["converse"] = (table, listener) =>
  (OF_DEVICE.test(`/tables/${table}`) ? device : server).converse(table, listener);
