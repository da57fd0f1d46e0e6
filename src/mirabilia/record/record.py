"""`Record`: the deal, the moves and the result of a game, with its text form and its replay.

A record is what storage, export, replay and tests share: replaying it needs no random numbers. `verify` plays it
again and compares the result it states with the one the rules give.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from mirabilia.errors import BadDeal, BadRecord, MoveError, brief, whole_number
from mirabilia.game import RULES_VERSION, Game, Result, from_deal
from mirabilia.json_types import JsonFields
from mirabilia.record.commitment import commitment
from mirabilia.record.text import (
    FORMAT_VERSION,
    Comments,
    Lines,
    Variations,
    parse_lines,
    split_records,
    write_lines,
)
from mirabilia.wanted import check_wanted

__all__ = ["FORMAT_VERSION", "RULES_VERSION", "Record", "read_record", "read_records", "write_records"]


@dataclass(frozen=True)
class Record:
    """A game as data. `tags` are free header lines (names, a date); `result` is None for an unfinished game.

    >>> import mirabilia
    >>> game = mirabilia.new_game("duel", seed=7, first_game_wonders=True)
    >>> events = game.play(1, "build Stone Pit")
    >>> record = game.record(place="Tartu")
    >>> record.moves
    ((1, 'build Stone Pit'),)
    >>> mirabilia.read_record(record.dumps()) == record, record.replay() == game
    (True, True)
    """

    deal: JsonFields
    moves: tuple[tuple[int, str], ...] = ()
    result: Result | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    rules: str = RULES_VERSION
    # comments and variations by the number of moves before them; a variation is what might have been played from there
    comments: Comments = field(default_factory=dict, compare=False)
    variations: Variations = field(default_factory=dict)
    # where each move, and each other part, stood in the text it was read from, so that a wrong one can be pointed at
    move_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, game: Game, **tags: str) -> Record:
        """The record of a game so far."""
        return cls(game.deal, game.moves, game.result, dict(tags))

    @property
    def game(self) -> str:
        """The game's name, such as "duel"."""
        return str(self.deal.get("game"))

    def __hash__(self) -> int:
        return hash((self.game, self.moves, self.result, self.rules))

    def __str__(self) -> str:
        return self.dumps()

    def __repr__(self) -> str:
        moves = f"{len(self.moves)} move{'' if len(self.moves) == 1 else 's'}"
        won = f", {self.result.kind} victory" if self.result else ""
        return f"<Record of {self.game}: {moves}{won}>"

    def dumps(self) -> str:
        """The record as text."""
        parts = Lines(self.rules, dict(self.tags), self.deal, self.moves, self.result)
        parts.comments, parts.variations = self.comments, self.variations
        return write_lines(parts)

    @property
    def keeps_commitment(self) -> bool | None:
        """Whether the deal is the one whose hash was shown at the start; None if the record names no hash."""
        committed, nonce = self.tags.get("commitment"), self.tags.get("nonce")
        if committed is None or nonce is None:
            return None
        return commitment(self.deal, nonce) == committed

    def start(self) -> Game:
        """The game at its beginning; `BadRecord` if its deal is impossible."""
        if self.rules != RULES_VERSION:
            raise BadRecord(
                f"made under rules version {self.rules!r}; these are rules {RULES_VERSION!r}",
                line=self.places.get("rules"),
                code="other_rules",
                rules=self.rules,
            )
        try:
            return from_deal(copy.deepcopy(self.deal))
        except BadDeal as error:
            line = self._line_of(str(error.details.get("where")))
            raise BadRecord(f"impossible deal: {error.message}", line=line, code="bad_deal", **error.details) from error

    def _line_of(self, where: str) -> int | None:
        """The line of a place in the deal, such as "ages[0][3]": its own, or the first of what holds it."""
        path = [str(int(part) + 1) if part.isdecimal() else part for part in re.findall(r"\w+", where)]
        while path:
            for place, line in self.places.items():
                if place.split(".")[: len(path)] == path:
                    return line
            path.pop()
        return self.places.get("deal")

    def steps(self) -> Iterator[Game]:
        """The game before the first move and after each one. The same game object is handed out every time."""
        game = self.start()
        yield game
        for number, (seat, text) in enumerate(self.moves):
            check_wanted()
            line = self.move_lines[number] if number < len(self.move_lines) else None
            try:
                game.play(seat, text)
            except MoveError as error:
                raise BadRecord(
                    f"move {number + 1}, seat {seat}, {text!r}: {error.message}",
                    line=line,
                    code="bad_move",
                    move=number + 1,
                ) from error
            yield game

    def replay(self, moves: int | None = None) -> Game:
        """The game after all its moves, or after the first `moves` of them; `BadRecord` if it has fewer."""
        if moves is not None:
            count = whole_number(moves)
            if count is None or not 0 <= count <= len(self.moves):
                raise BadRecord(f"the record has {len(self.moves)} moves, not {brief(moves)}", code="no_such_move")
            moves = count
        game: Game | None = None
        for number, step in enumerate(self.steps()):
            game = step
            if number == moves:
                break
        assert game is not None  # steps always yields the start
        return game

    def verify(self) -> Game:
        """Replays and compares with the stated result; `BadRecord` says what differs."""
        game = self.replay()
        line = self.places.get("result")
        if self.result is not None and game.result is None:
            raise BadRecord("states a result, but its moves do not end the game", line=line, code="result_differs")
        if self.result is None and game.result is not None:
            raise BadRecord("states no result, but its moves end the game", code="result_differs")
        if self.result != game.result:
            stated, played = self.result, game.result
            assert stated is not None and played is not None
            raise BadRecord(
                f"states a result that its moves do not give: {differences(stated, played)}",
                line=line,
                code="result_differs",
                stated=stated.as_dict(),
                played=played.as_dict(),
            )
        if self.variations:
            self._check_variations()
        return game

    def _check_variations(self) -> None:
        last = max(self.variations)
        if not 0 <= min(self.variations) <= last <= len(self.moves):
            raise BadRecord(f"the record has {len(self.moves)} moves, not {last}", code="no_such_move")
        for number, game in enumerate(self.steps()):
            for moves in self.variations.get(number, ()):
                self._check_variation(number, game.copy(), moves)

    def _check_variation(self, number: int, game: Game, moves: tuple[tuple[int, str], ...]) -> None:
        check_wanted()
        for seat, text in moves:
            try:
                game.play(seat, text)
            except MoveError as error:
                raise BadRecord(
                    f"variation after move {number}, seat {seat}, {text!r}: {error.message}",
                    code="bad_move",
                    move=number,
                ) from error


