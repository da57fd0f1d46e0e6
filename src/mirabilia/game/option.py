"""`Option`: one legal decision as a value. Each game has a type per action; this is what they share.

An option cannot be changed, can be compared and hashed, and is written as JSON with exactly the keys of its action
(`{"action": "build", "card": "Baths", "price": 1}`). What an action does not have reads as None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from mirabilia.errors import BadView
from mirabilia.game.about import About
from mirabilia.game.notation import format_move
from mirabilia.json_types import Json, JsonObject


class Option(About, frozen=True, tag_field="action", omit_defaults=True):
    """One legal decision. `as_dict()` is its JSON form, `text` its notation, the rest are its fields or None.

    >>> import mirabilia
    >>> game = mirabilia.new_game("duel", seed=7, first_game_wonders=True)
    >>> option = game.options(game.to_act[0])[0]
    >>> option.text, option.card, option.price, option.wonder
    ('build Stone Pit', 'Stone Pit', 1, None)
    >>> option.as_dict()
    {'action': 'build', 'card': 'Stone Pit', 'price': 1}
    """

    @property
    def action(self) -> str:
        """What kind of decision this is: "build", "discard", "draft" ..."""
        return str(self.__struct_config__.tag)

    @property
    def game(self) -> str:
        """The game it belongs to."""
        raise NotImplementedError

    @property
    def rank(self) -> int:
        """7 Wonders: the place of its payment among the ways to pay for the same, cheapest first."""
        return 0

    @property
    def token(self) -> str | None:
        """Duel: the progress token taken."""
        return None

    @property
    def seat(self) -> int | None:
        """Duel: who begins the age."""
        return None

    @property
    def gain(self) -> int | None:
        """Duel: the coins a discarded card brings."""
        return None

    @property
    def coins(self) -> int | None:
        """Duel: the coins bid for the first turn."""
        return None

    @property
    def board(self) -> str | None:
        """7 Wonders: the board taken, by its city."""
        return None

    @property
    def side(self) -> str | None:
        """7 Wonders: the side of the board taken."""
        return None

    @property
    def pay(self) -> tuple[int, int] | None:
        """7 Wonders: coins to the left and to the right neighbour."""
        return None

    @property
    def bank(self) -> int | None:
        """7 Wonders: coins to the bank."""
        return None

    @property
    def text(self) -> str:
        """The option in move notation (docs/notation.md)."""
        return _text(self)

    def get(self, key: str, default: Json = None) -> Json:
        """A field of the dict form, or `default`."""
        return self.as_dict().get(key, default)

    def as_dict(self) -> JsonObject:
        """The option as JSON-ready data, with exactly the keys of its action."""
        fields: JsonObject = msgspec.to_builtins(self)
        if "pay" in fields:
            fields["pay"] = list(fields["pay"])
        fields.pop("rank", None)  # follows from the position
        return fields

    def __str__(self) -> str:
        return self.text


Choice = Option | Mapping[str, object]  # an option, or its dict as the protocol carries it


@lru_cache(maxsize=1 << 15)
def _text(option: Option) -> str:
    return format_move(option.as_dict())


def fields_of(option: Choice) -> Mapping[str, object]:
    """The dict form of an option."""
    return option.as_dict() if isinstance(option, Option) else option


def codes_for(given: Sequence[Choice], mine: tuple[Sequence[Option], Sequence[int]]) -> list[int]:
    """The rules' code of each option given, in order; `BadView` if they are not exactly the position's.

    `mine` are the position's options and their codes.
    """
    by_text = {option.text: (option, code) for option, code in zip(*mine, strict=True)}
    codes = []
    for option in given:
        fields = fields_of(option)
        try:
            match, code = by_text.pop(format_move(fields))
        except (KeyError, TypeError):
            raise BadView(f"not an option of this view: {repr(fields)[:80]}", code="bad_options") from None
        if match.as_dict() != dict(fields):
            raise BadView(f"{match.text}: price, gain or payment do not match the view", code="bad_options")
        codes.append(code)
    if by_text:
        raise BadView(f"options are missing, such as {next(iter(by_text))!r}", code="bad_options")
    return codes
