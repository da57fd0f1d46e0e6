"""One game: whoever breaks the rules loses it with the reason kept, and the match goes on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot_scripts import command
from mirabilia.arena import playing
from mirabilia.arena.match import run_match
from mirabilia.arena.playing import Player
from mirabilia.arena.settings import Budget, Entrant, Settings, parse_entrant
from mirabilia.bots import make_bot
from mirabilia.bots.base import Answer, Bot, BotError, Choice, Limits
from mirabilia.record import read_record


def settings(*specs: str, **fields: Any) -> Settings:
    entrants = [parse_entrant(spec) for spec in specs]
    return Settings(**{"game": "duel", "players": 2, "entrants": entrants, "grace": 0.3, **fields}).checked()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crash", "crash"),
        ("hang", "late"),
        ("garbage", "garbage"),
        ("wrong_id", "wrong_id"),
        ("illegal", "illegal"),
        ("illegal_dict", "illegal"),
        ("refuses", "refused"),
        ("dies_at_start", "handshake"),
        ("only_wonders", "handshake"),
    ],
)
def test_a_faulty_command_forfeits_each_game_and_the_match_goes_on(fault: str, reason: str) -> None:
    match = run_match(settings("random", f"bad=cmd:{command(fault, 4)}", budget=Budget(milliseconds=20.0)), 4)
    assert len(match.results) == 4
    for result in match.results:
        assert result.kind == "forfeit"
        assert result.forfeit is not None
        assert result.forfeit.reason == reason
        assert result.seats[result.forfeit.seat] == 1
        assert result.wins[result.forfeit.seat] == 0
        assert sum(result.wins) == 1
        assert result.forfeit.message


def test_a_command_that_fails_late_finishes_its_earlier_games() -> None:
    """The process is started again after a forfeit: the fault counts requests anew."""
    match = run_match(settings("random", f"bad=cmd:{command('crash', 60)}"), 4)
    kinds = [result.kind == "forfeit" for result in match.results]
    assert kinds.count(False) >= 1
    assert kinds.count(True) >= 1


def test_a_class_of_ones_own_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from mirabilia.bots import Answer, Bot\n\n\n"
        "class Last(Bot):\n"
        "    def decide(self, view, options, limits):\n"
        "        return Answer(options[-1])\n",
        encoding="utf-8",
    )
    match = run_match(settings("random", f"mine=py:{file}:Last", records=True), 2)
    assert [result.forfeit for result in match.results] == [None, None]
    for result in match.results:
        record = read_record(result.record)
        mine = next(seat for seat in (0, 1) if record.tags[f"seat{seat}"] == "mine")
        game = record.replay(0)
        for seat, text in record.moves:
            assert seat != mine or text == game.options(seat)[-1].text
            game.play(seat, text)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("py:nowhere.py:Last", "cannot be imported"),
        ("py:mirabilia.bots:Nobody", "has no Nobody"),
        ("py:mirabilia.bots:LEVELS", "TypeError"),
        ("py:collections:OrderedDict", "raised TypeError"),
        ("py:random:Random", "makes a Random, not a mirabilia.bots.Bot"),
        ("py:Last", "py:FILE.py:CLASS"),
    ],
)
def test_a_class_that_cannot_play_is_refused_with_the_reason(what: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        make_bot(what)


class Odd(Bot):
    """Shows its fault at its third decision."""

    def __init__(self, fault: str) -> None:
        super().__init__(0)
        self.fault = fault
        self.asked = 0

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        self.asked += 1
        if self.asked == 3:
            if self.fault == "crash":
                raise ZeroDivisionError("division by zero")
            if self.fault == "hang":
                time.sleep(60)
            if self.fault == "late":
                time.sleep(0.5)
            if self.fault == "illegal":
                return Answer({"action": "build", "card": "Nowhere", "price": 0})
            if self.fault == "refused":
                raise BotError("not today", code="bad_mood")
        return Answer(options[0])


@pytest.mark.parametrize("fault", ["crash", "hang", "late", "illegal", "refused"])
def test_our_own_bots_are_held_to_the_same_rules(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "HANG_SECONDS", 0.3)
    monkeypatch.setattr(
        playing, "make_bot", lambda what, seed: Odd(fault) if what == "odd" else make_bot("random", seed)
    )
    setting = settings("random", "odd", budget=Budget(milliseconds=20.0))
    match = run_match(setting, 2)
    for result in match.results:
        assert result.forfeit is not None
        assert result.forfeit.reason == ("late" if fault == "hang" else fault)
        assert result.seats[result.forfeit.seat] == 1


def test_at_a_bigger_table_the_others_share_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "make_bot", lambda what, seed: Odd("crash") if what == "odd" else Odd("none"))
    entrants = [Entrant("a", "random"), Entrant("b", "odd")]
    setting = Settings(game="wonders", players=3, entrants=entrants, mode="gauntlet").checked()
    result = Player(setting).play(0)
    assert result.forfeit is not None
    assert result.wins == [0.0 if seat == result.forfeit.seat else 0.5 for seat in range(3)]
    assert sorted(result.places) == [1, 1, 3]


def test_a_finished_game_tells_scores_marks_and_times() -> None:
    result = Player(settings("random", "b=random")).play(0)
    assert result.kind in ("civilian", "military", "science")
    assert len(result.scores) == len(result.marks) == len(result.mean_ms) == 2
    assert all("total" in score for score in result.scores)
    assert sum(map(len, result.marks)) <= 7
    assert result.moves > 20
    assert sum(result.decisions) > 10
    assert result.digest


def test_the_same_number_is_the_same_game() -> None:
    setting = settings("random", "b=random")
    assert Player(setting).play(5).untimed() == Player(setting).play(5).untimed()
    other = settings("random", "b=random", seed=1)
    assert Player(setting).play(5).untimed() != Player(other).play(5).untimed()


def test_exchanged_seats_play_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = []
    original = playing.new_game

    def watched(*arguments: Any, **named: Any) -> Any:
        game = original(*arguments, **named)
        deals.append(game.deal)
        return game

    monkeypatch.setattr(playing, "new_game", watched)
    player = Player(settings("random", "b=random"))
    for index in range(3):
        player.play(index)
    assert deals[0] == deals[1] != deals[2]


def test_one_of_our_bots_behind_the_protocol_plays_the_same_games() -> None:
    """The seed travels with each request, so a command is as repeatable as a bot in the process."""
    import sys

    line = f'{sys.executable} -c "from mirabilia.cli import main; raise SystemExit(main())" bot random'
    inside = run_match(settings("random", "b=random"), 2)
    outside = run_match(settings("random", f"b=cmd:{line}", grace=5.0), 2)
    assert [result.untimed() for result in inside.results] == [result.untimed() for result in outside.results]
