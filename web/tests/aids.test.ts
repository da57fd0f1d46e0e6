// Reading aids at the tables: what a card would open for the other side, and chains that can still be reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DuelView, WondersView } from "../src/app/types";
import { wouldWin } from "../src/games/duel/table";
import { stillOpens } from "../src/games/wonders/chains";

const city = (symbols: Record<string, number>, tokens: string[] = []) => ({
  symbols,
  distinct_symbols: Object.keys(symbols).length,
  tokens,
});
const duel = (pawn: number, cities: ReturnType<typeof city>[]) =>
  ({ phase: "turn", pawn, cities }) as unknown as DuelView;

test("a card wins at once with the last steps to the capital", () => {
  // the pawn is three steps from the capital of seat 1
  const view = duel(6, [city({}), city({})]);
  assert.equal(wouldWin(view, 0, "Pretorium"), true); // three shields
  assert.equal(wouldWin(view, 0, "Circus"), false); // two
  assert.equal(wouldWin(view, 1, "Pretorium"), false); // it is far from the other capital
  assert.equal(wouldWin(duel(6, [city({}, ["Strategy"]), city({})]), 0, "Circus"), true);
  assert.equal(wouldWin(duel(-6, [city({}), city({})]), 1, "Pretorium"), true);
});

test("a card wins at once with the sixth sign of science, but not with one that is there already", () => {
  const five = { wheel: 1, quill: 1, mortar: 1, pendulum: 1, sundial: 1 };
  const view = duel(0, [city(five), city({ quill: 1 })]);
  assert.equal(wouldWin(view, 0, "Study"), false); // a sundial
  assert.equal(wouldWin(view, 0, "University"), true); // an armillary sphere
  assert.equal(wouldWin(view, 1, "University"), false);
});

test("a chain can be reached until its card stands in the city or its age has gone", () => {
  const wonders = (age: number, cards: string[]) => ({ age, cities: [{ cards }] }) as unknown as WondersView;
  assert.deepEqual(stillOpens(wonders(1, []), 0, "Scriptorium").sort(), ["Courthouse", "Library"]);
  assert.deepEqual(stillOpens(wonders(2, ["Library"]), 0, "Scriptorium"), ["Courthouse"]);
  assert.deepEqual(stillOpens(wonders(3, []), 0, "Scriptorium"), []);
});
