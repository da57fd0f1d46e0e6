"""Every text in every language: nothing missing, extra, empty or unfinished, placeholders and plural forms right."""

from __future__ import annotations

import re

import pytest

from mirabilia.locales.catalogs import (
    BY_CODE,
    DEFAULT_COUNT,
    DOMAINS,
    LANGUAGES,
    ORIGINAL,
    PLACEHOLDER,
    plural_index,
    po_file,
    read_catalog,
    texts,
)

ALL = [(language.code, domain) for language in LANGUAGES for domain in DOMAINS]
TRANSLATED = [(lang, domain) for lang, domain in ALL if lang != ORIGINAL]

# How each language writes a percentage.
PERCENT = {"en": r"\d+%", "et": r"\d+%", "ru": "\\d+\u00a0%", "tr": r"%\d+", "nb": "\\d+\u00a0%"}


def key_of(message: object) -> str:
    found = message.id  # type: ignore[attr-defined]
    return found if isinstance(found, str) else found[0]


@pytest.mark.parametrize(("lang", "domain"), ALL)
def test_every_entry_is_filled_and_finished(lang: str, domain: str) -> None:
    found = []
    for message in read_catalog(lang, domain):
        if message.id:
            forms = [message.string] if isinstance(message.string, str) else message.string
            if not all(form.strip() for form in forms):
                found.append(f"{key_of(message)}: empty")
            if "fuzzy" in message.flags:
                found.append(f"{key_of(message)}: marked fuzzy")
    assert not found, f"{lang}/{domain}.po:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(("lang", "domain"), TRANSLATED)
def test_translations_have_the_keys_of_english(lang: str, domain: str) -> None:
    here, there = texts(lang, domain), texts(ORIGINAL, domain)
    found = [f"missing: {key}" for key in there if key not in here] + [
        f"extra: {key}" for key in here if key not in there
    ]
    assert not found, f"{lang}/{domain}.po (see docs/translating.md):\n  " + "\n  ".join(found)


@pytest.mark.parametrize("lang", BY_CODE)
def test_no_key_stands_in_two_domains_or_twice(lang: str) -> None:
    where: dict[str, str] = {}
    for domain in DOMAINS:
        source = po_file(lang, domain).read_text(encoding="utf-8")
        keys = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
        for key in keys:
            assert key not in where, f"{key} is in {where[key]}.po and {domain}.po"
            where[key] = domain


@pytest.mark.parametrize(("lang", "domain"), ALL)
def test_keys_have_one_style(lang: str, domain: str) -> None:
    # area.thing; names end with the catalog's spelling.
    odd = [
        key for key in texts(lang, domain) if not re.fullmatch(r"[a-z0-9_]+(\.[a-zA-Z0-9_]+)*(\.[A-Z][\w -]*)?", key)
    ]
    assert not odd


@pytest.mark.parametrize(("lang", "domain"), TRANSLATED)
def test_placeholders_are_those_of_english(lang: str, domain: str) -> None:
    found = []
    for key, text in texts(lang, domain).items():
        original = texts(ORIGINAL, domain).get(key)
        if original and text.placeholders != original.placeholders:
            found.append(f"{key}: {sorted(text.placeholders)}, English has {sorted(original.placeholders)}")
    assert not found, f"{lang}/{domain}.po:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(("lang", "domain"), ALL)
def test_every_plural_form_has_every_placeholder(lang: str, domain: str) -> None:
    found = []
    for key, text in texts(lang, domain).items():
        for form in text.forms:
            missing = text.placeholders - {text.count} - set(PLACEHOLDER.findall(form))
            if missing:
                found.append(f"{key}: {form!r} lacks {sorted(missing)}")
            rest = PLACEHOLDER.sub("", form)
            if "{" in rest or "}" in rest or "%" in re.sub(PERCENT[lang], "", form):
                found.append(f"{key}: odd braces or percent sign in {form!r}")
    assert not found, f"{lang}/{domain}.po:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(("lang", "domain"), ALL)
def test_plural_forms_are_as_many_as_the_language_has(lang: str, domain: str) -> None:
    language, catalog = BY_CODE[lang], read_catalog(lang, domain)
    assert catalog.num_plurals == len(language.plurals)
    found = []
    for message in catalog:
        if isinstance(message.id, str):
            if not isinstance(message.string, str):
                found.append(f"{message.id}: forms without msgid_plural")
        elif message.id and len(message.string) != len(language.plurals):
            found.append(f"{message.id[0]}: {len(message.string)} forms, {lang} has {len(language.plurals)}")
    assert not found, f"{lang}/{domain}.po:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(("lang", "domain"), TRANSLATED)
def test_counted_placeholder_is_the_same_in_all_languages(lang: str, domain: str) -> None:
    original = texts(ORIGINAL, domain)
    wrong = [key for key, text in texts(lang, domain).items() if key in original and text.count != original[key].count]
    assert not wrong


@pytest.mark.parametrize("domain", DOMAINS)
def test_msgid_plural_names_a_placeholder(domain: str) -> None:
    for message in read_catalog(ORIGINAL, domain):
        if not isinstance(message.id, str) and message.id:
            key, counted = message.id
            named = any(f"{{{counted}}}" in form for form in message.string)
            assert named or counted == DEFAULT_COUNT, f"{key}: msgid_plural {counted!r} is no placeholder of the text"


@pytest.mark.parametrize(("lang", "domain"), ALL)
def test_headers(lang: str, domain: str) -> None:
    catalog = read_catalog(lang, domain)
    source = po_file(lang, domain).read_text(encoding="utf-8")
    assert str(catalog.locale) == lang
    assert catalog.charset.lower() == "utf-8"
    assert f"Language: {lang}\\n" in source
    assert f"Plural-Forms: {BY_CODE[lang].plural_forms}\\n" in source


@pytest.mark.parametrize("lang", BY_CODE)
def test_header_rule_and_browser_rule_choose_the_same_form(lang: str) -> None:
    rule = re.search(r"plural=(.*);", BY_CODE[lang].plural_forms)
    assert rule
    for number in [*range(0, 205), 1000, 1001, 1011, 1_000_000]:
        assert plural_index(lang, number) == c_expression(rule[1], number), number


def c_expression(rule: str, number: int) -> int:
    """Evaluates a gettext plural rule for a number."""
    parts = [part.strip() for part in re.split(r"[?:]", rule.strip("()") if "?" not in rule else rule[1:-1])]
    conditions = [bool(python(part, number)) for part in parts[:-1:2]]
    if len(parts) == 1:
        return int(python(parts[0], number))
    values = [int(part) for part in parts[1::2]] + [int(parts[-1])]
    return next((value for condition, value in zip(conditions, values, strict=False) if condition), values[-1])


def python(condition: str, number: int) -> object:
    return eval(condition.replace("&&", " and ").replace("||", " or "), {"n": number})
