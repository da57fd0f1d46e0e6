"""Styles: what a player likes beyond what it is worth. Every level can play in every style.

A style is a liking for kinds of options, in the units of a policy's logits. Players who decide by intuition add it to
what they think of an option; players who search let it decide between options that are nearly as good as the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mirabilia.bots.base import BotError
from mirabilia.errors import MissingFacet, brief
from mirabilia.game import kind_of

COLOURS: dict[str, frozenset[str]] = {
    "scholar": frozenset({"green"}),
    "general": frozenset({"red"}),
    "merchant": frozenset({"yellow", "brown", "grey"}),
}
LIKING = 1.2  # of a card in a colour of the style
NEARLY = 0.03  # of the chance to win: how much a searching player gives away for its style
WORTH_A_LOOK = 0.15  # of the visits of the best option: below that an option is not known well enough to be liked


def check_style(style: str | None) -> None:
    """`BotError` for a style that there is not."""
    if style is not None and style not in COLOURS:
        raise BotError(f"there is no style {brief(style)}; styles are {', '.join(COLOURS)}", code="unknown_style")


@cache
def colour_of(game: str, card: str) -> str:
    """The colour of a card, by its name."""
    try:
        return kind_of(game).catalog().colours.get(card, "")
    except MissingFacet:
        return ""


def liking(game: str, style: str | None, fields: Mapping[str, object]) -> float:
    """How much a style likes an option."""
    if style is None or fields.get("action") not in ("build", "free_build", "revive"):
        return 0.0
    card = fields.get("card")
    return LIKING if card is not None and colour_of(game, str(card)) in COLOURS[style] else 0.0
