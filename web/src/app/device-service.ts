// The table service of this device: a worker with the engine, started when something is first asked of it.

import { signal } from "@preact/signals";
import type { FromWorker, ToWorker } from "../engine/messages";
import { Storage, StorageFault } from "../engine/storage";
import type { ServerMessage } from "../generated/messages";
import { keepEngine } from "./install";
import { type Conversation, type Listener, Refused, type Request, type TableService } from "./service";

/** How much of the engine is loaded, from 0 to 1; null while nobody waits for it. */
export const loading = signal<number | null>(null);

interface Waiting {
  done: (answer: unknown) => void;
  failed: (error: Refused) => void;
}

/** WebSocket codes for the end of a conversation: the engine has gone. */
const GONE = 1011;

/** How long a first visit waits for the service worker, in milliseconds. */
const PATIENCE = 3000;

/**
 * Waits until the service worker sees what is fetched, so that the engine is there without a connection too. One that
 * comes later keeps the engine as soon as it can.
 */
async function kept(): Promise<void> {
  const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  if (!workers || workers.controller) return;
  if (await workers.getRegistration())
    await new Promise<unknown>((done) => {
      workers.addEventListener("controllerchange", done, { once: true });
      setTimeout(done, PATIENCE);
    });
  if (!workers.controller) keepEngine();
}

class Engine {
  private count = 0;
  private readonly worker: Promise<Worker>;
  private readonly asked = new Map<number, Waiting>();
  private readonly listeners = new Map<number, Listener>();

  constructor(
    folder: URL,
    private readonly broke: () => void,
  ) {
    loading.value = 0;
    this.worker = this.started(folder);
  }

  private async started(folder: URL): Promise<Worker> {
    await kept();
    const worker = new Worker(new URL("worker.js", folder), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.heard(data);
    worker.onerror = () => this.broken("engine_failed");
    return worker;
  }

  private heard(message: FromWorker): void {
    switch (message.kind) {
      case "loading":
        loading.value = Math.min(1, message.loaded / message.total);
        break;
      case "ready":
        loading.value = null;
        break;
      case "broken":
        this.broken(message.code, message.args);
        break;
      case "answer":
        this.asked.get(message.number)?.done(message.json ? JSON.parse(message.text) : message.text);
        this.asked.delete(message.number);
        break;
      case "refused":
        this.asked.get(message.number)?.failed(new Refused(message.code, message.args));
        this.asked.delete(message.number);
        break;
      case "heard":
        this.listeners.get(message.number)?.heard(JSON.parse(message.text) as ServerMessage);
        break;
      case "ended":
        this.listeners.get(message.number)?.ended(message.code);
        this.listeners.delete(message.number);
        break;
    }
  }

  /** Nothing more will come from this worker. */
  private broken(code: string, args: Record<string, unknown> = {}): void {
    loading.value = null;
    void this.worker.then((worker) => worker.terminate());
    this.broke();
    for (const { failed } of this.asked.values()) failed(new Refused(code, args));
    for (const listener of this.listeners.values()) listener.ended(GONE);
    this.asked.clear();
    this.listeners.clear();
  }

  private post(message: ToWorker): void {
    void this.worker.then((worker) => worker.postMessage(message));
  }

  request({ method, path, body, lang }: Request): Promise<unknown> {
    const number = ++this.count;
    this.post({ kind: "request", number, method, path, body: body === undefined ? null : JSON.stringify(body), lang });
    return new Promise((done, failed) => this.asked.set(number, { done, failed }));
  }

  converse(table: string, listener: Listener): Conversation {
    const number = ++this.count;
    this.listeners.set(number, listener);
    this.post({ kind: "converse", number, table });
    queueMicrotask(() => this.listeners.get(number)?.opened());
    const { listeners } = this;
    return {
      get isOpen() {
        return listeners.has(number);
      },
      mayHang: false,
      send: (message) => this.post({ kind: "say", number, message }),
      close: () => {
        this.listeners.delete(number);
        this.post({ kind: "close", number });
      },
    };
  }
}

/** The build tells in the page where its engine lies. */
const FOLDER = new URL(document.documentElement.dataset.engine ?? "", document.baseURI);

let engine: Engine | null = null;
const running = (): Engine => {
  engine ??= new Engine(FOLDER, () => {
    engine = null;
  });
  return engine;
};

/** Reads what is kept, for answers that need no engine. */
async function read<A>(reading: (storage: Storage) => Promise<A>): Promise<A> {
  try {
    opened ??= Storage.open();
    return await reading(await opened);
  } catch (error) {
    opened = null;
    throw new Refused(error instanceof StorageFault ? error.fault : "storage_forbidden");
  }
}
let opened: Promise<Storage> | null = null;

/** Nobody waits for the engine before a game begins: names, choices and the list of games are read without it. */
const AT_ONCE: Record<string, () => Promise<unknown>> = {
  "/choices": async () => {
    try {
      return await (await fetch(new URL("choices.json", FOLDER))).json();
    } catch {
      throw new Refused("engine_failed");
    }
  },
  "/me": async () => {
    const name = await read((storage) => storage.row("values", "name"));
    return { known: typeof name === "string", name: name ?? null };
  },
  "/me/tables?limit=50": async () => ({ tables: await read((storage) => storage.summaries()), more: false }),
};

/** The table service of this device. The engine is started with the first question that needs it. */
export const device: TableService = {
  connects: false,
  request: (asked) => {
    // From here on there is something to lose: the browser is asked not to make room at its expense.
    if (asked.method === "POST" && asked.path === "/tables") void navigator.storage?.persist?.().catch(() => false);
    const answer = asked.method === "GET" ? AT_ONCE[asked.path] : undefined;
    return answer ? answer() : running().request(asked);
  },
  converse: (table, listener) => running().converse(table, listener),
};
