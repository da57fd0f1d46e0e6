// A live table: one conversation, numbered events, commands that can be sent again without harm. A lost conversation
// is begun again; nobody needs to reload.

import { signal } from "@preact/signals";
import { type ClientMessage, PROTOCOL, type ServerMessage, type StateChange } from "../generated/messages";
import { afterFrame } from "./after-frame";
import { type GameEvent, gameEvents } from "./events";
import { keepLastSeen, lastSeen } from "./last-seen";
import { randomId } from "./random-id";
import { type Conversation, Refused } from "./service";
import { converse } from "./services";
import type { SentState, TableEvent, TableState } from "./types";

export type LinkState = "connecting" | "open" | "lost" | "gone";

interface Pending {
  message: ClientMessage;
  done: (data: Record<string, unknown>) => void;
  failed: (error: Refused) => void;
  sent: boolean;
}

/** The state with what a small update says of it: who is ready, the clock, and perhaps one's own choices. */
export function changed(state: SentState, change: StateChange): SentState {
  return {
    ...state,
    table: { ...state.table, waiting_for: change.waiting_for, ready: change.ready },
    view: state.view && { ...state.view, ...change.view },
    clock: change.clock,
    options: change.options ?? state.options,
    changes: change.changes ?? state.changes,
    chosen: change.chosen ?? state.chosen,
  };
}

/** What the server sends, with what may be played now in one list: what is owed, or else what a choice may become. */
export function playable({ changes, ...state }: SentState): TableState {
  return { ...state, options: state.options.length ? state.options : changes };
}

/** The longest pause between two tries to connect, in milliseconds. */
const MAX_WAIT = 2000;
/** How often a connection is looked at. */
const BEAT = 1000;
/** Silence after which the server is asked whether it is there: in general, and while a command waits for an answer. */
const QUIET = 10_000;
const UNANSWERED = 3000;
/** How long it may take to answer that; a connection without an answer is dead, whatever the browser thinks of it. */
const PATIENCE = 5000;
/** How long a try to connect may take until the server's welcome; every third is for very slow lines. */
const TRY = [4000, 4000, 12_000];

/** The code with which browsers close a connection that broke. */
const DROPPED = 1006;

type UpdateMessage = Extract<ServerMessage, { type: "update" }> & { state: SentState };

export class LiveTable {
  readonly state = signal<TableState | null>(null);
  readonly you = signal<number | null>(null);
  readonly events = signal<TableEvent[]>([]);
  readonly here = signal<number[]>([]);
  /** Names of those who watch; empty for one who gave none. */
  /** The state after all that has come, shown or not; small updates are changes to it. */
  private latest: SentState | null = null;
  readonly watchers = signal<string[]>([]);
  /** Seats without a clock that the others need not wait for any longer. */
  readonly overdue = signal<number[]>([]);
  readonly link = signal<LinkState>("connecting");
  /** Why the table cannot be reached any more. */
  readonly gone = signal<string | null>(null);
  readonly refusal = signal<Refused | null>(null);
  /** Why the server closes the connection, where it says so. */
  readonly parting = signal<string | null>(null);
  readonly busy = signal(false);
  /** What happened in the game with the last update that reported it. */
  readonly news = signal<GameEvent[]>([]);
  /** The last update, for what moves on the table. */
  readonly step = signal<{ after: TableState; events: TableEvent[] } | null>(null);
  /** Looks at the table before an update is shown, and plays it afterwards; the next update waits for it. */
  animator: ((after: TableState, happened: GameEvent[]) => (() => Promise<void>) | null) | null = null;
  /** What is shown was seen before the page was loaded; the server has not been reached since. */
  private remembered = false;
  private coming: UpdateMessage[] = [];
  private animating: object | null = null;
  private conversation: Conversation | null = null;
  private seq: number | null = null;
  private tries = 0;
  private timer = 0;
  private pending = new Map<string, Pending>();
  private closed = false;
  private heard = 0;
  /** When the server was last asked whether it is there. */
  private asked = 0;
  /** When the try to connect began that is under way. */
  private began = 0;
  private beat = 0;

