// Where tables are kept and games are played. The page asks a `TableService` and does not know which kind it is: the
// server behind a network (server-service.ts) and a worker on this device answer the same requests (docs/rest.md) and
// hold the same conversation (docs/live-protocol.md).

import type { ClientMessage, ServerMessage } from "../generated/messages";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Request {
  method: Method;
  /** The path below `/api/v1`, with its query. */
  path: string;
  /** The body, which is sent as JSON. */
  body?: unknown;
  /** The secret of a watch or seat link, in place of this device's identity. */
  link?: string | undefined;
  /** The language of texts in the answer. */
  lang: string;
}

/** Who listens to a conversation. Nothing is called before `converse` has returned. */
export interface Listener {
  opened(): void;
  heard(message: ServerMessage): void;
  /** The conversation has ended without `close`; the code is that of a WebSocket. */
  ended(code: number): void;
}

/** A conversation with a table. */
export interface Conversation {
  readonly isOpen: boolean;
  /** Whether it may break without notice, as networks do, so that silence has to be looked into. */
  readonly mayHang: boolean;
  send(message: ClientMessage): void;
  /** Ends it at once; the listener is not called again. */
  close(): void;
}

export interface TableService {
  /** Whether other people can be invited, and find their way back from other devices. */
  readonly connects: boolean;
  /** The answer: decoded JSON, or text. A refusal is thrown as `Refused`. */
  request(request: Request): Promise<unknown>;
  converse(table: string, listener: Listener): Conversation;
}

/** A request that was refused: the code, which the locale files put into words, and what the words need. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly args: Record<string, unknown> = {},
  ) {
    super(code);
  }
}
