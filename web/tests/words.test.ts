import assert from "node:assert/strict";
import { before, test } from "node:test";
import { errorText, Refused } from "../src/app/api";
import { useLanguage } from "../src/app/i18n";
import type { Option, Quote } from "../src/app/types";
import { chainGiver, listedName, paymentLines, reason, seatName } from "../src/app/words";
import { readCommand } from "../src/table/text-mode";
import { tableState } from "./states";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const quote = (part: Partial<Quote>): Quote => ({
  bank: 0,
  chain: false,
  affordable: true,
  why: null,
  plan: [],
  ...part,
});

before(() => useLanguage("en"));

test("a seat is called by its name, a bot by somebody of antiquity, a free seat by what it is", () => {
  const state = tableState();
  assert.equal(seatName(state, 0), "Anna");
  const bot = seatName(state, 1);
  assert.ok(bot && bot !== "easy");
  assert.ok(listedName(state.table.seats[1]!).includes(bot));
  state.table.seats[1]!.name = "Deep Thought";
  assert.equal(seatName(state, 1), "Deep Thought");
  state.table.seats[1]!.kind = "open";
  assert.notEqual(seatName(state, 1), "Deep Thought");
});

test("a price is told source by source", () => {
  const lines = paymentLines(
    "wonders",
    quote({
      bank: 1,
      plan: [
        { good: "stone", source: "own", price: 0 },
        { good: "wood", source: "left", price: 2 },
        { good: "wood", source: "left", price: 2 },
      ],
    }),
    (side) => `the one on the ${side}`,
  ).map(plain);
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /1 stone/);
  assert.match(lines[1]!, /the one on the left.*2 wood/);
  assert.match(lines[1]!, /\b4\b/);
  assert.equal(paymentLines("duel", quote({})).length, 1);
  assert.deepEqual(paymentLines("duel", undefined), []);
});

test("a chain names its giver", () => {
  const chained = quote({ chain: true, plan: [{ good: "all", source: "chain", price: 0, by: "Baths" }] });
  assert.equal(chainGiver(chained), "Baths");
  assert.equal(chainGiver(quote({})), undefined);
  assert.match(paymentLines("duel", chained)[0]!, /Baths/);
});

test("a reason says what is missing", () => {
  assert.equal(reason(quote({})), "");
  assert.match(plain(reason(quote({ why: { key: "coins_short", short: 2 } }))), /2/);
  assert.match(plain(reason(quote({ why: { key: "missing_goods", goods: { clay: 2 } } }))), /2 clay/);
});

test("a refusal is a sentence, also one the page does not know", () => {
  assert.ok(!errorText(new Refused("not_your_turn")).startsWith("error."));
  assert.match(errorText(new Refused("something_new")), /something_new/);
  assert.ok(errorText(new TypeError("x")).length > 0);
});

test("typed commands: a number, a letter with a card's number, or the move itself", () => {
  const options: Option[] = [
    { text: "build Baths", action: "build", card: "Baths" },
    { text: "discard Baths", action: "discard", card: "Baths" },
    { text: "build Quarry", action: "build", card: "Quarry" },
    { text: "wonder The Sphinx with Quarry", action: "wonder", card: "Quarry", wonder: "The Sphinx" },
  ];
  assert.equal(readCommand("2", options)?.text, "discard Baths");
  assert.equal(readCommand("b2", options)?.text, "build Quarry");
  assert.equal(readCommand("w 2", options)?.text, "wonder The Sphinx with Quarry");
  assert.equal(readCommand("  BUILD baths ", options)?.text, "build Baths");
  assert.equal(readCommand("w1", options), undefined);
  assert.equal(readCommand("hello", options), undefined);
  assert.equal(readCommand("9", options), undefined);
});
