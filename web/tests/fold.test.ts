import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fold, found } from "../src/app/fold";

// The cases that mirabilia.locales.folding has to pass too.
const CASES = JSON.parse(readFileSync("../tests/locales/folding.json", "utf8")) as [string, string, string, boolean][];

test("what is typed on any keyboard finds what is written with a language's own letters", () => {
  for (const [language, query, text, expected] of CASES)
    assert.equal(found(query, text, language), expected, `${language}: ${query} in ${text}`);
});

test("folding twice changes nothing", () => {
  for (const [language, , text] of CASES) assert.equal(fold(fold(text, language), language), fold(text, language));
});
