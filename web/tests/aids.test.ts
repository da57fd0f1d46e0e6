// Reading aids at the tables: chains that can still be reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { WondersView } from "../src/app/types";
import { stillOpens } from "../src/games/wonders/chains";

test("a chain can be reached until its card stands in the city or its age has gone", () => {
  const wonders = (age: number, cards: string[]) => ({ age, cities: [{ cards }] }) as unknown as WondersView;
  assert.deepEqual(stillOpens(wonders(1, []), 0, "Scriptorium").sort(), ["Courthouse", "Library"]);
  assert.deepEqual(stillOpens(wonders(2, ["Library"]), 0, "Scriptorium"), ["Courthouse"]);
  assert.deepEqual(stillOpens(wonders(3, []), 0, "Scriptorium"), []);
});
