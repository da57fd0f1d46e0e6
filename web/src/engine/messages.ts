// What the page and the worker that plays on this device say to each other.

import type { Method } from "../app/service";
import type { ClientMessage } from "../generated/messages";

/** To the worker. A number names a request or a conversation; the page counts them. */
export type ToWorker =
  | { kind: "request"; number: number; method: Method; path: string; body: string | null; lang: string }
  | { kind: "converse"; number: number; table: string }
  | { kind: "say"; number: number; message: ClientMessage }
  | { kind: "close"; number: number }
  /** Analyses a record; only for the worker that was started for it. */
  | { kind: "analyse"; record: string; simulations: number };

/** From the worker. */
export type FromWorker =
  /** How much of the engine is here, in bytes. */
  | { kind: "loading"; loaded: number; total: number }
  | { kind: "ready" }
  /** The engine cannot be started here; the code is one that the locale files put into words. */
  | { kind: "broken"; code: string; args?: Record<string, unknown> }
  /** The answer to a request: JSON, or text. */
  | { kind: "answer"; number: number; text: string; json: boolean }
  | { kind: "refused"; number: number; code: string; args: Record<string, unknown> }
  /** A message of a conversation, as JSON. */
  | { kind: "heard"; number: number; text: string }
  | { kind: "ended"; number: number; code: number }
  | { kind: "analysing"; done: number }
  | { kind: "analysed"; answer: string };
