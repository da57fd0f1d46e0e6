"""Turns the catalogs into what the page loads, and keeps translations in step with English.

    python -m mirabilia.locales.build FOLDER     writes languages.json, <language>.json and <language>.rules.json
    python -m mirabilia.locales.build --update   adds keys that are new in English to the other languages, empty
    ... FOLDER --pseudo                          writes the test language of pseudo.py as well

A text without plural forms is a string. One with them is an object: `by` names the argument that is counted, the other
keys are what `Intl.PluralRules(language).select(number)` answers.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from mirabilia.locales import pseudo
from mirabilia.locales.catalogs import (
    BY_CODE,
    DOMAINS,
    FIRST_DOMAINS,
    LANGUAGES,
    LATER_DOMAINS,
    ORIGINAL,
    Language,
    Text,
    read_catalog,
    texts,
)

FOLDER = Path(__file__).parent


def as_json(language: Language, text: Text) -> str | dict[str, str]:
    """A text as the page reads it."""
    if text.count is None:
        return text.forms[0]
    forms = dict(zip(language.plurals, text.forms, strict=True))
    # Where the language has no form called `other` (Russian: fractions, which no text counts), any will do.
    return {"by": text.count, **forms, "other": forms.get("other", text.forms[1])}


def bundle(lang: str, domains: tuple[str, ...]) -> dict[str, object]:
    """The texts of some domains in the order of the English files; English ones where the language has none."""
    joined: dict[str, object] = {}
    for domain in domains:
        for code in (ORIGINAL, lang):
            joined |= {key: as_json(BY_CODE[code], text) for key, text in texts(code, domain).items()}
    return joined


def languages() -> list[dict[str, str]]:
    """The list for the language switch."""
    return [{"code": each.code, "name": each.name, "direction": each.direction} for each in LANGUAGES]


def write_json(folder: Path, with_pseudo: bool = False) -> list[Path]:
    """Writes everything the page needs below the folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    contents: dict[str, object] = {"languages.json": languages()}
    for language in LANGUAGES:
        contents[f"{language.code}.json"] = bundle(language.code, FIRST_DOMAINS)
        contents[f"{language.code}.rules.json"] = bundle(language.code, LATER_DOMAINS)
    if with_pseudo:
        contents[f"{pseudo.CODE}.json"] = pseudo.pseudo_bundle(bundle(ORIGINAL, FIRST_DOMAINS))
        contents[f"{pseudo.CODE}.rules.json"] = pseudo.pseudo_bundle(bundle(ORIGINAL, LATER_DOMAINS))
    for name, content in contents.items():
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return [folder / name for name in contents]


def write_catalog(lang: str, domain: str, catalog: Catalog) -> None:
    """Writes a catalog in the project's one style: long lines, no dates, no tool names."""
    file = FOLDER / lang / f"{domain}.po"
    file.parent.mkdir(exist_ok=True)
    head = (
        f"# Mirabilia: {domain} in {BY_CODE[lang].name}. docs/translating.md says how these files work.\n"
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {lang}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {BY_CODE[lang].plural_forms}\\n"\n\n'
    )
    # Babel's own rule for Turkish has one form; the browsers' rule (CLDR) has two.
    catalog.mime_headers = [("Plural-Forms", BY_CODE[lang].plural_forms)]
    with file.open("wb") as stream:
        stream.write(head.encode())
        write_po(stream, catalog, width=0, omit_header=True, no_location=True, sort_output=False, ignore_obsolete=True)
    file.write_bytes(file.read_bytes().rstrip() + b"\n")


def update(lang: str, domain: str) -> tuple[list[str], list[str]]:
    """Brings a translation into the order of English; new keys come in empty, keys gone from English go.

    Returns the keys added and removed.
    """
    original, old = read_catalog(ORIGINAL, domain), read_catalog(lang, domain)
    new = Catalog(locale=lang)
    added, kept = [], set()
    forms = len(BY_CODE[lang].plurals)
    for message in original:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        known = old.get(key)
        kept.add(key)
        if known is not None and isinstance(known.id, str) == isinstance(message.id, str):
            string = known.string
        else:
            string = "" if isinstance(message.id, str) else ("",) * forms
            added.append(key)
        new.add(message.id, string, auto_comments=message.auto_comments)
    gone = [m.id if isinstance(m.id, str) else m.id[0] for m in old if m.id]
    write_catalog(lang, domain, new)
    return added, [key for key in gone if key not in kept]


def main(arguments: list[str] | None = None) -> None:
    """The command line of this module."""
    parser = argparse.ArgumentParser(prog="python -m mirabilia.locales.build", description="Texts for the page.")
    parser.add_argument("folder", nargs="?", type=Path, help="where the JSON files go")
    parser.add_argument("--update", action="store_true", help="add keys new in English to the other languages")
    parser.add_argument("--pseudo", action="store_true", help="write the test language too")
    options = parser.parse_args(arguments)
    if options.update:
        for lang in BY_CODE:
            for domain in DOMAINS if lang != ORIGINAL else ():
                added, gone = update(lang, domain)
                if added or gone:
                    print(f"{lang}/{domain}.po: {len(added)} to translate, {len(gone)} removed")
    if options.folder is not None:
        for file in write_json(options.folder, options.pseudo):
            print(f"{file} ({file.stat().st_size:,} bytes)")
    elif not options.update:
        parser.error("name a folder, or --update")


if __name__ == "__main__":
    main()
