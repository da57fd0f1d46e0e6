// Games on this device: one IndexedDB database. Rows are those of the server's database (`Change` in Python), so that
// both keep a table in the same form. Everything one command changes is one transaction, and the answer comes when the
// browser says that it is kept.

import type { TableSummary } from "../generated/table";

const NAME = "mirabilia";
/** Where the page lies: other pages of the same host have a database of their own. */
const HOME = new URL(".", typeof document === "undefined" ? new URL("../../", location.href) : document.baseURI);
const VERSION = 1;
/** Stores and their keys; `null` keeps values under keys of the caller's. */
const STORES: Record<string, string | string[] | null> = {
  tables: "id",
  deals: "table_id",
  moves: ["table_id", "number"],
  pending: ["table_id", "number"],
  events: ["table_id", "seq"],
  summaries: "id",
  analyses: "hash",
  values: null,
};

/**
 * One step of a transaction. `add` fails the whole where the key exists: whoever else has this game open was faster.
 * `have` fails it where the key is missing: everything was erased meanwhile. `drop` removes the rows of a table from a
 * number on.
 */
export type Step =
  | ["have", string, string]
  | ["add" | "put", string, Record<string, unknown>]
  | ["put_value", string, unknown]
  | ["drop", string, string, number];

/** What the browser refused: the storage is full, forbidden, or somebody else changed the same table. */
export type Fault = "storage_full" | "storage_forbidden" | "conflict";

export class StorageFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

function faultOf(error: unknown): StorageFault {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "ConstraintError") return new StorageFault("conflict");
  return new StorageFault(name === "QuotaExceededError" ? "storage_full" : "storage_forbidden");
}

const done = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(faultOf(request.error));
  });

const all = (table: string, from = 0): IDBKeyRange => IDBKeyRange.bound([table, from], [table, Number.MAX_VALUE]);

export class Storage {
  private database: Promise<IDBDatabase> | null = null;

  /** The storage of this page; fails where the browser does not let it keep anything. */
  static async open(): Promise<Storage> {
    const storage = new Storage();
    await storage.opened();
    return storage;
  }

  private opened(): Promise<IDBDatabase> {
    this.database ??= this.asked().catch((error: unknown) => {
      this.database = null;
      throw faultOf(error);
    });
    return this.database;
  }

  private async asked(): Promise<IDBDatabase> {
    const request = indexedDB.open(`${NAME} ${HOME.pathname}`, VERSION);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
    };
    const database = await done(request);
    const gone = () => {
      this.database = null;
    };
    // Another window erases everything: this one must not stand in the way, and begins anew when it is next asked.
    database.onversionchange = () => {
      database.close();
      gone();
    };
    database.onclose = gone;
    return database;
  }

  private async transaction(names: string | string[], mode: IDBTransactionMode = "readonly"): Promise<IDBTransaction> {
    const database = await this.opened();
    try {
      return database.transaction(names, mode, { durability: "strict" });
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** Carries out all steps or none. */
  async write(steps: Step[]): Promise<void> {
    const names = [...new Set(steps.map((step) => (step[0] === "put_value" ? "values" : step[1])))];
    const transaction = await this.transaction(names, "readwrite");
    await new Promise<void>((resolve, reject) => {
      let missing = false;
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(missing ? new StorageFault("conflict") : faultOf(transaction.error));
      const carryOut = (step: Step) => {
        if (step[0] === "put_value") transaction.objectStore("values").put(step[2], step[1]);
        else if (step[0] === "drop") transaction.objectStore(step[1]).delete(all(step[2], step[3]));
        else if (step[0] === "have") {
          const found = transaction.objectStore(step[1]).getKey(step[2]);
          found.onsuccess = () => {
            missing = found.result === undefined;
            if (missing) transaction.abort();
          };
        } else transaction.objectStore(step[1])[step[0]](step[2]);
      };
      try {
        steps.forEach(carryOut);
      } catch (error) {
        reject(faultOf(error));
        transaction.abort(); // what came before must not stay
      }
    });
  }

  /** All rows of one table, as they were at one moment; null if there is no such table. */
  async table(id: string): Promise<Record<string, unknown> | null> {
    const parts = ["tables", "deals", "moves", "pending", "events"];
    const transaction = await this.transaction(parts);
    const of = (name: string) => transaction.objectStore(name);
    const [row, deal, moves, pending, events] = await Promise.all([
      done(of("tables").get(id)),
      done(of("deals").get(id)),
      done(of("moves").getAll(all(id))),
      done(of("pending").getAll(all(id))),
      done(of("events").getAll(all(id))),
    ]);
    return row ? { row, deal: deal ?? null, moves, pending, events } : null;
  }

  /** The rows of all tables, without their moves. */
  async tables(): Promise<unknown[]> {
    return done((await this.transaction("tables")).objectStore("tables").getAll());
  }

  /** The list of games, the last changed first. */
  async summaries(): Promise<TableSummary[]> {
    const found: TableSummary[] = await done((await this.transaction("summaries")).objectStore("summaries").getAll());
    return found.sort((one, other) => other.changed - one.changed);
  }

  async row(store: string, key: string): Promise<unknown> {
    return done((await this.transaction(store)).objectStore(store).get(key));
  }

  /** Removes everything that this device keeps of games. */
  async erase(): Promise<void> {
    (await this.opened()).close();
    this.database = null;
    await done(indexedDB.deleteDatabase(`${NAME} ${HOME.pathname}`));
  }
}
