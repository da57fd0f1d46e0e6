"""Arguments to show a text with: a card's name where a text has {card}, a player's where it has {player}.

For reports and for the file of plural forms that the tests keep; nothing a player sees comes from here.
"""

from __future__ import annotations

from mirabilia.locales import all_of, name_of, text

# The numbers whose forms differ in some language, and those where a hurried rule goes wrong (11, 21, 102).
COUNTS = (1, 2, 5, 11, 21, 102)

_NUMBERS = {
    "all": 3,
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
_PEOPLE = {"player": "Mari", "opponent": "Juri", "other": "Juri", "by": "Juri", "seller": "Juri", "starter": "Juri"}


def example_args(lang: str, placeholders: frozenset[str]) -> dict[str, object]:
    """A value for each placeholder, in the language; one that is not known here shows its name in angle brackets."""
    return {each: _value(lang, each) for each in placeholders}


def _value(lang: str, placeholder: str) -> object:
    if placeholder in _NUMBERS:
        return _NUMBERS[placeholder]
    if placeholder in _PEOPLE:
        return _PEOPLE[placeholder]
    match placeholder:
        case "age":
            return "II"
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
        case "option" | "move":
            return text(lang, "option.wonders.build", card=name_of(lang, "wonders", "card", "Altar"))
        case "text":
            return text(lang, "phrase.hello")
        case "code":
            return "stale"
    return f"<{placeholder}>"
