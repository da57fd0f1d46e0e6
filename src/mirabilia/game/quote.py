"""`Quote`: what one card, wonder or stage would cost a seat now, whether it can be had, and if not, why.

Each game has a type of its own with the price its way; this is what they share. Nothing of a quote can be changed.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.game.about import About
from mirabilia.json_types import JsonObject

Reason = Literal["coins_short", "missing_goods", "already_built", "no_stage_left", "earlier_stage_first"]
Source = Literal["own", "choice", "discount", "trade", "left", "right", "bank", "chain", "power", "missing"]


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something cannot be built: a key, and what belongs to it."""

    key: Annotated[Reason, Meta(description="the reason")]
    short: Annotated[int | None, Meta(description="coins_short: how many coins are lacking")] = None
    goods: Annotated[dict[str, int] | None, Meta(description="missing_goods: units that cannot be had, by good")] = None
    stage: Annotated[int | None, Meta(description="earlier_stage_first: the stage to build before")] = None


class PlanLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit of a cost: what, from where, and for how much."""

    good: Annotated[str, Meta(description="the good, `coins`, or `all` for a card that is free by a chain or a power")]
    source: Annotated[Source, Meta(description="where it comes from")]
    price: Annotated[int, Meta(description="coins paid for it")]
    by: Annotated[str | None, Meta(description="chain: the card that makes it free")] = None


class Quote(About, frozen=True, omit_defaults=True, kw_only=True):
    """What one card, wonder or stage would cost now; the prices of its plan add up to the price.

    >>> import mirabilia
    >>> game = mirabilia.new_game("duel", seed=7, first_game_wonders=True)
    >>> quote = game.quotes(game.to_act[0])[-1]
    >>> quote.wonder, quote.price, quote.affordable, quote.why.short
    ('The Statue of Zeus', 10, False, 3)
    >>> [(line.good, line.source, line.price) for line in quote.plan][:2]
    [('wood', 'trade', 2), ('clay', 'trade', 2)]
    """

    bank: Annotated[int, Meta(description="coins that go to the bank")]
    chain: Annotated[bool, Meta(description="whether it is free by a chain")]
    affordable: Annotated[bool, Meta(description="whether it can be built now")]
    why: Annotated[Why | None, Meta(description="the reason when it cannot")]
    plan: Annotated[tuple[PlanLine, ...], Meta(description="which unit is covered by what")]

    @property
    def stage(self) -> int | None:
        """7 Wonders: the number of the stage, if it is one."""
        return None

    @property
    def pays(self) -> tuple[tuple[int, int], ...] | None:
        """7 Wonders: every split worth paying, also those the purse cannot cover."""
        return None

    def as_dict(self) -> JsonObject:
        """The quote as JSON-ready data."""
        fields: JsonObject = msgspec.to_builtins(self)
        fields["plan"] = list(fields["plan"])
        if "pays" in fields:
            fields["pays"] = [list(pay) for pay in fields["pays"]]
        return fields
