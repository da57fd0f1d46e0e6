"""The state of each translation, and all its texts with examples filled in, for a native reader to judge.

`mirabilia locales report` prints this; `scripts/make-language-book` adds the screens on which each text appears.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mirabilia.json_types import JsonObject
from mirabilia.locales import text
from mirabilia.locales.catalogs import (
    BY_CODE,
    DOMAINS,
    LANGUAGES,
    ORIGINAL,
    all_texts,
    plural_index,
    read_catalog,
    texts,
)
from mirabilia.locales.examples import COUNTS, example_args

# What the first part of a key says about where the text is met.
PLACES = {
    "action": "Buttons of a decision",
    "admin": "Terminal: mirabilia admin",
    "notification": "Notification to someone who is away from the page",
    "arena": "Report of the arena (page and terminal)",
    "bench": "Terminal: mirabilia bench",
    "board": "Table of Duel",
    "bot": "Names of bots",
    "bots": "Terminal: mirabilia bots",
    "bye": "Message when the server closes the connection",
    "card": "Names on the faces of cards",
    "catalog": "Terminal: mirabilia catalog",
    "category": "Heading of a column of the score",
    "chains": "Panel of chains",
    "chat": "Chat",
    "check": "Terminal: mirabilia protocol-check",
    "class": "Resources by class (terminal)",
    "clock": "Clock of a seat",
    "coach": "Lesson",
    "command": "Help of the command line: what a command does",
    "common": "All over the page",
    "core": "Terminal: mirabilia build-core",
    "count": "Amounts in lists",
    "database": "Terminal: commands around the database of the server",
    "dataset": "Terminal: mirabilia dataset",
    "discard": "Discard pile",
    "doctor": "Terminal: mirabilia doctor",
    "duel": "Names of Duel",
    "effect": "Explanation of a card, stage, wonder or token",
    "error": "Refusal: message at the foot of the screen",
    "event": "Log of a table",
    "fair": "The commitment to the deal",
    "files": "Terminal: complaints about files and records",
    "game": "Titles of the games",
    "good": "Resources and amounts of them",
    "home": "Home page",
    "import": "Opening a record",
    "join": "Invitation to a table",
    "keys": "Keyboard help",
    "kind": "Kinds of card",
    "lost": "Page of the server: nothing at this address",
    "lesson": "Lesson: what the coach says",
    "level": "Strength of a bot",
    "live": "A table that cannot be opened",
    "lobby": "Waiting room",
    "locales": "Terminal: mirabilia locales report",
    "log": "Log of a game",
    "logview": "Panel of the log",
    "menu": "Menu of a table",
    "new": "New table",
    "option": "A decision as a sentence (text mode, tooltips, screen readers)",
    "over": "Result of a game",
    "pad": "Score pad",
    "panel": "Panels of a table",
    "parameter": "Help of the command line: what an option or argument means",
    "pay": "How a price comes about",
    "phase": "What the game waits for",
    "phrase": "Ready-made phrases of the chat",
    "question": "What is asked of the player",
    "reason": "Why something cannot be built",
    "recap": "What happened in a turn",
    "ref": "Rules: chapters of the reference",
    "replay": "Replay",
    "result": "How the game ended",
    "rules": "Rules reference",
    "serve": "Terminal: mirabilia serve, when it is ready",
    "setting": "Terminal: mirabilia config show, what a variable means",
    "setting_from": "Terminal: mirabilia config show, where a value comes from",
    "settings": "Settings",
    "sign": "Signs on cards, for screen readers and tips",
    "source": "Where a unit of a cost comes from",
    "stats": "Statistics",
    "symbol": "Sheet of symbols",
    "table": "The table, both games",
    "terminal": "Terminal",
    "text": "The table as text",
    "tip": "Tip of a card",
    "track": "Military track of Duel",
    "train": "Terminal: mirabilia train",
    "unbuilt": "Page of the server: the page is not built",
    "usage": "Command line: headings of the help, complaints about wrong use",
    "verdict": "Badge on a card",
    "verify": "Terminal: mirabilia verify",
    "wonders": "Names of 7 Wonders",
}


@dataclass(frozen=True)
class Standing:
    """How a language stands."""

    code: str
    name: str
    entries: int
    missing: int
    counted: int  # texts with plural forms
    longer: float  # all letters together against English
    longest: tuple[str, float]  # of texts of at least twenty letters, the one that grew most
    terms: int  # of the glossary
    departures: int


@cache
def glossary() -> JsonObject:
    """The glossary as it stands in its file."""
    return tomllib.loads((files("mirabilia.locales") / "glossary.toml").read_text(encoding="utf-8"))


def standing(lang: str) -> Standing:
    """Counts of one language."""
    here, there = all_texts(lang), all_texts(ORIGINAL)
    sizes = {key: (len(here[key].forms[-1]), len(entry.forms[-1])) for key, entry in there.items() if key in here}
    grown = {key: mine / original for key, (mine, original) in sizes.items() if original >= 20}
    longest = max(grown, key=lambda key: grown[key])
    return Standing(
        code=lang,
        name=BY_CODE[lang].name,
        entries=len(here),
        missing=sum(key not in here for key in there),
        counted=sum(entry.count is not None for entry in here.values()),
        longer=sum(mine for mine, _ in sizes.values()) / sum(original for _, original in sizes.values()),
        longest=(longest, grown[longest]),
        terms=sum(term["lang"] == lang for term in glossary()["term"]),
        departures=sum(each["lang"] == lang for each in glossary()["departure"]),
    )


def standings() -> list[Standing]:
    """All languages, English first."""
    return [standing(language.code) for language in LANGUAGES]


def shown(lang: str, key: str) -> list[str]:
    """A text with examples put in; a counted one with every number that may take another form, equal ones once."""
    entry = all_texts(lang)[key]
    args = example_args(lang, entry.placeholders)
    if entry.count is None:
        return [text(lang, key, **args)]
    by_form: dict[str, str] = {}
    for number in COUNTS:
        form = entry.forms[plural_index(lang, number)]
        by_form.setdefault(form, text(lang, key, **args | {entry.count: number}))
    return list(by_form.values())


def places(lang: str) -> Iterator[tuple[str, str, list[str]]]:
    """The texts by where they are met: the first part of the key, what that place is, the keys in the files' order."""
    grouped: dict[str, list[str]] = {}
    for domain in DOMAINS:
        for key in texts(lang, domain):
            grouped.setdefault(key.split(".")[0], []).append(key)
    for start, keys in sorted(grouped.items(), key=lambda item: PLACES.get(item[0], item[0])):
        yield start, PLACES.get(start, start), keys