  constructor(
    readonly id: string,
    readonly token?: string,
    /** Which of the seats of this device, where it has several. */
    readonly seat?: number,
  ) {
    this.connect();
    this.beat = window.setInterval(() => this.check(), BEAT);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  close(): void {
    this.keep();
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.conversation?.close();
  }

  private wake = (): void => {
    if (document.visibilityState !== "visible") {
      this.catchUp();
      this.keep();
    }
    if (document.visibilityState === "visible" && this.link.peek() === "lost") {
      this.drop(); // a try from before the line came back may hang
      clearTimeout(this.timer);
      this.connect();
    }
  };

  /** The table is one of this device's, and of one person: no hand may be seen before the cover of a shared device. */
  private get own(): boolean {
    return this.seat === undefined && !this.token;
  }

  /** The server has not shown this table since the page was loaded. */
  private get unopened(): boolean {
    return this.state.peek() === null || this.remembered;
  }

  /** Remembers what is shown. */
  private keep(): void {
    const state = this.state.peek();
    const you = this.you.peek();
    if (!state || you === null || !this.own || this.remembered) return;
    keepLastSeen({ id: this.id, you, state, events: this.events.peek() });
  }

  /** Shows what was last seen of this table, until the server can be asked. */
  private remember(): void {
    const seen = this.own ? lastSeen(this.id) : null;
    if (!seen) return;
    this.remembered = true;
    this.you.value = seen.you;
    this.events.value = seen.events;
    this.state.value = seen.state;
  }

  /**
   * Finds connections that are dead without having been closed, as on a phone that has left its network. Timers of a
   * page in the background run seldom, so only an unanswered question counts as silence.
   */
  private check(): void {
    const now = Date.now();
    if (this.link.peek() === "gone" || !this.conversation?.mayHang) return;
    if (this.link.peek() !== "open") {
      if (now - this.began > TRY[this.tries % TRY.length]!) this.drop();
    } else if (this.asked > this.heard) {
      if (now - this.asked > PATIENCE) this.drop();
    } else {
      const waiting = [...this.pending.values()].some((command) => command.sent);
      if (now - this.heard <= (waiting ? UNANSWERED : QUIET)) return;
      this.asked = now;
      this.raw({ type: "ping", n: 1 });
    }
  }

  /** Gives a connection up at once; to close it in good order could take as long as the network likes. */
  private drop(): void {
    if (!this.conversation) return;
    this.conversation.close();
    this.lost(DROPPED);
  }

  private connect(): void {
    if (this.closed) return;
    this.began = Date.now();
    this.conversation = converse(this.id, {
      opened: () =>
        this.raw({
          type: "hello",
          v: PROTOCOL,
          ...(this.seq === null ? {} : { last_seq: this.seq }),
          ...(this.token ? { token: this.token } : {}),
          ...(this.seat === undefined ? {} : { seat: this.seat }),
        }),
      heard: (message) => {
        this.heard = Date.now();
        this.receive(message);
      },
      ended: (code) => this.lost(code),
    });
  }

  private lost(code: number): void {
    this.conversation = null;
    if (this.closed) return;
    for (const waiting of this.pending.values()) waiting.sent = false;
    const reasons: Record<number, string> = { 4403: "no_access", 4404: "no_such_table", 4400: "bad_message" };
    if (reasons[code] && this.unopened) {
      this.gone.value = reasons[code]!;
      this.link.value = "gone";
      return;
    }
    if (code === 4408) this.parting.value = "too_slow";
    this.link.value = "lost";
    if (this.state.peek() === null) this.remember();
    else this.keep();
    // Never longer than two seconds, so that a table is back within three of the line's return.
    const wait = Math.min(MAX_WAIT, 250 * 2 ** this.tries) * (0.6 + Math.random() * 0.4);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.tries = 0;
        this.parting.value = null;
        this.link.value = "open";
        this.you.value = message.you;
        this.coming = [];
        this.take(message.state, message.events, message.seq, message.reset);
        for (const waiting of this.pending.values())
          if (!waiting.sent) {
            waiting.sent = true;
            this.raw(waiting.message);
          }
        break;
      case "update": {
        const state = message.state ?? (this.latest && message.change ? changed(this.latest, message.change) : null);
        if (!state) break;
        this.latest = state;
        this.coming.push({ ...message, state });
        this.showNext();
        break;
      }
      case "ack": {
        const waiting = this.pending.get(message.id);
        this.pending.delete(message.id);
        waiting?.done(message.data ?? {});
        break;
      }
      case "refuse": {
        const error = new Refused(message.code, message.args);
        const waiting = this.pending.get(message.id ?? "");
        this.pending.delete(message.id ?? "");
        this.catchUp();
        if (message.state) this.take(message.state, [], message.seq ?? this.seq ?? 0, false);
        if (waiting) waiting.failed(error);
        else if (this.unopened) {
          this.gone.value = error.code;
          this.link.value = "gone";
        } else this.refusal.value = error;
        break;
      }
      case "presence":
        this.here.value = message.here;
        this.watchers.value = message.watchers;
        this.overdue.value = message.overdue;
        break;
      case "bye":
        this.parting.value = message.reason;
        if (message.reason === "no_access") {
          this.gone.value = "no_access";
          this.link.value = "gone";
          this.closed = true;
        }
        if (typeof message.retry_ms === "number") this.tries = 0;
        break;
    }
  }

