"""Reasons as sentences: `tell(reason, "nb", game="duel", names=["Kari", "Ola"])`.

The page makes the same sentences from the same texts. The name of an argument says what it is (`model.Reason`).
"""

from __future__ import annotations

from collections.abc import Sequence

from mirabilia.errors import BadOption, brief
from mirabilia.locales import has_text, name_of, number, percent, text
from mirabilia.study.model import Reason


def tell(reason: Reason, language: str, *, game: str, names: Sequence[str]) -> str:
    """The sentence of a reason in a language; `names` are the players by seat."""
    if not isinstance(reason, Reason):
        raise BadOption(f"a reason comes from a hint or an analysis, not {brief(reason)}", option="reason")
    args: dict[str, object] = {}
    for key, value in reason.args.items():
        args[key] = _written(key, value, language, game, names)
    return text(language, f"study.reason.{reason.kind}", **args)


def _written(key: str, value: str | int | float, language: str, game: str, names: Sequence[str]) -> object:
    if key in ("card", "later"):
        return name_of(language, game, "card", str(value))
    if key in ("wonder", "another", "third", "fourth"):
        return name_of(language, game, "wonder", str(value))
    if key == "good":
        return text(language, f"good.{value}")
    if key == "category":
        return text(language, f"category.{game}.{value}")
    if key == "share":
        return percent(language, float(value))
    if key == "player":
        seat = int(value)
        return names[seat] if seat < len(names) else text(language, f"{game}.free_city")
    if key == "symbol":
        name = f"{game}.symbol.{value}"
        return text(language, name) if has_text("en", name) else value
    return number(language, value) if isinstance(value, float) else value
