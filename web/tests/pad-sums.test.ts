import assert from "node:assert/strict";
import { test } from "node:test";
import { coinPoints, sciencePoints, whole } from "../src/app/pad-sums";

test("science: squares, sets of three, and wild symbols where they are worth most", () => {
  assert.equal(sciencePoints([0, 0, 0], 0), 0);
  assert.equal(sciencePoints([3, 0, 0], 0), 9);
  assert.equal(sciencePoints([1, 1, 1], 0), 10);
  assert.equal(sciencePoints([2, 2, 2], 0), 26);
  assert.equal(sciencePoints([1, 1, 0], 1), 10);
  assert.equal(sciencePoints([4, 1, 0], 2), 36 + 1);
});

test("three coins are a point, debts are none", () => {
  assert.deepEqual([0, 2, 3, 8, 9, -5].map(coinPoints), [0, 0, 1, 2, 3, 0]);
});

test("what was typed is a whole number or 0", () => {
  assert.deepEqual(["", "7", " 12 ", "-3", "4.9", "x", undefined].map(whole), [0, 7, 12, -3, 4, 0, 0]);
});
