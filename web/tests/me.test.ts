import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { untilDone } from "../src/app/me";

const later = globalThis.setTimeout;
const soon = () => new Promise<void>((done) => later(done, 0));
let pauses: number[] = [];
let next: (() => void) | null = null;

// Timers run when the test says so.
beforeEach(() => {
  pauses = [];
  next = null;
  Object.assign(globalThis, {
    setTimeout: (work: (n: number) => void, pause: number, n: number) => {
      pauses.push(pause);
      next = () => work(n);
    },
    clearTimeout: () => {
      next = null;
    },
  });
});
async function go(): Promise<void> {
  const work = next;
  next = null;
  work?.();
  await soon();
}

test("what fails is tried again with longer and longer pauses, and no more once it succeeds", async () => {
  const failures: unknown[] = [];
  let calls = 0;
  untilDone(
    async () => {
      calls += 1;
      if (calls < 4) throw new Error(`no ${calls}`);
    },
    (error) => failures.push((error as Error).message),
  );
  await soon();
  for (let n = 0; n < 6; n++) await go();
  assert.equal(calls, 4);
  assert.deepEqual(failures, ["no 1", "no 2", "no 3"]);
  assert.deepEqual(
    pauses,
    [...pauses].sort((a, b) => a - b),
  );
  assert.equal(pauses.length, 3);
});

test("it keeps trying, but not after it was told to stop", async () => {
  let calls = 0;
  const stop = untilDone(
    async () => {
      calls += 1;
      throw new Error("no");
    },
    () => undefined,
  );
  await soon();
  for (let n = 0; n < 20; n++) await go();
  assert.equal(calls, 21);
  stop();
  await go();
  assert.equal(calls, 21);
});
