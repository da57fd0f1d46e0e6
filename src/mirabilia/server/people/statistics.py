"""What a person's finished games say: by game, kind of victory, category, and against bots of each level."""

from __future__ import annotations

from collections import defaultdict

import msgspec
from sqlalchemy import Connection, func, select

from mirabilia.json_types import JsonObject
from mirabilia.server.http.bodies import AgainstBots, GameStatistics, Tally
from mirabilia.server.storage.schema import holders, tables
from mirabilia.server.tables.facts import Seat

_seats = msgspec.json.Decoder(list[Seat])
MOST_GAMES = 5000
NOT_PLAYED = ("imported", "what_if")  # games that were not played from their beginning to their end here


def statistics_of(connection: Connection, person: str) -> dict[str, GameStatistics]:
    """Statistics over the last games of a person, by game."""
    rows = connection.execute(
        select(
            tables.c.game, tables.c.seats, tables.c.result, tables.c.assisted, func.min(holders.c.seat)
        )  # where several play on one device, the first seat is its owner's
        .join(holders, holders.c.table_id == tables.c.id)
        .where(holders.c.person_id == person, tables.c.status == "over", tables.c.origin.not_in(NOT_PLAYED))
        .group_by(tables.c.id, tables.c.game, tables.c.seats, tables.c.result, tables.c.assisted, tables.c.changed_at)
        .order_by(tables.c.changed_at.desc())
        .limit(MOST_GAMES)
    ).all()
    games: dict[str, _Tally] = defaultdict(_Tally)
    for game, text, result, assisted, seat in rows:
        seats = _seats.decode(text)
        if seats[seat].driver == "person":  # a game that a bot played to its end is not one's own
            games[game].add(seats, msgspec.json.decode(result), bool(assisted), seat)
    return {game: tally.summary() for game, tally in sorted(games.items())}


class _Tally:
    def __init__(self) -> None:
        self.played = self.won = self.shared = self.assisted = 0
        self.kinds: dict[str, dict[str, int]] = defaultdict(lambda: {"won": 0, "lost": 0})
        self.sums: dict[str, int] = defaultdict(int)
        self.levels: dict[str, dict[str, int]] = defaultdict(lambda: {"played": 0, "won": 0})

    def add(self, seats: list[Seat], result: JsonObject, assisted: bool, seat: int) -> None:
        won = seat in result["winners"]
        self.played += 1
        self.won += won
        self.shared += won and len(result["winners"]) > 1
        self.assisted += assisted
        self.kinds[result["kind"]]["won" if won else "lost"] += 1
        for category, points in result["scores"][seat].items():
            self.sums[category] += points
        for level in {other.level for other in seats if other.kind == "bot" and other.level}:
            self.levels[level]["played"] += 1
            self.levels[level]["won"] += won

    def summary(self) -> GameStatistics:
        return GameStatistics(
            played=self.played,
            won=self.won,
            shared=self.shared,
            assisted=self.assisted,
            by_kind={kind: Tally(**counts) for kind, counts in sorted(self.kinds.items())},
            mean={category: round(total / self.played, 2) for category, total in self.sums.items()},
            against_bots={level: AgainstBots(**counts) for level, counts in sorted(self.levels.items())},
        )
