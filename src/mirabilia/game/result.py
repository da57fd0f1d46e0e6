"""`Result`: how a game ended. It cannot be changed; `scores` hands out new dicts each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mirabilia.json_types import JsonObject


class Result:
    """How a game ended: the winning seats, by which kind of victory, and every seat's points by category.

    >>> import mirabilia
    >>> game = mirabilia.new_game("wonders", players=3, seed=7)
    >>> while not game.over:
    ...     events = game.play(game.to_act[0], game.options(game.to_act[0])[0])
    >>> game.result.winners, game.result.kind, [score["total"] for score in game.result.scores]
    ((0,), 'civilian', [45, 32, 33])
    """

    __slots__ = ("_kind", "_scores", "_winners")

    def __init__(self, winners: Iterable[int], kind: str, scores: Iterable[Mapping[str, int]] = ()) -> None:
        self._winners = tuple(winners)
        self._kind = kind
        self._scores = tuple(tuple(score.items()) for score in scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a victory."""
        return self._winners

    @property
    def kind(self) -> str:
        """The kind of victory: "civilian", "military" or "science"."""
        return self._kind

    @property
    def scores(self) -> list[dict[str, int]]:
        """Every seat's points by category, with their total."""
        return [dict(score) for score in self._scores]

    def as_dict(self) -> JsonObject:
        """The result as JSON-ready data."""
        return {"winners": list(self.winners), "kind": self.kind, "scores": self.scores}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((self._winners, self._kind, tuple(frozenset(score) for score in self._scores)))

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, kind={self.kind!r}, scores={self.scores})"
