"""What if: a game that goes on from any moment of a record, and the line the analyser would have played from there."""

from __future__ import annotations

import hashlib

from mirabilia.game import Game
from mirabilia.record import Record
from mirabilia.study.games import study_of
from mirabilia.study.judge import SearchJudge

LINE = 6  # decisions in a line unless asked otherwise
# Tags of a game that began in the middle of another: after how many moves, and of which record.
FROM_MOVE, FROM_RECORD = "what_if_move", "what_if_record"


def turn_start(record: Record, moves: int) -> int:
    """The number of moves, at most `moves`, after which no choice is hidden: where a table can begin."""
    while moves and record.replay(moves).hidden_choices:
        moves -= 1
    return moves


def play_on(record: Record, moves: int) -> tuple[Game, dict[str, str]]:
    """A game from a moment of a record, with the tags that say so in its own record.

    Where all choose at once it begins with the turn, so that nobody's choice is made already. `BadRecord` if there are
    fewer moves.
    """
    record.replay(moves)
    start = turn_start(record, moves)
    return record.replay(start), {FROM_MOVE: str(start), FROM_RECORD: name_of(record)}


def name_of(record: Record) -> str:
    """A short name of a record: the same for the same deal and moves, whatever its tags and comments."""
    plain = Record(record.deal, record.moves, record.result, rules=record.rules)
    return hashlib.blake2b(plain.dumps().encode(), digest_size=8).hexdigest()


def line(
    record: Record, number: int, move: str | None = None, *, length: int = LINE, simulations: int | None = None
) -> tuple[tuple[int, str], ...]:
    """What the analyser would have played from decision `number` on, beginning with `move` or with its own choice.

    Others who choose in the same turn choose what they did. From then on everyone plays what a search from the seat's
    own view finds best. A variation of the record: it can be played after `number` moves.
    """
    game = record.replay(number)
    judge = SearchJudge(record.game, study_of(record.game).QUICK if simulations is None else simulations)
    seat = record.moves[number][0]
    made = [(seat, move or _best(game, seat, judge))]
    game.play(*made[0])
    for who, text in record.moves[number + 1 :]:
        if not game.hidden_choices or len(made) >= length:
            break
        if who not in game.to_act or (who == seat and move != record.moves[number][1]):
            continue
        game.play(who, text)
        made.append((who, text))
    while not game.over and (len(made) < length or game.hidden_choices):
        who = game.to_act[0]
        made.append((who, _best(game, who, judge)))
        game.play(*made[-1])
    return tuple(made)


def _best(game: Game, seat: int, judge: SearchJudge) -> str:
    options = game.options(seat)
    return options[0].text if len(options) == 1 else judge.rank(game.view(seat), options)[0].option.text
