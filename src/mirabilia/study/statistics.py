"""Statistics of a person's games: counts and averages over records and their analyses, as plain data and as CSV.

Everything is a pure function of what is given: records with the seat the person sat in, and analyses where there are
some. Shared wins count their share.
"""

from __future__ import annotations

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from mirabilia.games import kind_of
from mirabilia.record import Record
from mirabilia.study.model import Analysis


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as someone played it."""

    record: Record
    seat: int
    date: str = ""  # as it is sorted and shown, such as 2026-03-01
    against: str = ""  # who sat at the other seats: a level of bots, "people" ...
    analysis: Analysis | None = None
    levels: tuple[str, ...] = ()  # the level of the bot at each seat, empty for a person

    @property
    def bots(self) -> dict[int, str]:
        """The other seats that bots had, with their levels."""
        return {seat: level for seat, level in enumerate(self.levels) if level and seat != self.seat}

    @property
    def won(self) -> float:
        """The share of the win."""
        result = self.record.result
        return 1 / len(result.winners) if result is not None and self.seat in result.winners else 0.0


@dataclass(frozen=True)
class Filter:
    """Which games to look at; what is None leaves all."""

    game: str | None = None
    players: int | None = None
    bots: bool | None = None  # with a bot at the table, or among people alone
    since: str | None = None  # dates as the games have them, both included
    until: str | None = None

    def takes(self, game: PlayedGame) -> bool:
        """Whether a game passes the filter."""
        return (
            self.game in (None, game.record.game)
            and self.players in (None, len(game.record.start().seats))
            and self.bots in (None, bool(game.bots))
            and (self.since is None or game.date >= self.since)
            and (self.until is None or game.date <= self.until)
        )


EVERYTHING = Filter()


def chosen(games: Iterable[PlayedGame], only: Filter) -> list[PlayedGame]:
    """The finished games that pass a filter, the oldest first."""
    found = [game for game in games if game.record.result is not None and only.takes(game)]
    return sorted(found, key=lambda game: game.date)


class Share(msgspec.Struct, frozen=True):
    """How games of one kind went."""

    name: str
    games: int
    wins: float

    @property
    def share(self) -> float:
        """Wins among the games."""
        return self.wins / self.games if self.games else 0.0


class Average(msgspec.Struct, frozen=True):
    """The average points of a category, alone and against all others at the tables."""

    category: str
    mine: float
    others: float
    games: int


class OnTime(msgspec.Struct, frozen=True):
    """How well one game was played."""

    date: str
    game: str
    accuracy: float
    won: float
    average: float  # accuracy over this and the games before it


class Habit(msgspec.Struct, frozen=True):
    """A kind of mistake: what it cost in all, in how many games."""

    kind: str
    cost: float
    games: int


class Statistics(msgspec.Struct, frozen=True):
    """All statistics of one person."""

    games: int
    wins: float
    by_game: tuple[Share, ...]
    by_size: tuple[Share, ...]
    by_board: tuple[Share, ...]
    by_opponent: tuple[Share, ...]
    by_victory: tuple[Share, ...]  # how games ended, and how many of these were won
    points: dict[str, tuple[Average, ...]]  # by game
    beside_bots: dict[str, dict[str, tuple[Average, ...]]]  # by game and level: beside bots of that level alone
    accuracy: tuple[OnTime, ...]
    habits: tuple[Habit, ...]


@dataclass
class _Counted:
    games: int = 0
    wins: float = 0.0


def statistics(games: Iterable[PlayedGame], only: Filter = EVERYTHING) -> Statistics:
    """The statistics of a person's finished games; unfinished ones are left out."""
    finished = chosen(games, only)
    names = list(dict.fromkeys(game.record.game for game in finished))
    return Statistics(
        games=len(finished),
        wins=round(math.fsum(game.won for game in finished), 4),
        by_game=shares(finished, lambda game: [game.record.game]),
        by_size=shares(finished, lambda game: [f"{game.record.game} {len(_scores(game))}"]),
        by_board=shares(finished, marks),
        by_opponent=shares([game for game in finished if game.against], lambda game: [game.against]),
        by_victory=shares(finished, lambda game: [_ending(game)]),
        points={name: averages(finished, name) for name in names},
        beside_bots={
            name: {level: averages(finished, name, level) for level in levels(finished, name)} for name in names
        },
        accuracy=over_time(finished),
        habits=habits(finished),
    )


