"""Arguments to show a text with: a card's name where a text has {card}, a player's where it has {player}.

For reports and for the file of plural forms that the tests keep; nothing a player sees comes from here.
"""

from __future__ import annotations

from datetime import date

from mirabilia.locales import all_of, day, name_of, percent, text

# The numbers whose forms differ in some language, and those where a hurried rule goes wrong (11, 21, 102).
COUNTS = (1, 2, 5, 11, 21, 102)

_NUMBERS = {
    "all": 3,
    "columns": 80,
    "failed": 0,
    "processes": 2,
    "rows": 40,
    "sockets": 1000,
    "warnings": 1,
    "workers": 2,
    "deals": 50,
    "elo0": 0,
    "elo1": 20,
    "here": 72,
    "high": 12,
    "low": -3,
    "number": 9,
    "planned": 200,
    "raw": 2,
    "bank": 1,
    "draw": 3,
    "keep": 1,
    "left": 2,
    "line": 12,
    "lost": 2,
    "made": 1,
    "mine": 5,
    "n": 2,
    "other_shields": 3,
    "played": 12,
    "points": 5,
    "right": 1,
    "shields": 5,
    "short": 2,
    "stage": 2,
    "theirs": 3,
    "turn": 3,
    "turns": 6,
    "won": 4,
}
_FIXED = {
    "address": "http://127.0.0.1:8000/",
    "chance": "62",
    "loss": "9",
    "move": "build Baths",
    "took": "12",
    "wanted": "hello",
    "before": "0004",
    "bots": "random, greedy",
    "bytes": "212",
    "command": "mirabilia replay evening.record",
    "each": "31",
    "encoding": "ascii",
    "fault": "no access",
    "names": "random, greedy",
    "numpy": "2.4",
    "package": "fastapi",
    "processor": "CPU",
    "python": "3.12",
    "refusals": "0",
    "seconds": "1.5",
    "size": "12",
    "system": "Linux",
    "usual": "easy",
    "age": "II",
    "bot": "greedy",
    "buy": "buy",
    "choices": "1) build Baths, 3) build Barracks",
    "code": "stale",
    "example": "build Baths",
    "file": "evening.record",
    "has": "has",
    "llr": "1.2",
    "mark": "■",
    "message": "no answer",
    "reason": "time",
    "rules": "1",
    "seed": "7",
    "version": "0.1",
}
_PEOPLE = {
    "player": "Mari",
    "me": "Mari",
    "opponent": "Juri",
    "other": "Juri",
    "by": "Juri",
    "seller": "Juri",
    "starter": "Juri",
}


def example_args(lang: str, placeholders: frozenset[str]) -> dict[str, object]:
    """A value for each placeholder, in the language; one that is not known here shows its name between signs."""
    return {each: _value(lang, each) for each in placeholders}


def _value(lang: str, placeholder: str) -> object:
    if placeholder in _NUMBERS:
        return _NUMBERS[placeholder]
    if placeholder in _PEOPLE:
        return _PEOPLE[placeholder]
    if placeholder in _FIXED:
        return _FIXED[placeholder]
    match placeholder:
        case "players":
            return all_of(lang, ["Mari", "Juri"])
        case "name" | "left_name":
            return "Mari"
        case "right_name":
            return "Juri"
        case "card" | "from":
            return name_of(lang, "duel", "card", "Theater" if placeholder == "card" else "Baths")
        case "cards":
            return all_of(lang, [name_of(lang, "duel", "card", name) for name in ("Theater", "Altar")])
        case "wonder":
            return name_of(lang, "duel", "wonder", "The Sphinx")
        case "board":
            return name_of(lang, "wonders", "board", "Rhodos")
        case "token" | "tokens":
            return name_of(lang, "duel", "token", "Economy")
        case "symbol":
            return name_of(lang, "duel", "symbol", "mortar")
        case "good":
            return text(lang, "good.wood")
        case "goods":
            return all_of(lang, [text(lang, "good.count.wood", n=2), text(lang, "good.count.glass", n=1)])
        case "game":
            return text(lang, "game.duel")
        case "kind":
            return text(lang, "kind.blue")
        case "level":
            return text(lang, "level.easy")
        case "style":
            return text(lang, "style.scholar")
        case "option":
            return text(lang, "option.wonders.build", card=name_of(lang, "wonders", "card", "Altar"))
        case "text":
            return text(lang, "phrase.hello")
        case "category":
            return text(lang, "category.duel.science")
        case "parts":
            return all_of(lang, [text(lang, f"category.duel.{name}") for name in ("science", "guilds")])
        case "cost":
            return all_of(lang, [text(lang, "good.count.stone", n=2), text(lang, "good.count.glass", n=1)])
        case "choice":
            return text(lang, "action.build")
        case "kinds":
            return text(lang, "result.kind.civilian")
        case "mode":
            return text(lang, "arena.mode.gauntlet")
        case "verdict":
            return text(lang, "arena.sprt.open")
        case "date":
            return day(lang, date(2026, 5, 1))
        case "value" | "share":
            return percent(lang, 0.45)
    return f"‹{placeholder}›"