def differences(stated: Result, played: Result) -> str:
    """What two results differ in: "seat 0 total: stated 41, played 63; winners: stated 0, played 1"."""
    found: list[tuple[str, object, object]] = []
    for seat, (one, other) in enumerate(zip(stated.scores, played.scores, strict=False)):
        for category in {**other, **one}:
            if one.get(category) != other.get(category):
                found.append((f"seat {seat} {category}", one.get(category), other.get(category)))
    if len(stated.scores) != len(played.scores):
        found.append(("seats", len(stated.scores), len(played.scores)))
    if stated.winners != played.winners:
        found.append(("winners", _seats(stated), _seats(played)))
    if stated.kind != played.kind:
        found.append(("kind", stated.kind, played.kind))
    return "; ".join(f"{what}: stated {one}, played {other}" for what, one, other in found)


def _seats(result: Result) -> str:
    return " and ".join(map(str, result.winners))


def read_record(text: str) -> Record:
    """Reads a record; `BadRecord` says which line is wrong and why. The moves are not played yet: see `verify`."""
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {type(text).__name__}")
    return _record(parse_lines(text))


def _record(lines: Lines) -> Record:
    return Record(
        deal=lines.deal,
        moves=lines.moves,
        result=lines.result,
        tags=lines.tags,
        rules=lines.rules,
        comments=lines.comments,
        variations=lines.variations,
        move_lines=lines.move_lines,
        places=lines.places,
    )


def read_records(text: str) -> list[Record]:
    """Reads all records of a text, one after the other; `BadRecord` names the line in the whole text."""
    if not isinstance(text, str):
        raise BadRecord(f"records are text, not {type(text).__name__}")
    records = []
    for first, part in split_records(text):
        try:
            records.append(read_record(part))
        except BadRecord as error:
            line = None if error.line is None else error.line + first
            raise BadRecord(error.message.partition(": ")[2] or error.message, line=line, code=error.code) from error
    return records


def write_records(records: Iterable[Record]) -> str:
    """Several records as one text."""
    return "\n".join(record.dumps() for record in records)
