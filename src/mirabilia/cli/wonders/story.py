"""What happened in the last turn, from the game's own log, which already hides what the viewer may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from mirabilia.cli.language import t
from mirabilia.cli.look import INKS, MARKS, MUTED, beside, fit, padded
from mirabilia.cli.wonders.texts import CARDS, card_name

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
        text = wrap(f"{t('rules.wonders.war.title')}: {'; '.join(conflicts)}", 2 * COLUMN - 2)
        lines += [Text(f" {line}", style=INKS["red"]) for line in text]
    return lines


def _deed(entry: Mapping[str, Any], names: Sequence[str]) -> Text:
    card = entry.get("card")
    mark = Text(f" {MARKS[CARDS[card].color]} ", style=INKS[CARDS[card].color]) if card else Text(" · ", style=MUTED)
    return Text.assemble(mark, (fit(words(entry, names), COLUMN - 5), MUTED))


def words(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    """One thing done, as the log tells it, with what it brought."""
    key, args = entry["key"], {"player": fit(names[entry["city"]], 14)}
    if entry.get("card"):
        args["card"] = card_name(entry["card"])
    price = sum(entry.get("pay") or (0, 0)) + entry.get("bank", 0)
    coins = entry.get("coins", 0)
    if key == "discard":
        return t(f"log.wonders.discard{'_known' if entry.get('card') else ''}", n=coins, **args)
    if key == "stage":
        args["stage"] = entry["stage"]
    told = t(f"log.wonders.{key}_chain" if entry.get("chain") else f"log.wonders.{key}", **args)
    if price and not entry.get("chain"):
        told = t(f"log.wonders.{key}_paid", n=price, **args)
    return told + (f" +{coins}¢" if coins > 0 else "")


def _conflict(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    pair = f"{names[entry['city']]} {entry['shields'][0]}:{entry['shields'][1]} {names[entry['other']]}"
    return pair if entry["winner"] is None else f"{pair} (+{entry['points']} {names[entry['winner']]})"