  /** Shows what has come, one update after the other, each when the one before has been played. */
  private showNext(): void {
    while (!this.animating) {
      const message = this.coming.shift();
      if (!message) return;
      const state = message.state;
      const scene = this.animator?.(playable(state), message.events.flatMap(gameEvents)) ?? null;
      this.take(state, message.events, message.seq, false);
      if (!scene) continue;
      const token = {};
      this.animating = token;
      const next = () => {
        if (this.animating !== token) return;
        this.animating = null;
        this.showNext();
      };
      // A press may have ended it: that is seen before the next update is drawn, and the press meets what it was meant
      // for.
      requestAnimationFrame(() => void scene().finally(() => afterFrame(next)));
    }
  }

  /** Shows all that has come at once. */
  private catchUp(): void {
    this.animating = null;
    for (const message of this.coming.splice(0)) this.take(message.state, message.events, message.seq, false);
  }

  private take(raw: SentState, events: TableEvent[], seq: number, reset: boolean): void {
    if (!this.coming.length) this.latest = raw;
    const anew = reset || this.remembered;
    const before = this.remembered ? null : this.state.peek();
    const state = playable(raw);
    this.seq = seq;
    this.remembered = false;
    if (anew) this.events.value = events;
    else if (events.length)
      this.events.value = [...this.events.peek().filter((event) => event.seq < events[0]!.seq), ...events];
    const happened = events.flatMap(gameEvents);
    if (before && happened.length) this.news.value = happened;
    this.state.value = state;
    if (before && !reset && events.length) this.step.value = { after: state, events };
  }

  private raw(message: ClientMessage): void {
    if (this.conversation?.isOpen) this.conversation.send(message);
  }

  /** Sends a command; the answer comes when it is stored, also after a lost connection. */
  command(type: ClientMessage["type"], fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = randomId();
    const message = { type, id, ...fields } as ClientMessage;
    this.busy.value = true;
    const answer = new Promise<Record<string, unknown>>((done, failed) => {
      const open = this.link.peek() === "open";
      this.pending.set(id, { message, done, failed, sent: open });
      if (open) this.raw(message);
    });
    return answer
      .finally(() => (this.busy.value = this.pending.size > 0))
      .catch((error: unknown) => {
        this.refusal.value = error instanceof Refused ? error : new Refused("error");
        throw error;
      });
  }
}
