"""What a person's finished games say: by game, kind of victory, category, and against bots of each level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from mirabilia.json_types import JsonFields, JsonObject
from mirabilia.server.tables.facts import Seat

NOT_PLAYED = ("imported", "what_if", "lesson")  # games that nobody played from beginning to end by choice


class GamesTally:
    """Finished games of one kind, counted for one person."""

    def __init__(self) -> None:
        self.played = self.won = self.shared = self.assisted = 0
        self.kinds: dict[str, dict[str, int]] = defaultdict(lambda: {"won": 0, "lost": 0})
        self.sums: dict[str, int] = defaultdict(int)
        self.levels: dict[str, dict[str, int]] = defaultdict(lambda: {"played": 0, "won": 0})

    def add(self, seats: Sequence[Seat], result: JsonFields, assisted: bool, seat: int) -> None:
        """Counts a game, in which the person had that seat."""
        if seats[seat].driver != "person" or seats[seat].bot_moves:
            return  # a game in which a bot decided for the person is not their own
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

    def summary(self) -> JsonObject:
        """The counts (`bodies.GameStatistics` describes them)."""
        return {
            "played": self.played,
            "won": self.won,
            "shared": self.shared,
            "assisted": self.assisted,
            "by_kind": dict(sorted(self.kinds.items())),
            "mean": {category: round(total / self.played, 2) for category, total in self.sums.items()},
            "against_bots": dict(sorted(self.levels.items())),
        }


def tallied(games: Iterable[tuple[str, Sequence[Seat], JsonFields, bool, int]]) -> JsonObject:
    """Statistics by game, of finished games: game, seats, result, whether it was assisted, the person's seat."""
    tallies: dict[str, GamesTally] = defaultdict(GamesTally)
    for game, seats, result, assisted, seat in games:
        tallies[game].add(seats, result, assisted, seat)
    return {game: tally.summary() for game, tally in sorted(tallies.items()) if tally.played}
