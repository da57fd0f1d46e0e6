"""`Event`: one thing that happened, reported by the rules while it happened. `play` returns them, `log` lists them all.

Each game has its own kinds (docs/events.md). An event cannot be changed; `as_dict()` is its JSON form, with its kind
under "event". `city` is a city's index (the Free City last), `seat` a seat, None stands for the bank or for nobody.
A card that goes face down is in the event, but `seen_by` leaves it out for everyone who may not know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from mirabilia.json_types import JsonFields, JsonObject

City = Annotated[int, Meta(description="the city it happened to")]
Coins = Annotated[int, Meta(description="how many coins")]
Age = Annotated[int, Meta(description="1 to 3")]
Knows = Annotated[int | None, Meta(description="the one seat that may know the card while the game goes on")]


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """One thing that happened.

    >>> import mirabilia
    >>> game = mirabilia.new_game("duel", seed=7, first_game_wonders=True)
    >>> for event in game.play(1, "build Stone Pit"):
    ...     print(event.as_dict())
    {'event': 'paid', 'city': 1, 'to': None, 'coins': 1, 'why': 'cost', 'thing': 'Stone Pit'}
    {'event': 'built', 'city': 1, 'card': 'Stone Pit', 'slot': 14, 'chain': None}
    """

    @property
    def event(self) -> str:
        """What kind of thing: "built", "paid" ..."""
        return str(self.__struct_config__.tag)

    def seen_by(self, viewer: int | None) -> Self:
        """The event as a seat (None: a spectator) may know it while the game goes on."""
        return self

    def as_dict(self) -> JsonObject:
        """The event as JSON-ready data."""
        fields: dict[str, object] = msgspec.to_builtins(self)
        fields.pop("knows", None)
        return {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}

    def kept(self) -> JsonObject:
        """The event for whoever stores it: as `as_dict`, with the one seat that may know its card under "knows".

        A card that nobody may know is left out. `shown_event` makes of it what a viewer may read.
        """
        return self.as_dict()


class FaceDown(Event, frozen=True):
    """An event with a card that goes face down."""

    card: Annotated[str | None, Meta(description="the card; null for those who may not know it")]
    knows: Knows = None

    def seen_by(self, viewer: int | None) -> Self:
        if viewer is not None and viewer == self.knows:
            return self
        return msgspec.structs.replace(self, card=None)

    def kept(self) -> JsonObject:
        if self.knows is None:
            return self.seen_by(None).as_dict()
        return {**self.as_dict(), "knows": self.knows}


class AgeEnded(Event, frozen=True, tag="age_ended"):
    """An age has ended."""

    age: Age


def shown_event(kept: JsonFields, viewer: int | None) -> Mapping[str, object]:
    """A stored event (`Event.kept`) as a seat (None: a spectator) may read it."""
    if "knows" not in kept:
        return kept
    shown = {key: value for key, value in kept.items() if key != "knows"}
    return shown if viewer == kept["knows"] else {**shown, "card": None}
