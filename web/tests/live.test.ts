import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
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
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  tell(message: Record<string, unknown>) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(seq: number, events: TableEvent[] = [], reset = false) {
    this.tell({ type: "welcome", v: PROTOCOL, seq, you: 0, server: "test", events, reset, state: tableState() });
  }
}
const event = (seq: number, kind = "nudged"): TableEvent => ({ seq, at: seq, kind, seat: 1, data: {} });
const soon = () => new Promise<void>((done) => setTimeout(done, 0));
let timers: (() => void)[] = [];
let beat: () => void = () => undefined;
const realNow = Date.now;
let clock = 0;

beforeEach(() => {
  Socket.all = [];
  timers = [];
  clock = 1_000_000;
  localStorage.clear();
  Date.now = () => clock;
  Object.assign(globalThis, {
    WebSocket: Socket,
    setInterval: (look: () => void) => {
      beat = look;
      return 0;
    },
    clearInterval: () => undefined,
  });
});
afterEach(() => {
  Date.now = realNow;
});

/** Lets so many seconds pass, with a look at the connection in each; no try to connect waits. */
function pass(seconds: number): void {
  for (let n = 0; n < seconds; n++) {
    clock += 1000;
    hasty(() => beat());
  }
}

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

test("a line that is silent without being closed is found and given up", () => {
  const live = new LiveTable("abc");
  const first = Socket.all[0]!;
  first.open();
  first.welcome(1);
  pass(10);
  assert.equal(first.sent.length, 1);
  pass(1);
  assert.deepEqual(first.sent.at(-1), { type: "ping", n: 1 });
  first.tell({ type: "pong", n: 1 });
  pass(10);
  assert.equal(first.sent.length, 2);
  pass(1); // asked again, and no answer this time
  pass(5);
  assert.equal(live.link.value, "open");
  pass(1);
  assert.equal(live.link.value, "lost");
  assert.equal(Socket.all.length, 2);
  first.tell({ type: "update", seq: 2, events: [event(2)], state: tableState() }); // too late: nobody listens
  assert.deepEqual(live.events.value, []);
  live.close();
});

test("a command without an answer makes silence suspicious sooner", () => {
  const live = new LiveTable("abc");
  const first = Socket.all[0]!;
  first.open();
  first.welcome(1);
  void live.command("play", { at: 0, move: "draft The Sphinx" }).catch(() => undefined);
  const sent = first.sent.at(-1)!;
  pass(4);
  assert.deepEqual(first.sent.at(-1), { type: "ping", n: 1 });
  pass(6);
  assert.equal(live.link.value, "lost");
  const again = Socket.all[1]!;
  again.open();
  again.welcome(1);
  assert.deepEqual(again.sent.at(-1), sent);
  live.close();
});

test("a page in the background, whose timers sleep, does not give a good line up", () => {
  const live = new LiveTable("abc");
  const socket = Socket.all[0]!;
  socket.open();
  socket.welcome(1);
  for (let n = 0; n < 5; n++) {
    clock += 60_000;
    hasty(() => beat());
    socket.tell({ type: "pong", n: 1 });
  }
  assert.equal(live.link.value, "open");
  assert.equal(Socket.all.length, 1);
  live.close();
});

test("a try to connect that hangs makes room for another, every third has more time", () => {
  const live = new LiveTable("abc");
  const begun: number[] = [];
  for (let n = 0; n < 24; n++) {
    pass(1);
    begun.push(Socket.all.length);
  }
  const tries = [1, 2, 3, 4].map((number) => begun.filter((count) => count === number).length);
  assert.deepEqual(tries, [4, 5, 13, 2]); // seconds until the next one begins
  assert.equal(live.link.value, "lost");
  live.close();
});

test("a table that is gone is not asked for again", () => {
  const live = new LiveTable("abc");
  Socket.all[0]!.open();
  Socket.all[0]!.tell({ type: "refuse", code: "no_such_table", args: {} });
  assert.equal(live.link.value, "gone");
  pass(60);
  assert.equal(Socket.all.length, 1);
  live.close();
});

test("without a connection the table is shown as it was last seen, and a move waits for the server", () => {
  const before = new LiveTable("abc");
  Socket.all[0]!.open();
  Socket.all[0]!.welcome(2, [event(1), event(2)]);
  before.close();
  const live = new LiveTable("abc");
  assert.equal(live.state.value, null);
  const lost = Socket.all[1]!;
  hasty(() => lost.close());
  assert.deepEqual(live.state.value, before.state.value);
  assert.equal(live.you.value, 0);
  assert.equal(live.link.value, "lost");
  void live.command("play", { at: 0, move: "draft The Sphinx" }).catch(() => undefined);
  const again = Socket.all[2]!;
  again.open();
  assert.deepEqual(again.sent, [{ type: "hello", v: PROTOCOL }]);
  again.welcome(3, [event(2), event(3)]);
  assert.deepEqual(
    live.events.value.map(({ seq }) => seq),
    [2, 3],
  );
  assert.deepEqual(live.news.value, []);
  assert.equal(again.sent.at(-1)!.type, "play");
  live.close();
});

test("only the table seen last is remembered, and none of a shared device", () => {
  for (const [id, seat] of [
    ["abc", undefined],
    ["def", undefined],
    ["ghi", 1],
  ] as const) {
    const live = new LiveTable(id, undefined, seat);
    const socket = Socket.all.at(-1)!;
    socket.open();
    socket.welcome(1);
    live.close();
  }
  const shown = (["abc", "def", "ghi"] as const).map((id) => {
    const live = new LiveTable(id);
    hasty(() => Socket.all.at(-1)!.close());
    const state = live.state.value;
    live.close();
    return state !== null;
  });
  assert.deepEqual(shown, [false, true, false]);
});

test("a remembered table that the server no longer has is gone", () => {
  const before = new LiveTable("abc");
  Socket.all[0]!.open();
  Socket.all[0]!.welcome(1);
  before.close();
  const live = new LiveTable("abc");
  hasty(() => Socket.all[1]!.close());
  assert.notEqual(live.state.value, null);
  hasty(() => Socket.all[2]!.close(4404));
  assert.equal(live.gone.value, "no_such_table");
  live.close();
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
  live.animator = () => () => new Promise<void>((end) => ends.push(end));
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