@cache
def notes() -> Mapping[str, str]:
    """What the English files tell translators: a note stands for the entries after it too, until the next one."""
    found, note = {}, ""
    for domain in DOMAINS:
        note = ""
        for message in read_catalog(ORIGINAL, domain):
            if not message.id:
                continue
            key = message.id if isinstance(message.id, str) else message.id[0]
            if message.auto_comments:
                note = " ".join(message.auto_comments)
                found[key] = note
    return found


def book(
    lang: str, seen_on: Mapping[str, Sequence[str]] | None = None, pictures: Mapping[str, str] | None = None
) -> str:
    """All texts of a language as Markdown: what English says, what it says, and where it is met; a screen that has a
    picture leads to it."""
    about, shots = standing(lang), pictures or {}
    lines = [
        f"# All texts in context: {about.name}",
        "",
        "Made by `scripts/make-language-book`; corrections go into "
        f"`src/mirabilia/locales/{lang}/*.po` (docs/translating.md). "
        f"{about.entries} texts, {about.counted} of them with plural forms, shown with examples put in.",
        "",
        *(f"![{name}]({file})" for name, file in shots.items()),
        "",
    ]
    for _, place, keys in places(lang):
        lines += [f"## {place}", "", "| key | English | here | met on |", "|---|---|---|---|"]
        for key in keys:
            if key in notes():
                lines.append(f"| | *{_cell(notes()[key])}* | | |")
            met = (seen_on or {}).get(key, ())
            screens = ", ".join(f"[{each}]({shots[each]})" if each in shots else each for each in met)
            english = "" if lang == ORIGINAL else "<br>".join(map(_cell, shown(ORIGINAL, key)))
            lines.append(f"| `{key}` | {english} | {'<br>'.join(map(_cell, shown(lang, key)))} | {screens} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;")
