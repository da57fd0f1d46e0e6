import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { PuzzleList } from "../src/study/api";
import { after, nextOf, type Progress, progress, remember, today } from "../src/study/progress";

const NEW: Progress = { rating: 1200, spread: 350, done: {}, streak: 0, best: 0, day: "", days: 0 };
beforeEach(() => remember(NEW));

test("the first try counts, later ones change nothing", () => {
  const solved = after(NEW, "duel-1", true, { rating: 1260, spread: 300 }, null);
  assert.deepEqual([solved.rating, solved.spread, solved.streak, solved.best], [1260, 300, 1, 1]);
  assert.deepEqual(solved.done, { "duel-1": true });
  assert.equal(after(solved, "duel-1", false, { rating: 900, spread: 200 }, null), solved);
});

test("a failure ends the streak and keeps the best one", () => {
  let now = NEW;
  for (const name of ["a", "b", "c"]) now = after(now, name, true, null, null);
  now = after(now, "d", false, null, null);
  assert.deepEqual([now.streak, now.best, now.rating], [0, 3, 1200]);
  assert.equal(now.done.d, false);
  assert.deepEqual([after(now, "e", true, null, null).streak, after(now, "e", true, null, null).best], [1, 3]);
});

test("days in a row: yesterday's goes on, a gap begins anew, one day counts once", () => {
  let now = after(NEW, "a", true, null, "2026-02-28");
  assert.deepEqual([now.day, now.days], ["2026-02-28", 1]);
  now = after(now, "b", true, null, "2026-03-01"); // over the end of a month
  assert.deepEqual([now.day, now.days], ["2026-03-01", 2]);
  now = after(now, "c", true, null, "2026-03-01"); // the other game's puzzle of the same day
  assert.deepEqual([now.day, now.days], ["2026-03-01", 2]);
  assert.equal(after(now, "d", false, null, "2026-03-02").days, 2); // failed: the day is not solved
  assert.deepEqual(after(now, "e", true, null, "2026-03-05").days, 1);
  assert.deepEqual(after(now, "f", true, null, null).day, "2026-03-01");
});

test("today is the day of the device's calendar", () => {
  assert.equal(today(new Date(2026, 2, 1, 0, 5)), "2026-03-01");
  assert.equal(today(new Date(2026, 11, 31, 23, 59)), "2026-12-31");
});

test("the next puzzle is the nearest that was not tried, of a theme if one is asked for", () => {
  const list = {
    today: "x",
    puzzles: [
      { name: "x", theme: "deny", rating: 1190 },
      { name: "y", theme: "best", rating: 1300 },
      { name: "z", theme: "deny", rating: 600 },
    ],
  } as unknown as PuzzleList;
  assert.equal(nextOf(list, null), "x");
  remember(after(NEW, "x", false, null, null));
  assert.equal(nextOf(list, null), "y");
  assert.equal(nextOf(list, "deny"), "z");
  assert.equal(nextOf(list, "pay"), null);
});

test("what is remembered is shown at once and kept in the browser", () => {
  const made = after(NEW, "a", true, { rating: 1250, spread: 320 }, null);
  remember(made);
  assert.equal(progress.value, made);
  assert.equal(JSON.parse(localStorage.getItem("mirabilia.puzzles") ?? "{}").rating, 1250);
});
