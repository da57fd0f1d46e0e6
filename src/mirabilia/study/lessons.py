"""Lessons: a scripted game with the explanations that a pupil sees on the way.

A lesson is data beside the study of its game (`lesson.json`): a deal, the moves of every seat round by round, and the
steps, each of which belongs to a round and claims what happens in it. The pupil sits in seat 0 and makes the moves of
some steps; the other seats follow the script for as long as everyone does.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from mirabilia.game import Game
from mirabilia.study.games import study_of
from mirabilia.study.model import Lesson

PUPIL = 0


def read_lesson(file: Path) -> Lesson:
    """The lesson in a file."""
    return msgspec.json.decode(file.read_bytes(), type=Lesson)


def scripted_move(game: Game, seat: int) -> str | None:
    """The scripted move of a seat in its game's lesson; None once someone has left the script, or at its end."""
    lesson = study_of(game.name).LESSON
    made: dict[int, list[str]] = {number: [] for number in game.seats}
    for who, move in game.record().moves:
        made[who].append(move)
    for who, moves in made.items():
        if moves != lesson.moves_of(who)[: len(moves)]:
            return None
    rest = lesson.moves_of(seat)[len(made[seat]) :]
    return rest[0] if rest and any(option.text == rest[0] for option in game.options(seat)) else None