def _ending(game: PlayedGame) -> str:
    assert game.record.result is not None
    return f"{game.record.game} {game.record.result.kind}"


def _scores(game: PlayedGame) -> Sequence[dict[str, int]]:
    assert game.record.result is not None
    return game.record.result.scores


def marks(game: PlayedGame) -> list[str]:
    """What win rates are counted by: the board, or the wonders built."""
    kind = kind_of(game.record.game)
    found = kind.public().marks_of(game.record.replay())
    return found[game.seat]


def shares(games: Iterable[PlayedGame], names_of: Callable[[PlayedGame], Iterable[str]]) -> tuple[Share, ...]:
    """Games and wins by some name, the most frequent first."""
    counted: dict[str, _Counted] = defaultdict(_Counted)
    for game in games:
        for name in names_of(game):
            counted[name].games += 1
            counted[name].wins += game.won
    found = [Share(name, each.games, round(each.wins, 4)) for name, each in counted.items()]
    return tuple(sorted(found, key=lambda each: (-each.games, each.name)))


def levels(games: Iterable[PlayedGame], name: str) -> list[str]:
    """The levels of bots met in one game, the most frequent first."""
    met = Counter(level for game in games if game.record.game == name for level in set(game.bots.values()))
    return sorted(met, key=lambda level: (-met[level], level))


def averages(games: Iterable[PlayedGame], name: str, level: str | None = None) -> tuple[Average, ...]:
    """Average points by category in one game, beside those of everyone else at these tables.

    With a `level`: in the games with such bots, beside these bots alone.
    """
    mine: dict[str, list[int]] = defaultdict(list)
    others: dict[str, list[int]] = defaultdict(list)
    for game in games:
        if game.record.game != name or (level is not None and level not in game.bots.values()):
            continue
        for seat, score in enumerate(_scores(game)):
            if seat != game.seat and level is not None and game.bots.get(seat) != level:
                continue
            for category, points in score.items():
                (mine if seat == game.seat else others)[category].append(points)
    return tuple(
        Average(category, _mean(points), _mean(others[category]), len(points)) for category, points in mine.items()
    )


def _mean(numbers: Sequence[float]) -> float:
    return round(math.fsum(numbers) / len(numbers), 2) if numbers else 0.0


def over_time(games: Iterable[PlayedGame]) -> tuple[OnTime, ...]:
    """The accuracy of every game that was analysed, in order, with the average so far."""
    found: list[OnTime] = []
    so_far: list[float] = []
    for game in games:
        if game.analysis is not None:
            so_far.append(game.analysis.summaries[game.seat].accuracy)
            found.append(OnTime(game.date, game.record.game, so_far[-1], game.won, _mean(so_far)))
    return tuple(found)


def habits(games: Iterable[PlayedGame]) -> tuple[Habit, ...]:
    """The costliest mistakes: the chance lost for each kind of reason, the most expensive first."""
    cost: dict[str, float] = defaultdict(float)
    times: dict[str, int] = defaultdict(int)
    for game in games:
        if game.analysis is not None:
            for kind, loss in game.analysis.summaries[game.seat].costs.items():
                cost[kind] += loss
                times[kind] += 1
    return tuple(Habit(kind, round(loss, 4), times[kind]) for kind, loss in sorted(cost.items(), key=_dearest))


def _dearest(entry: tuple[str, float]) -> tuple[float, str]:
    return -entry[1], entry[0]


COLUMNS = ("date", "game", "players", "seat", "against", "marks", "won", "ending", "points", "accuracy", "luck")


def as_csv(games: Iterable[PlayedGame], only: Filter = EVERYTHING) -> str:
    """One line for each finished game, for a spreadsheet; what looks like a formula is kept as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in chosen(games, only):
        summary = None if game.analysis is None else game.analysis.summaries[game.seat]
        assert game.record.result is not None
        row = (
            game.date,
            game.record.game,
            len(_scores(game)),
            game.seat,
            game.against,
            "; ".join(marks(game)),
            game.won,
            game.record.result.kind,
            _scores(game)[game.seat]["total"],
            "" if summary is None else summary.accuracy,
            "" if summary is None else summary.luck,
        )
        writer.writerow([_safe(cell) for cell in row])
    return out.getvalue()


def _safe(cell: object) -> object:
    """A text that begins like a formula gets an apostrophe in front."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
