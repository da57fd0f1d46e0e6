import assert from "node:assert/strict";
import { test } from "node:test";
import { and, has, lang, t, useLanguage } from "../src/app/i18n";

test("a text takes its plural form from the number it counts", async () => {
  await useLanguage("en");
  assert.match(t("count.points", { n: 1 }), /^1\spoint$/);
  assert.match(t("count.points", { n: 3 }), /^3\spoints$/);
  await useLanguage("ru");
  const forms = [1, 2, 5, 21].map((n) => t("count.points", { n }).replace(/\d+\s/, ""));
  assert.equal(forms[0], forms[3]);
  assert.equal(new Set(forms).size, 3);
});

test("a language that is not there changes nothing", async () => {
  await useLanguage("et");
  await useLanguage("xx");
  assert.equal(lang.value, "et");
});

test("a text that is missing shows its key", () => {
  assert.equal(has("no.such.text"), false);
  assert.equal(t("no.such.text"), "no.such.text");
});

test("lists follow the language", async () => {
  await useLanguage("en");
  assert.equal(and(["a", "b", "c"]), "a, b and c");
  await useLanguage("nb");
  assert.match(and(["a", "b"]), /a og b/);
});
