// Words: every text is a key with arguments, worded in the viewer's language. Texts come from words/<language>.json,
// which is made from the package's .po files. A text with plural forms names the argument that is counted.

import { computed, signal } from "@preact/signals";

type Text = string | ({ by: string; other: string } & Record<string, string>);
export type Args = Record<string, string | number>;

export const LANGUAGES: { code: string; name: string }[] = [
  { code: "en", name: "English" },
  { code: "et", name: "Eesti" },
  { code: "ru", name: "Русский" },
  { code: "tr", name: "Türkçe" },
  { code: "nb", name: "Norsk bokmål" },
];

export const lang = signal("en");
const tables = signal<Record<string, Record<string, Text>>>({});
/** The language as Intl knows it: the English texts are British, without a comma before the "and" of a list. */
const locale = computed(() => (lang.value === "en" ? "en-GB" : lang.value));
const plural = computed(() => new Intl.PluralRules(locale.value));
const numbers = computed(() => new Intl.NumberFormat(locale.value));
const plainNumbers = computed(() => new Intl.NumberFormat(locale.value, { useGrouping: false }));
const signedNumbers = computed(() => new Intl.NumberFormat(locale.value, { signDisplay: "exceptZero" }));
const percents = computed(() => new Intl.NumberFormat(locale.value, { style: "percent" }));
const dates = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: "long" }));
const lists = computed(() => new Intl.ListFormat(locale.value, { type: "conjunction" }));
const orLists = computed(() => new Intl.ListFormat(locale.value, { type: "disjunction" }));
/** Some languages' numbers come with a hyphen where the texts have a minus sign. */
const withMinus = (written: string): string => written.replace("-", "−");

async function fetchWords(name: string): Promise<Record<string, Text>> {
  const answer = await fetch(`words/${name}.json`);
  if (!answer.ok) throw new Error(`words/${name}.json: ${answer.status}`);
  return (await answer.json()) as Record<string, Text>;
}

/** Words that are on their way: who asks for them meanwhile waits for the same answer. */
const coming = new Map<string, Promise<Record<string, Text>>>();
function wordsOf(name: string): Promise<Record<string, Text>> {
  const asked = coming.get(name) ?? fetchWords(name).finally(() => coming.delete(name));
  coming.set(name, asked);
  return asked;
}

/** Loads a language and switches to it; the old one stays until the new one is here. */
export async function useLanguage(code: string): Promise<void> {
  if (!LANGUAGES.some((known) => known.code === code)) return;
  const loaded = tables.peek();
  if (!loaded[code]) {
    const words = await wordsOf(code);
    tables.value = { ...tables.peek(), [code]: { ...words, ...tables.peek()[code] } };
  }
  lang.value = code;
  document.documentElement.lang = code;
  if (tables.peek()[code]?.__rules === undefined && rulesWanted) await loadRules();
}

let rulesWanted = false;

/** The long texts of the rules and the lessons are loaded only when somebody opens them. */
export async function loadRules(): Promise<void> {
  rulesWanted = true;
  const code = lang.peek();
  if (tables.peek()[code]?.__rules) return;
  const words = await wordsOf(`${code}.rules`);
  tables.value = { ...tables.peek(), [code]: { ...tables.peek()[code], ...words, __rules: "1" } };
}

/** Whether there is such a text in the viewer's language. */
export function has(key: string): boolean {
  return tables.value[lang.value]?.[key] !== undefined;
}

export function t(key: string, args: Args = {}): string {
  const text = tables.value[lang.value]?.[key];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : (text[plural.value.select(Number(args[text.by] ?? 0))] ?? text.other);
  return form.replace(/\{([a-z_][a-z0-9_]*)\}/g, (whole, name: string) => {
    const value = args[name];
    return value === undefined ? whole : typeof value === "number" ? num(value) : value;
  });
}

export const num = (n: number): string => withMinus(numbers.value.format(n));
/** A number that is a mark rather than an amount, such as a rating: without separators. */
export const plain = (n: number): string => withMinus(plainNumbers.value.format(n));
export const signed = (n: number): string => withMinus(signedNumbers.value.format(n));
/** A share of 1 as the language writes percentages: 45%, %45, 45 %. */
export const percent = (share: number): string => withMinus(percents.value.format(share));
export const longDate = (when: Date): string => dates.value.format(when);
export const and = (parts: string[]): string => lists.value.format(parts);
export const or = (parts: string[]): string => orLists.value.format(parts);
/** A text that begins a line of its own. */
export const capitalised = (words: string): string => words.charAt(0).toLocaleUpperCase(lang.value) + words.slice(1);

/** Every key that starts so, in the order of the words; for pages made from texts (rules, phrases). */
export function keysUnder(prefix: string): string[] {
  return Object.keys(tables.value[lang.value] ?? {}).filter((key) => key.startsWith(prefix));
}

// Names of things.
export const cardName = (game: string, name: string) => t(`${game}.card.${name}`);

/** Long words of names with soft hyphens where the language breaks them; browsers know few languages. */
const breaks = computed(
  () =>
    new Map(
      t("card.breaks")
        .split(" ")
        .map((word) => [word.replaceAll("·", ""), word.replaceAll("·", "\u00ad")]),
    ),
);
/** A name for a narrow place, in pieces: the long words by themselves, with soft hyphens. */
export const namePieces = (name: string): string[] =>
  name.split(/([^\s-]{8,})/).map((piece) => breaks.value.get(piece) ?? piece);
export const goodName = (name: string) => t(`good.${name}`);
export const symbolName = (game: string, name: string) => t(`${game}.symbol.${name}`);
export const kindName = (kind: string) => t(`kind.${kind}`);
export const shortKind = (kind: string) => t(`kind.short.${kind}`);
export const roman = (age: number) => ["", "I", "II", "III"][age] ?? String(age);
