import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical, isKept, sha256 } from "../src/app/commitment";

test("SHA-256 gives the standard's own examples, also over block borders", async () => {
  assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (const length of [55, 56, 63, 64, 65, 1000]) {
    const text = "ж".repeat(length);
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    assert.equal(sha256(text), [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
});

test("the form that is hashed: sorted keys, no spaces, letters as they are", () => {
  assert.equal(
    canonical({ b: [1, null, "Ä"], a: { d: true, c: 'x"y' } }),
    '{"a":{"c":"x\\"y","d":true},"b":[1,null,"Ä"]}',
  );
});

test("a commitment holds for its deal and its nonce alone", () => {
  const commitment = sha256('n1\n{"a":1}');
  assert.equal(isKept({ a: 1 }, "n1", commitment), true);
  assert.equal(isKept({ a: 2 }, "n1", commitment), false);
  assert.equal(isKept({ a: 1 }, "n2", commitment), false);
});
