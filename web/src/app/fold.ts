// Text made ready to be searched: what is typed on any keyboard finds what is written with a language's own letters.
// Python has the same in mirabilia.locales.folding; tests/locales/folding.json holds the cases both must pass.

/** Letters that are not a plain letter with a mark. */
const PLAIN: Record<string, string> = { ı: "i", ø: "o", æ: "ae", ё: "е", "’": "'" };

/** The text in small plain letters, by the rules of its language: Turkish I is ı, Russian й stays й. */
export function fold(text: string, language: string): string {
  const small = text.toLocaleLowerCase(language).replace(/[ıøæё’]/g, (letter) => PLAIN[letter]!);
  // Latin letters lose their marks; Cyrillic ones are letters of their own.
  const plain = small.replace(/\p{Script=Latin}/gu, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""));
  // Before å there was aa, and people without the key still write it.
  return (language === "nb" ? plain.replace(/aa/g, "a") : plain).replace(/[\s\u00a0-]+/g, " ").trim();
}

/** Whether all words of a query stand somewhere in the text. */
export function found(query: string, text: string, language: string): boolean {
  const folded = fold(text, language);
  return fold(query, language)
    .split(" ")
    .every((word) => folded.includes(word));
}
