// Games on this device: one IndexedDB database. Rows are those of the server's database (`Change` in Python), so that
// both keep a table in the same form. Everything one command changes is one transaction, and the answer comes when the
// browser says that it is kept.

import type { TableSummary } from "../generated/table";

const NAME = "mirabilia";
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
 * `drop` removes the rows of a table from a number on.
 */
export type Step =
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
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<Storage> {
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(NAME, VERSION);
    } catch (error) {
      throw faultOf(error);
    }
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
    };
    const database = await done(request);
    // Another window erases everything: this one must not stand in the way.
    database.onversionchange = () => database.close();
    return new Storage(database);
  }

  /** Carries out all steps or none. */
  async write(steps: Step[]): Promise<void> {
    const names = [...new Set(steps.map((step) => (step[0] === "put_value" ? "values" : step[1])))];
    await new Promise<void>((resolve, reject) => {
      let transaction: IDBTransaction;
      try {
        transaction = this.database.transaction(names, "readwrite", { durability: "strict" });
      } catch (error) {
        reject(faultOf(error));
        return;
      }
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(faultOf(transaction.error));
      for (const step of steps) {
        if (step[0] === "put_value") transaction.objectStore("values").put(step[2], step[1]);
        else if (step[0] === "drop") transaction.objectStore(step[1]).delete(all(step[2], step[3]));
        else transaction.objectStore(step[1])[step[0]](step[2]);
      }
    });
  }

  /** All rows of one table, as they were at one moment; null if there is no such table. */
  async table(id: string): Promise<Record<string, unknown> | null> {
    const parts = ["tables", "deals", "moves", "pending", "events"];
    const transaction = this.database.transaction(parts);
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
  tables(): Promise<unknown[]> {
    return done(this.database.transaction("tables").objectStore("tables").getAll());
  }

  /** The list of games, the last changed first. */
  async summaries(): Promise<TableSummary[]> {
    const found: TableSummary[] = await done(this.database.transaction("summaries").objectStore("summaries").getAll());
    return found.sort((one, other) => other.changed - one.changed);
  }

  row(store: string, key: string): Promise<unknown> {
    return done(this.database.transaction(store).objectStore(store).get(key));
  }

  /** Removes everything that this device keeps of games. */
  async erase(): Promise<void> {
    this.database.close();
    await done(indexedDB.deleteDatabase(NAME));
  }
}
