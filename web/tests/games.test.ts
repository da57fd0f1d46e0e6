import assert from "node:assert/strict";
import { before, test } from "node:test";
import { has, loadRules, t, useLanguage } from "../src/app/i18n";
import { GAMES, gameNamed, KINDS } from "../src/games";
import { CATALOGS, cardOf } from "../src/games/catalogs";
import { LESSONS } from "../src/games/lessons";
import { effectWords } from "../src/parts/effect-words";

before(async () => {
  await useLanguage("en");
  await loadRules();
});

test("an address that names no game means the first one", () => {
  assert.equal(gameNamed("wonders"), "wonders");
  assert.equal(gameNamed("chess"), GAMES[0]);
  assert.equal(gameNamed(undefined), GAMES[0]);
});

test("every game has the words that its record asks for", () => {
  for (const game of GAMES) {
    const kind = KINDS[game];
    const keys = [
      `game.${game}`,
      `home.${game}_text`,
      `home.lesson_${game}`,
      kind.beginKey,
      `result.tie.${kind.tieBreak}`,
      ...kind.categories.map(({ name }) => `category.${game}.${name}`),
      ...kind.endings.map((ending) => `result.kind.${ending}`),
      ...kind.sections.map((section) => `rules.${game}.${section}.title`),
      ...LESSONS[game].script.steps.map((step) => `lesson.${game}.${step.name}`),
    ];
    assert.deepEqual(
      keys.filter((key) => !has(key)),
      [],
    );
  }
});

test("every effect of every card has words", () => {
  for (const game of GAMES)
    for (const { name, effect } of CATALOGS[game].cards.values()) {
      const words = effectWords(game, effect);
      assert.ok(words.length, `${name} does nothing`);
      for (const line of words) assert.ok(!line.startsWith("effect."), `${name}: ${line}`);
    }
});

test("a card knows what it makes free", () => {
  assert.deepEqual(cardOf("duel", "Baths")?.unlocks, ["Aqueduct"]);
  assert.deepEqual(cardOf("wonders", "Scriptorium")?.unlocks.sort(), ["Courthouse", "Library"]);
  assert.equal(cardOf("duel", "Scriptorium")?.unlocks.includes("Courthouse"), false);
});

test("every card has a name in words", () => {
  for (const game of GAMES)
    for (const name of CATALOGS[game].cards.keys()) assert.ok(has(`${game}.card.${name}`), t(`${game}.card.${name}`));
});
