// The worker that plays on this device: Python with the whole package, and the storage of the browser. What it says is
// in messages.ts; everything about tables is decided in `mirabilia.local`, in Python.

import type { PyodideAPI } from "pyodide";
import type { FromWorker, ToWorker } from "./messages";
import { EngineFault, startPython } from "./pyodide";
import { type Step, Storage, StorageFault } from "./storage";

/** `mirabilia.local.browser.Service` as it is seen from here. */
interface Service {
  request(method: string, path: string, body: string | null, lang: string): Promise<string>;
  converse(number: number, table: string): void;
  say(number: number, message: string): Promise<void>;
  close(number: number): void;
}

const post = (message: FromWorker) => self.postMessage(message);

/** What Python asks of the browser. Everything goes as JSON, which both sides read quickly. */
class Host {
  constructor(private readonly storage: Storage) {}

  write = (steps: string) => this.guarded(() => this.storage.write(JSON.parse(steps) as Step[]));
  table = (id: string) => this.guarded(() => this.storage.table(id));
  tables = () => this.guarded(() => this.storage.tables());
  row = (store: string, key: string) => this.guarded(() => this.storage.row(store, key));
  erase = () => this.guarded(() => this.storage.erase());
  heard = (number: number, text: string) => post({ kind: "heard", number, text });
  ended = (number: number, code: number) => post({ kind: "ended", number, code });

  /** JSON of what comes of it: `[null, value]`, or `[fault]`. */
  private async guarded(work: () => Promise<unknown>): Promise<string> {
    try {
      return JSON.stringify([null, (await work()) ?? null]);
    } catch (error) {
      if (error instanceof StorageFault) return JSON.stringify([error.fault]);
      throw error;
    }
  }

  /** Analyses in a worker of its own, which is ended to stop it. `tell` hears of progress, `done` of the end. */
  analyse = (record: string, simulations: number, tell: (done: number) => void, done: (answer: string) => void) => {
    const worker = new Worker(self.location.href, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "ready") worker.postMessage({ kind: "analyse", record, simulations } satisfies ToWorker);
      else if (data.kind === "analysing") tell(data.done);
      else if (data.kind === "analysed" || data.kind === "broken") {
        worker.terminate();
        done(data.kind === "analysed" ? data.answer : JSON.stringify({ fault: data.code }));
      }
    };
    return { stop: () => worker.terminate() };
  };
}

let python: PyodideAPI;

async function start(): Promise<Service> {
  python = await startPython((loaded, total) => post({ kind: "loading", loaded, total }));
  const storage = await Storage.open();
  const module = python.pyimport("mirabilia.local.browser");
  return (await module.start(new Host(storage))) as Service;
}

/** Nothing but one analysis: no tables, no storage. */
async function analyse(record: string, simulations: number): Promise<void> {
  const module = python.pyimport("mirabilia.local.browser");
  const answer = module.analyse(record, simulations, (done: number) => post({ kind: "analysing", done })) as string;
  post({ kind: "analysed", answer });
}

let service: Service;
const started = start().then(
  (made) => {
    service = made;
    post({ kind: "ready" });
  },
  (error: unknown) => {
    console.error(error);
    if (error instanceof EngineFault) post({ kind: "broken", code: error.code, args: error.args });
    else post({ kind: "broken", code: error instanceof StorageFault ? error.fault : "engine_failed" });
  },
);

async function request({ number, method, path, body, lang }: Extract<ToWorker, { kind: "request" }>): Promise<void> {
  const answer = JSON.parse(await service.request(method, path, body, lang)) as
    | { json: string }
    | { text: string }
    | { code: string; args: Record<string, unknown> };
  if ("code" in answer) post({ kind: "refused", number, ...answer });
  else if ("json" in answer) post({ kind: "answer", number, text: answer.json, json: true });
  else post({ kind: "answer", number, text: answer.text, json: false });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  await started;
  if (!service) return;
  if (data.kind === "request") await request(data);
  else if (data.kind === "converse") service.converse(data.number, data.table);
  else if (data.kind === "say") await service.say(data.number, JSON.stringify(data.message));
  else if (data.kind === "close") service.close(data.number);
  else await analyse(data.record, data.simulations);
};
