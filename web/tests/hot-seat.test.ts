import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSeatsHere, nextHere, seatsHere } from "../src/app/hot-seat";

test("the device goes to the next of its people who is to decide, and to nobody in between", () => {
  const seats = [0, 1, 3];
  assert.equal(nextHere({ waiting_for: [0, 1, 2, 3] }, seats, 0), null);
  assert.equal(nextHere({ waiting_for: [1, 2, 3] }, seats, 0), 1);
  assert.equal(nextHere({ waiting_for: [2, 3] }, seats, 1), 3);
  assert.equal(nextHere({ waiting_for: [2] }, seats, 3), null);
  assert.equal(nextHere({ waiting_for: [] }, seats, 3), null);
  assert.equal(nextHere({ waiting_for: [1] }, seats, null), 1);
});

test("a device remembers its seats by table", () => {
  keepSeatsHere("abc", [0, 2]);
  assert.deepEqual(seatsHere("abc"), [0, 2]);
  assert.deepEqual(seatsHere("xyz"), []);
});
