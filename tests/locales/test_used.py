"""Every text is shown somewhere: entries that no code asks for are found and have to go.

A key is asked for literally ("home.title"), by a pattern (`result.${kind}` on the page, f"result.{kind}" in Python;
what is put in stands for one part of a key), or as one of all keys under a beginning ("option.duel.").
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from locales.sources import PAGE, SOURCE
from mirabilia.locales.catalogs import DOMAINS, ORIGINAL, texts

KEY = re.compile(r"[a-z]\w*\.")
# Kinds of names that `name_of` and the page's cardName, symbolName and so on are called with.
NAMED = ("card", "wonder", "token", "board", "symbol", "chain")


def templates(source: str) -> Iterator[list[str | None]]:
    """The template literals of a TypeScript source: pieces of text, None where something is put in. Nested ones too."""
    at = 0
    while (at := source.find("`", at)) >= 0:
        parts: list[str | None] = []
        text, at = "", at + 1
        while at < len(source) and source[at] != "`":
            if source.startswith("${", at):
                end, depth, ticks = at + 2, 1, False
                while depth and end < len(source):
                    ticks ^= source[end] == "`"
                    depth += {"{": 1, "}": -1}.get(source[end], 0)
                    end += 1
                yield from templates(source[at + 2 : end - 1])
                parts += [text, None]
                text, at = "", end
            else:
                text += source[at]
                at += 1
        yield [*parts, text]
        at += 1


def asked_for() -> tuple[set[str], list[re.Pattern[str]]]:
    """Literal keys, and patterns of keys, of the page and the package."""
    literal, patterns = set(), set()
    for path in [*PAGE.rglob("*.ts"), *PAGE.rglob("*.tsx")]:
        source = path.read_text(encoding="utf-8")
        literal |= set(re.findall(r'"([a-z]\w*\.[^"\n]*)"', source))
        for parts in templates(source):
            literal |= {parts[0]} if len(parts) == 1 and parts[0] else set()
            patterns |= {pattern(parts)} if len(parts) > 1 else set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literal.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns.add(pattern([str(v.value) if isinstance(v, ast.Constant) else None for v in node.values]))
    beginnings = {re.escape(key) + ".+" for key in literal if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*\.", key)}
    return literal, [re.compile(each) for each in patterns | beginnings if each]


def pattern(parts: list[str | None]) -> str:
    """The keys a template can make, as a regular expression; nothing if it makes no key."""
    if not parts or not parts[0] or not KEY.match(parts[0]):
        return ""
    made = "".join(r"[^.]+" if part is None else re.escape(part) for part in parts)
    return made + ".+" if made.endswith(r"\.") else made


def unused(keys: list[str], literal: set[str], patterns: list[re.Pattern[str]]) -> list[str]:
    return [key for key in keys if key not in literal and not any(each.fullmatch(key) for each in patterns)]


def test_every_text_is_shown_somewhere() -> None:
    names = re.compile(rf"(duel|wonders)\.({'|'.join(NAMED)})\.")
    # What is said about commands and their options is looked up by their place: tests/cli/test_wording.py.
    keys = [key for domain in DOMAINS for key in texts(ORIGINAL, domain) if not names.match(key)]
    keys = [key for key in keys if not key.startswith(("command.", "parameter."))]
    found = unused(keys, *asked_for())
    assert not found, "nothing shows these texts; use them or remove them in all languages:\n  " + "\n  ".join(found)


def test_templates_are_read() -> None:
    source = "t(`a.${b ? `c.${d}` : `e.f`}.g`) + `h` + `i.${j({ k: 1 })}`"
    assert sorted(map(str, templates(source))) == sorted(
        map(str, [["c.", None, ""], ["e.f"], ["a.", None, ".g"], ["h"], ["i.", None, ""]])
    )


def test_an_unused_text_is_found() -> None:
    literal, patterns = asked_for()
    assert unused(["home.title", "result.you.civilian", "no.such.thing", "home.no.such"], literal, patterns) == [
        "no.such.thing",
        "home.no.such",
    ]
