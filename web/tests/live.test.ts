import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Refused } from "../src/app/api";
import { LiveTable } from "../src/app/live";
import type { TableEvent } from "../src/app/types";
import { PROTOCOL } from "../src/generated/messages";
import { tableState } from "./states";

/** A socket whose other end is the test. */
class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  tell(message: Record<string, unknown>) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  welcome(seq: number, events: TableEvent[] = [], reset = false) {
    this.tell({ type: "welcome", v: PROTOCOL, seq, you: 0, server: "test", events, reset, state: tableState() });
  }
}
const event = (seq: number, kind = "nudged"): TableEvent => ({ seq, at: seq, kind, seat: 1, data: {} });
const soon = () => new Promise<void>((done) => setTimeout(done, 0));
let timers: (() => void)[] = [];

beforeEach(() => {
  Socket.all = [];
  timers = [];
  Object.assign(globalThis, {
    WebSocket: Socket,
    setInterval: () => 0,
    clearInterval: () => undefined,
  });
});

/** Connects again at once instead of after a while. */
function hasty(run: () => void): void {
  const real = globalThis.setTimeout;
  Object.assign(globalThis, { setTimeout: (what: () => void) => timers.push(what) });
  run();
  Object.assign(globalThis, { setTimeout: real });
  for (const timer of timers.splice(0)) timer();
}

test("the first message says hello, a later one how much is known", () => {
  const live = new LiveTable("abc");
  const [first] = Socket.all;
  first!.open();
  assert.deepEqual(first!.sent, [{ type: "hello", v: PROTOCOL }]);
  assert.equal(first!.address.pathname, "/ws/v1/tables/abc");
  first!.welcome(4, [event(3), event(4)]);
  assert.equal(live.link.value, "open");
  hasty(() => first!.close());
  const again = Socket.all[1]!;
  again.open();
  assert.deepEqual(again.sent, [{ type: "hello", v: PROTOCOL, last_seq: 4 }]);
  live.close();
});

test("however long a line was cut, the next try comes within two seconds", () => {
  const real = globalThis.setTimeout;
  const waits: number[] = [];
  Object.assign(globalThis, { setTimeout: (_: () => void, wait: number) => waits.push(wait) });
  const live = new LiveTable("abc");
  for (let n = 0; n < 12; n++) {
    Socket.all[Socket.all.length - 1]!.close();
    (live as unknown as { connect(): void }).connect();
  }
  Object.assign(globalThis, { setTimeout: real });
  live.close();
  assert.equal(waits.length, 12);
  assert.ok(Math.max(...waits) <= 2000);
  assert.ok(waits[0]! < 300);
});

test("events come once each, in order; a reset begins anew", () => {
  const live = new LiveTable("abc");
  const socket = Socket.all[0]!;
  socket.open();
  socket.welcome(2, [event(1), event(2)]);
  socket.tell({ type: "update", seq: 4, events: [event(3), event(4)], state: tableState() });
  socket.tell({ type: "update", seq: 5, events: [event(4), event(5)], state: tableState() });
  assert.deepEqual(
    live.events.value.map(({ seq }) => seq),
    [1, 2, 3, 4, 5],
  );
  socket.welcome(9, [event(9)], true);
  assert.deepEqual(
    live.events.value.map(({ seq }) => seq),
    [9],
  );
  live.close();
});

test("a command that got no answer is sent again, with the same id, on the next connection", async () => {
  const live = new LiveTable("abc");
  const first = Socket.all[0]!;
  first.open();
  first.welcome(1);
  const answer = live.command("play", { at: 0, move: "draft The Sphinx" });
  assert.equal(live.busy.value, true);
  const sent = first.sent.at(-1)!;
  hasty(() => first.close());
  const again = Socket.all[1]!;
  again.open();
  again.welcome(1);
  assert.deepEqual(again.sent.at(-1), sent);
  again.tell({ type: "ack", id: sent.id, seq: 2, data: { done: true } });
  assert.deepEqual(await answer, { done: true });
  await soon();
  assert.equal(live.busy.value, false);
  live.close();
});

test("a refusal reaches whoever sent the command, and the screen", async () => {
  const live = new LiveTable("abc");
  const socket = Socket.all[0]!;
  socket.open();
  socket.welcome(1);
  const answer = live.command("play", { at: 0, move: "build Baths" });
  const refuse = { type: "refuse", code: "not_your_turn", args: { seat: 1 }, message: "" };
  socket.tell({ ...refuse, id: socket.sent.at(-1)!.id });
  await assert.rejects(answer, (error) => (error as Refused).code === "not_your_turn");
  assert.equal(live.refusal.value?.code, "not_your_turn");
  live.close();
});

test("a table that may not be seen is gone, and nothing tries again", () => {
  const live = new LiveTable("abc");
  hasty(() => Socket.all[0]!.close(4403));
  assert.equal(live.gone.value, "no_access");
  assert.equal(live.link.value, "gone");
  assert.equal(Socket.all.length, 1);
  live.close();
});

test("an update waits until the one before has been played, a welcome does not", async () => {
  const live = new LiveTable("abc");
  const [socket] = Socket.all;
  socket!.open();
  socket!.welcome(1, [event(1)]);
  const ends: (() => void)[] = [];
  Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => run() });
  live.director = () => () => new Promise<void>((end) => ends.push(end));
  const update = (seq: number, moves: number) =>
    socket!.tell({ type: "update", seq, events: [event(seq)], state: tableState({ moves }) });
  const shown = () => live.state.value?.table.moves;
  update(2, 1);
  update(3, 2);
  update(4, 3);
  assert.equal(shown(), 1);
  ends.shift()!();
  await soon();
  await soon(); // after the picture that a press may have asked for
  assert.equal(shown(), 2);
  socket!.welcome(9, [event(9)]);
  assert.equal(shown(), 0);
  ends.shift()!();
  await soon();
  await soon();
  assert.equal(shown(), 0, "what was waiting is older than the welcome");
  live.close();
});
