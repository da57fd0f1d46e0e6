import assert from "node:assert/strict";
import { test } from "node:test";
import { isTurnOf } from "../src/app/turn";

test("it is the turn of a seat the table waits for, and never of somebody who watches", () => {
  const table = { waiting_for: [0, 2] };
  assert.deepEqual(
    [0, 1, 2, null].map((seat) => isTurnOf(table, seat)),
    [true, false, true, false],
  );
  assert.equal(isTurnOf({ waiting_for: [] }, 0), false);
});
