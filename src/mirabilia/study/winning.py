"""What wins: shares of wins by board or wonder, by the first card built and by colours, counted over finished games.

Games of one kind and size are counted together with others by what was expected: every seat of a table of n counts
against 1/n, so that tables of different sizes can be added up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from mirabilia.game import Game
from mirabilia.games import kind_of
from mirabilia.json_types import JsonFields
from mirabilia.record import Record


class Tally(msgspec.Struct):
    """How often something was owned, the wins that came with it, and the wins that would have been fair."""

    times: int = 0
    wins: float = 0.0
    fair: float = 0.0
    variance: float = 0.0  # of the wins, if every share were fair

    def add(self, won: float, fair: float) -> None:
        """Counts one seat."""
        self.times += 1
        self.wins += won
        self.fair += fair
        self.variance += fair * (1 - fair)

    @property
    def ratio(self) -> float:
        """Wins for each win that would be fair."""
        return self.wins / self.fair if self.fair else 0.0

    @property
    def half(self) -> float:
        """Half of a 95 % interval of the ratio."""
        return 1.96 * math.sqrt(self.variance) / self.fair if self.fair else 0.0


class Counts(msgspec.Struct):
    """What was counted over this many games of one kind."""

    game: str
    games: int = 0
    marks: dict[str, Tally] = {}  # boards, or wonders built
    first: dict[str, Tally] = {}  # the first card built
    colors: dict[str, tuple[float, float, int, int]] = {}  # cards of winners and of the others: sums and seats


def count(counts: Counts, records: Iterable[Record]) -> Counts:
    """Adds finished games to what was counted."""
    for record in records:
        game = record.replay()
        if game.result is None:
            continue
        counts.games += 1
        _count_game(counts, record, game)
    return counts


def _count_game(counts: Counts, record: Record, game: Game) -> None:
    assert game.result is not None
    winners, fair = game.result.winners, 1 / len(game.seats)
    marks = kind_of(game.name).public().marks_of(game)
    cities = game.view(None)["cities"]
    for seat in game.seats:
        won = 1 / len(winners) if seat in winners else 0.0
        for mark in marks[seat]:
            counts.marks.setdefault(mark, Tally()).add(won, fair)
        built = next((text for who, text in record.moves if who == seat and text.startswith("build ")), None)
        if built is not None:
            card = built.removeprefix("build ").partition(" pay ")[0]
            counts.first.setdefault(card, Tally()).add(won, fair)
        _count_colors(counts, cities[seat], seat in winners)


def _count_colors(counts: Counts, city: JsonFields, won: bool) -> None:
    found: Mapping[str, int] = city.get("colors", {})  # Duel's views leave them out
    for color in found:
        mine, others, winners, losers = counts.colors.get(color, (0.0, 0.0, 0, 0))
        if won:
            counts.colors[color] = (mine + found[color], others, winners + 1, losers)
        else:
            counts.colors[color] = (mine, others + found[color], winners, losers + 1)
