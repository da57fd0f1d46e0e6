"""Why one option is better than another, in kinds that the word files put into sentences.

A reason is computed from the numbers of the search and from the rules (what happens after each option, what can be
paid then), never invented, and only from what the deciding seat knows: its view, and a position made from that view in
which everything unknown is filled in somehow. Each game has its kinds in `study/reasons.py` of its folder; here are
those that games share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from mirabilia.game import Option
from mirabilia.json_types import JsonFields
from mirabilia.study.judge import Followed
from mirabilia.study.model import Reason

MAX_REASONS = 3  # reasons shown for one decision: more would not be read
# Expected points of a category must differ by this much to be worth a sentence.
WORTH_TELLING = 1.0
# With this many coins or fewer, they are the reason for a discard.
FEW_COINS = 3

P = TypeVar("P")


@dataclass(frozen=True)
class Compared(Generic[P]):
    """Two options of one decision: the one played and a better one, with what is expected after each."""

    view: JsonFields
    position: P  # the game's own means to look ahead, made from the view
    played: Option
    best: Option
    after_played: Followed
    after_best: Followed

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.view["you"])


Finder: TypeAlias = Callable[[Compared[P]], list[Reason]]


def every_reason(compared: Compared[P], finders: Sequence[Finder[P]]) -> list[Reason]:
    """All reasons that hold, and hold only this way round; the lead in points only where there is nothing else.

    Both options may leave a card to the opponent, or both win a conflict: that explains nothing, and said of the worse
    one alone it would be wrong.
    """
    other = replace(
        compared, played=compared.best, best=compared.played,
        after_played=compared.after_best, after_best=compared.after_played,
    )  # fmt: skip
    both = {theme(reason) for finder in finders for reason in finder(other)}
    found = [reason for finder in finders for reason in finder(compared) if theme(reason) not in both]
    return found + points(compared) or lead(compared)


def theme(reason: Reason) -> tuple[object, ...]:
    """What a reason is about: two reasons of one theme, one for each of two options, weigh each other up."""
    kind = reason.kind.partition(".")[0]
    if kind == "pays_rival":  # coins always go to someone; the question is to whom
        return kind, reason.args["player"]
    return (_SAME.get(kind, kind),)


# Kinds that describe one theme from the side of the worse and of the better option.
_SAME = {"keeps_from": "passes_on", "leaves_symbol": "denies"}


def poor(compared: Compared[P]) -> list[Reason]:
    """The better option is a discard by a seat that has hardly any coins."""
    if compared.best.action != "discard" or compared.best.city is not None:
        return []
    coins = int(compared.view["cities"][compared.seat]["coins"])
    if coins > FEW_COINS:
        return []
    return [Reason("poor", "best", {"n": coins}) if coins else Reason("poor.none", "best", {})]


def points(compared: Compared[P]) -> list[Reason]:
    """The category in which the option played costs most of the expected points."""
    with_best, with_played = compared.after_best.outlook.points, compared.after_played.outlook.points
    if not with_best or not with_played:
        return []
    mine_best, mine_played = with_best[compared.seat], with_played[compared.seat]
    less = {category: mine_best[category] - mine_played[category] for category in mine_best if category != "total"}
    category = max(less, key=lambda name: less[name], default="")
    gained = -min(less.values(), default=0.0)
    if not category or less[category] < max(WORTH_TELLING, gained):
        return []  # nothing worth a sentence, or the option played gains more elsewhere
    return [Reason("points", "played", {"category": category, "points": round(less[category])})]


def lead(compared: Compared[P]) -> list[Reason]:
    """The expected lead over the best of the others shrinks."""
    leads = []
    for followed in (compared.after_best, compared.after_played):
        # fsum: what sum() makes of floats differs between versions of Python
        totals = [math.fsum(each.values()) - each.get("total", 0) for each in followed.outlook.points]
        others = [total for seat, total in enumerate(totals) if seat != compared.seat]
        if not others:
            return []
        leads.append(totals[compared.seat] - max(others))
    less = leads[0] - leads[1]
    return [Reason("lead", "played", {"points": round(less)})] if less >= WORTH_TELLING else []
