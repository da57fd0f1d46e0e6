"""What happened in the last turn, from the game's own log, which already hides what the viewer may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from mirabilia.cli.look import INKS, MARKS, MUTED, TITLE, beside, fit, padded
from mirabilia.cli.wonders.texts import CARDS

COLUMN = 50


def last_turn(log: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The entries of the turn resolved last, with the conflicts after it."""
    turns = [(entry["age"], entry["turn"]) for entry in log if "turn" in entry]
    if not turns:
        return []
    first = next(n for n, entry in enumerate(log) if (entry["age"], entry.get("turn")) == turns[-1])
    return list(log[first:])


def draw(log: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[Text]:
    """The last turn in two columns, conflicts below in one line each."""
    entries = last_turn(log)
    # left-over cards laid on the pile are no news
    deeds = [_deed(entry, names) for entry in entries if "city" in entry and entry["key"] not in ("conflict", "spare")]
    half = (len(deeds) + 1) // 2
    left = [padded(line, COLUMN) for line in deeds[:half]]
    lines = beside(left, deeds[half:]) if deeds[half:] else left
    conflicts = [_conflict(entry, names) for entry in entries if entry["key"] == "conflict"]
    if conflicts:
        text = wrap("Conflicts: " + "; ".join(conflicts), 2 * COLUMN - 2)
        lines += [Text(f" {line}", style=INKS["red"]) for line in text]
    return lines


def _deed(entry: Mapping[str, Any], names: Sequence[str]) -> Text:
    who = Text(f" {fit(names[entry['city']], 10)}: ", style=TITLE)
    card = entry.get("card")
    mark = Text(f"{MARKS[CARDS[card].color]} ", style=INKS[CARDS[card].color]) if card else Text()
    return Text.assemble(who, mark, (fit(words(entry), COLUMN - 3 - who.cell_len), MUTED))


def words(entry: Mapping[str, Any]) -> str:
    """One thing done, without its subject."""
    key, card = entry["key"], entry.get("card")
    gain = f", +{entry['coins']}¢" if entry.get("coins", 0) > 0 else ""
    if key == "build":
        return f"{card}{' by chain' if entry['chain'] else paid(entry)}{gain}"
    if key == "free_build":
        return f"{card} for free{gain}"
    if key == "stage":
        over = f" over {card}" if card else ""
        return f"stage {entry['stage']}{over}{paid(entry)}{gain}"
    if key == "discard":
        return f"discards {card or 'a card'}{gain}"
    if key == "revive":
        return f"{card} from the discards{gain}"
    return "takes none of the discards"


def paid(entry: Mapping[str, Any]) -> str:
    """What was paid, and to whom."""
    left, right = entry["pay"]
    ways = [f"←{left}"] * bool(left) + [f"→{right}"] * bool(right)
    ways += [f"{entry['bank']}¢"] if entry.get("bank") else []
    return f" ({' '.join(ways)})" if ways else ""


def _conflict(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    pair = f"{names[entry['city']]} {entry['shields'][0]}:{entry['shields'][1]} {names[entry['other']]}"
    return pair if entry["winner"] is None else f"{pair} (+{entry['points']} {names[entry['winner']]})"
