"""The result of one game, as kept in the file of a match."""

from __future__ import annotations

import msgspec


class Forfeit(msgspec.Struct, frozen=True):
    """Why a seat lost without an end on the board. Reasons: handshake crash late garbage wrong_id illegal refused."""

    seat: int
    reason: str
    message: str = ""


class GameResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One finished game. `wins` share one point among the winning seats; `places` start at 1, ties share."""

    index: int
    group: int
    deal: int
    seats: list[int]
    wins: list[float]
    places: list[int]
    kind: str  # of victory: civilian, military, science; or forfeit
    scores: list[dict[str, int]] = []
    marks: list[list[str]] = []  # per seat: wonders built (Duel), or the board and its side (7 Wonders)
    decisions: list[int] = []
    moves: int = 0
    digest: str = ""  # of all moves: equal digests, equal games
    forfeit: Forfeit | None = None
    record: str = ""  # the whole game, where the settings ask for it
    chances: list[list[float]] = []  # beside a record: by seat, the chance to win that was stated at each decision
    # timing: the only part that differs when the same match is played again
    mean_ms: list[float] = []
    slowest_ms: list[float] = []

    def untimed(self) -> GameResult:
        """The same without the times, to compare two matches."""
        return msgspec.structs.replace(self, mean_ms=[], slowest_ms=[])


_decoder = msgspec.json.Decoder(GameResult)


def read_result(line: bytes) -> GameResult:
    """A result from its line."""
    return _decoder.decode(line)


def places_of(wins: list[float], totals: list[int]) -> list[int]:
    """Places from 1: winners first, the others by points."""
    order = [(-win, 0 if win else -total) for win, total in zip(wins, totals, strict=True)]
    return [1 + sum(other < mine for other in order) for mine in order]
