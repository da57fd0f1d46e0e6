"""Why one option is better than another, in kinds that the word files put into sentences.

A reason is computed from the numbers of the search and from the rules (what happens after each option, what can be
paid then), never invented, and only from what the deciding seat knows: its view, and a position made from that view in
which everything unknown is filled in somehow. Each game has its kinds in `study/<game>/reasons.py`; what both share
stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from mirabilia.game import Option
from mirabilia.json_types import JsonFields
from mirabilia.study.judge import Followed
from mirabilia.study.model import Reason

MAX_REASONS = 3  # reasons told for one decision: more would not be read
# Expected points of a category must differ by this much to be worth a sentence.
WORTH_TELLING = 1.0

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
    """All reasons that hold; the lead in points only where there is nothing else to tell."""
    found = [reason for finder in finders for reason in finder(compared)] + points(compared)
    return found or lead(compared)


def points(compared: Compared[P]) -> list[Reason]:
    """Expected points of a category that the option played gives up against the better one."""
    with_best, with_played = compared.after_best.outlook.points, compared.after_played.outlook.points
    if not with_best or not with_played:
        return []
    mine_best, mine_played = with_best[compared.seat], with_played[compared.seat]
    less = {category: mine_best[category] - mine_played[category] for category in mine_best if category != "total"}
    category = max(less, key=lambda name: less[name], default="")
    if not category or less[category] < WORTH_TELLING:
        return []
    return [Reason("points", "played", {"category": category, "points": round(less[category])})]


def lead(compared: Compared[P]) -> list[Reason]:
    """The expected lead over the best of the others shrinks."""
    leads = []
    for followed in (compared.after_best, compared.after_played):
        totals = [sum(each.values()) - each.get("total", 0) for each in followed.outlook.points]
        others = [total for seat, total in enumerate(totals) if seat != compared.seat]
        if not others:
            return []
        leads.append(totals[compared.seat] - max(others))
    less = leads[0] - leads[1]
    return [Reason("lead", "played", {"points": round(less)})] if less >= WORTH_TELLING else []
