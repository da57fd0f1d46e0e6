"""What if: a game goes on from any moment, says so in its record, and the analyser's line can be played."""

from __future__ import annotations

import pytest

from mirabilia.errors import BadRecord
from mirabilia.record import Record, read_record
from mirabilia.study.whatif import FROM_MOVE, FROM_RECORD, line, name_of, play_on
from study_games import finished, play_out


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 2), ("wonders", 4)])
def test_a_game_goes_on_from_any_moment(name, players):
    record = finished(name, players, 4).record(seat0="Anna")
    for moves in (0, 1, 7, 20, len(record.moves) - 1):
        game, tags = play_on(record, moves)
        start = int(tags[FROM_MOVE])
        assert not game.hidden_choices and moves - 2 * players < start <= moves
        assert game.moves == record.moves[:start]
        other = play_out(game, 99).record(**tags)
        again = read_record(other.dumps())
        assert again.verify().over
        assert again.tags[FROM_RECORD] == name_of(record) == name_of(Record(record.deal, record.moves, record.result))
    with pytest.raises(BadRecord):
        play_on(record, len(record.moves) + 1)


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 2), ("wonders", 3)])
def test_the_line_is_a_variation_of_the_record(name, players):
    record = finished(name, players, 6).record()
    for number in (2, 9, 10, len(record.moves) - 2):
        seat = record.moves[number][0]
        moves = line(record, number, length=5, simulations=16)
        assert moves[0][0] == seat
        with_line = Record(record.deal, record.moves, record.result, variations={number: (moves,)})
        read_record(with_line.dumps()).verify()
    played = line(record, 3, record.moves[3][1], length=4, simulations=16)
    assert played[0] == record.moves[3]
