// Drawings of buildings: none is taken for another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { motifOf } from "../src/art/motifs";
import { DUEL } from "../src/games/duel/catalog";
import { WONDERS } from "../src/games/wonders/catalog";

test("no two buildings of a game share a drawing", () => {
  for (const catalog of [DUEL, WONDERS]) {
    const known = new Map<object, string>();
    for (const name of catalog.cards.keys()) {
      const motif = motifOf(name);
      assert.ok(motif, `${name} has no drawing of its own`);
      assert.equal(known.get(motif), undefined, `${name} looks like ${known.get(motif)}`);
      known.set(motif, name);
    }
  }
});
