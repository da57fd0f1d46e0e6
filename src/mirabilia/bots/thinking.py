"""What a bot says of a decision: `Analysis`, with a field for everything that any of our bots can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from mirabilia.json_types import Json, JsonFields, JsonObject

if TYPE_CHECKING:
    import numpy as np  # only for the types: `--help` must not wait for it

S = TypeVar("S", bound="Said")


def _plain(number: np.generic) -> Json:
    """NumPy's numbers, which compiled functions return where they run as ordinary Python."""
    return number.item()


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fields that can also be read by key, as in the JSON of the protocol; what is not said has no key."""

    def as_dict(self) -> JsonObject:
        """What was said, JSON-ready."""
        said: JsonObject = msgspec.json.decode(msgspec.json.encode(self, enc_hook=_plain))
        return said

    def get(self, key: str, default: Json = None) -> Json:
        """A field by its key, or `default` where it was not said."""
        return self.as_dict().get(key, default)

    def keys(self) -> Sequence[str]:
        """The keys of what was said; `dict(analysis)` is its JSON form."""
        return list(self.as_dict())

    def __getitem__(self, key: str) -> Json:
        return self.as_dict()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.as_dict())


class Considered(Said, frozen=True, omit_defaults=True):
    """One option of an analysis."""

    option: JsonFields  # its dict form
    visits: int | None = None  # simulations that went through it; 0 for bots that do not search
    value: float | None = None  # what it is worth to the bot's seat, on the scale of `Analysis.value`
    prior: float | None = None  # bots by intuition: how likely they are to play it


class Analysis(Said, frozen=True, omit_defaults=True):
    """What a bot thought of a position, for its own seat. Bots leave out what they do not know (docs/bots.md)."""

    value: float | None = None  # of the option chosen: searches give the share of the win, `greedy` a score of its own
    win_chance: float | None = None  # to win the game, calibrated: 0 to 1
    simulations: int | None = None  # how many the search made
    best: tuple[Considered, ...] = ()  # a few options, the best first
    expected: tuple[dict[str, float], ...] = ()  # by seat: points by category at the end
    endings: dict[str, float] = {}  # Duel: the chance of each kind of victory
    chances: tuple[float, ...] = ()  # 7 Wonders: by seat, the chance to win
    solved: bool = False  # Duel: played out to the end in every line, so the value is exact
    forced: bool = False  # there was one option


def read_analysis(said: Mapping[str, Json]) -> Analysis:
    """The analysis of a bot outside: fields it names as ours are kept, anything else it says is not."""
    kept: JsonObject = {}
    for field in msgspec.structs.fields(Analysis):
        if field.name in said:
            try:
                kept[field.name] = msgspec.convert(said[field.name], field.type)
            except msgspec.ValidationError:
                continue
    return Analysis(**kept)
