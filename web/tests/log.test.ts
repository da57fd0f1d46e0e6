import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type GameEvent, standing } from "../src/app/events";
import { flows } from "../src/app/flights";
import { useLanguage } from "../src/app/i18n";
import { eventLines } from "../src/app/log";
import type { TableEvent } from "../src/app/types";
import { KINDS } from "../src/games";
import { tableState } from "./states";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const duel = () => {
  const state = tableState();
  state.table.seats[1]!.name = "Bruno";
  state.table.seats[1]!.kind = "person";
  return state;
};
const wonders = () => {
  const state = duel();
  const [first] = state.table.seats;
  Object.assign(state.table, { game: "wonders", players: 3 });
  state.table.seats.push({ ...first!, seat: 2, name: "Clara" });
  return state;
};
const sentencesOf = (state: ReturnType<typeof duel>, events: GameEvent[]) =>
  KINDS[state.table.game].sentences(state, events).map((line) => plain(line.text));

before(() => useLanguage("en"));

test("Duel: what was paid belongs to what was built; what the opponent's trade brings belongs to the one who gets it", () => {
  const events: GameEvent[] = [
    { event: "paid", city: 0, to: 1, coins: 4, why: "trade", thing: "Walls", token: "Economy" },
    { event: "built", city: 0, card: "Walls", slot: 3, chain: null },
    { event: "pawn", city: 0, start: 2, end: 4, shields: 2, extra: 0 },
    { event: "looted", city: 1, coins: 2, at: 3, face: 2 },
  ];
  assert.deepEqual(sentencesOf(duel(), events), [
    "Anna builds Walls for 4 coins.",
    "Bruno receives 4 coins from the opponent’s trade (Economy).",
    "Anna moves the conflict pawn 2 spaces forward.",
    "Bruno is looted and loses 2 coins.",
  ]);
  assert.deepEqual(
    KINDS.duel.sentences(duel(), events).map(({ about }) => about),
    [[0], [1, 0], [0, 1], [1]],
  );
});

test("Duel: a choice after a wonder keeps its extra turn", () => {
  assert.deepEqual(
    sentencesOf(duel(), [
      { event: "token", city: 0, token: "Masonry", source: "box" },
      { event: "turned_up", slot: 4, card: "Baths" },
      { event: "turned_up", slot: 5, card: "Quarry" },
      { event: "extra_turn", city: 0, why: "token", thing: "Theology" },
    ]),
    ["Anna keeps the progress token Masonry from the box.", "Revealed: Baths and Quarry.", "Anna takes an extra turn."],
  );
});

test("Duel: a sale is one sentence, chains name their giver, a heading begins an age", () => {
  assert.deepEqual(
    sentencesOf(duel(), [
      { event: "discarded", city: 1, card: "Baths", slot: 1 },
      { event: "gained", city: 1, coins: 3, why: "discard", thing: "Baths" },
      { event: "built", city: 0, card: "Aqueduct", slot: 2, chain: "Baths" },
      { event: "gained", city: 0, coins: 4, why: "chain", thing: "Aqueduct" },
      { event: "age_ended", age: 1 },
      { event: "age", age: 2 },
    ]),
    [
      "Bruno discards Baths and takes 3 coins.",
      "Anna builds Aqueduct for free thanks to Baths.",
      "Anna takes 4 coins from the bank.",
      "Age II begins.",
    ],
  );
});

test("7 Wonders: a turn with its heading, whom one paid, and hidden cards left out", () => {
  assert.deepEqual(
    sentencesOf(wonders(), [
      { event: "turn", age: 2, turn: 3, step: "choose" },
      { event: "paid", city: 0, to: 1, coins: 2, why: "trade", thing: "Aqueduct" },
      { event: "paid", city: 0, to: 2, coins: 1, why: "trade", thing: "Aqueduct" },
      { event: "built", city: 0, card: "Aqueduct", chain: null, free: false },
      { event: "stage", city: 1, stage: 2, card: null },
      { event: "discarded", city: 2, card: null },
      { event: "gained", city: 2, coins: 3, why: "discard", thing: null },
    ]),
    [
      "Age II, turn 3",
      "Anna builds Aqueduct for 3 coins.",
      "Anna pays 2 coins to Bruno.",
      "Anna pays 1 coin to Clara.",
      "Bruno builds stage 2 of the wonder.",
      "Clara discards a card and takes 3 coins.",
    ],
  );
});

test("7 Wonders: last cards are one line, conflicts carry the shields of their time", () => {
  const fight = { event: "conflict", age: 1, points: 1 } as const;
  assert.deepEqual(
    sentencesOf(wonders(), [
      { event: "spare", city: 0, card: "Baths" },
      { event: "spare", city: 1, card: null },
      { event: "spare", city: 2, card: null },
      { ...fight, city: 0, other: 1, shields: [1, 2], winner: 1 },
      { ...fight, city: 1, other: 2, shields: [2, 2], winner: null },
      { event: "age", age: 2, passing: "right" },
    ]),
    [
      "The last cards of 3 players go to the discard pile.",
      "Anna puts the last card on the discard pile: Baths.",
      "Bruno beats Anna, 2 to 1: +1.",
      "Bruno and Clara are equally strong (2).",
      "Age II begins. Hands are passed to the right.",
    ],
  );
});

test("coins fly from who pays to who is paid, and from the bank", () => {
  assert.deepEqual(
    flows([
      { event: "paid", city: 0, to: 1, coins: 2, why: "trade", thing: null },
      { event: "paid", city: 0, to: null, coins: 1, why: "cost", thing: null },
      { event: "gained", city: 2, coins: 3, why: "discard", thing: null },
      { event: "looted", city: 1, coins: 0, at: 3, face: 2 },
    ]),
    [
      { from: 0, to: 1, coins: 2 },
      { from: 0, to: "bank", coins: 1 },
      { from: "bank", to: 2, coins: 3 },
    ],
  );
});

test("moves that were taken back are not in the log, that they were is", () => {
  const move = (seq: number, number: number, card: string): TableEvent => ({
    seq,
    at: 0,
    kind: "move",
    seat: 0,
    data: { number, events: [{ event: "built", city: 0, card, slot: 0, chain: null }] },
  });
  const events: TableEvent[] = [
    move(1, 8, "Quarry"),
    move(2, 9, "Baths"),
    { seq: 3, at: 0, kind: "taken_back", seat: 0, data: { moves: 1, now: 9 } },
    move(4, 9, "Walls"),
  ];
  const state = duel();
  const lines = standing(events).flatMap((event) => eventLines(KINDS.duel, state, event).map(({ text }) => text));
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /Quarry/);
  assert.match(lines[1]!, /back/);
  assert.match(lines[2]!, /Walls/);
});
