"""Records of Duel: text and back, replay and verification, and damaged texts that say which line is wrong and why."""

from __future__ import annotations

import dataclasses
import random
from functools import cache

import pytest

import mirabilia
from mirabilia.record import RULES_VERSION, Record
from mirabilia.record.text import MAX_IN_VARIATIONS


@cache
def finished(seed: int) -> mirabilia.Game:
    rng = random.Random(seed)
    game = mirabilia.new_game("duel", seed=seed, first_game_wonders=seed % 5 == 4 or None)
    while not game.over:
        game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    return game


def text_of(seed: int) -> str:
    return finished(seed).record().dumps()


def numbered(text: str, start: str) -> int:
    """The number of the first line that begins like this, spaces aside."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.strip().startswith(start))


@pytest.mark.parametrize("seed", range(20))
def test_a_record_is_read_back_as_it_was_written(seed: int) -> None:
    record = finished(seed).record()
    again = mirabilia.read_record(record.dumps())
    assert again == record and again.dumps() == record.dumps()
    assert again.game == "duel" and again.rules == RULES_VERSION
    assert again.verify().snapshot() == finished(seed).snapshot()


def test_an_unfinished_game_has_a_record_without_result() -> None:
    record = Record(finished(2).deal, finished(2).moves[:30])
    again = mirabilia.read_record(record.dumps())
    assert again == record and again.result is None
    game = again.verify()
    assert not game.over and game.moves == record.moves and game.record() == record


def test_replay_stops_where_it_is_told() -> None:
    record = finished(3).record()
    for moves in (0, 1, 17, len(record.moves)):
        assert record.replay(moves).moves == record.moves[:moves]


def test_tags_are_kept_and_kept_to_one_line() -> None:
    record = Record.of(finished(2), seat0="Anna of Åland", event="friendly  match".replace("  ", " "))
    assert mirabilia.read_record(record.dumps()).tags == {"seat0": "Anna of Åland", "event": "friendly match"}
    for tags in ({"bad name": "x"}, {"name\n": "x"}, {"": "x"}, {"name": "two\nlines"}, {"name": " x"}, {"name": 7}):
        with pytest.raises(mirabilia.BadRecord) as caught:
            Record(record.deal, tags=tags).dumps()  # type: ignore[arg-type]
        assert caught.value.code == "bad_tag"


def test_empty_lines_comments_and_indentation_do_not_matter() -> None:
    text = text_of(2)
    loose = "\n\n# a comment\n" + "\r\n".join(f"   {line}  \r\n# another" for line in text.split("\n"))
    assert mirabilia.read_record(loose) == mirabilia.read_record(text)


def test_changing_the_record_does_not_change_the_game() -> None:
    game = finished(2)
    record = game.record()
    record.deal["ages"][0].clear()  # type: ignore[index]
    assert len(game.deal["ages"][0]) == 20


# ---- damaged texts ----

TEXT = text_of(2)
LINES = TEXT.split("\n")
END = numbered(TEXT, "end")
RESULT = numbered(TEXT, "result")
FIRST_MOVE = numbered(TEXT, "moves") + 1


def swapped(line: int, new: str) -> str:
    """The text with one line replaced (lines count from 1)."""
    return "\n".join([*LINES[: line - 1], new, *LINES[line:]])


def removed(line: int) -> str:
    return "\n".join([*LINES[: line - 1], *LINES[line:]])


def line_of(start: str) -> int:
    return numbered(TEXT, start)


UNREADABLE = {
    # what is wrong -> (text, line, code)
    "not a record": (swapped(1, "hello"), 1, "not_a_record"),
    "an empty text": ("", 1, "cut_short"),
    "only comments": ("# nothing\n\n", 1, "cut_short"),
    "another format": (swapped(1, "mirabilia record 2"), 1, "other_format"),
    "an unknown game": (swapped(2, "game chess"), 2, "bad_record"),
    "no game": (removed(2), 2, "bad_record"),
    "no rules": (removed(3), 3, "bad_record"),
    "a word for 'deal'": (swapped(4, "dealt"), 4, "bad_record"),
    "a tag twice": (swapped(4, "tag a x\ntag a y\ndeal"), 5, "bad_record"),
    "a bad tag": (swapped(4, "tag a-b x\ndeal"), 4, "bad_record"),
    "a deal line without value": (swapped(5, "  first_player"), 5, "bad_deal"),
    "a deal line twice": (swapped(6, LINES[4] + "\n" + LINES[5]), 6, "bad_deal"),
    "an age out of order": (swapped(line_of("ages.2"), LINES[line_of("ages.3") - 1]), line_of("ages.2"), "bad_deal"),
    "an age numbered zero": (swapped(line_of("ages.1"), "  ages.0 Baths"), line_of("ages.1"), "bad_deal"),
    "no moves line": ("\n".join(LINES[: FIRST_MOVE - 2]), FIRST_MOVE - 2, "cut_short"),
    "a move without text": (swapped(FIRST_MOVE + 3, "  1"), FIRST_MOVE + 3, "bad_move"),
    "a move of seat 12": (swapped(FIRST_MOVE + 3, "  12 discard Baths"), FIRST_MOVE + 3, "bad_move"),
    "a move missing": (removed(FIRST_MOVE + 10), END - 1, "cut_short"),
    "a move too many": (swapped(FIRST_MOVE, LINES[FIRST_MOVE - 1] + "\n  0 discard Baths"), END + 1, "cut_short"),
    "a line that is no move": (swapped(FIRST_MOVE + 3, "  discard Baths"), FIRST_MOVE + 3, "cut_short"),
    "a kind of victory that is none": (swapped(RESULT, "result luck 0"), RESULT, "bad_result"),
    "a result without winner": (swapped(RESULT, "result civilian"), RESULT, "bad_result"),
    "a score of the wrong seat": (swapped(RESULT + 1, "  score 1 military 0"), RESULT + 1, "bad_result"),
    "a score that is no number": (swapped(RESULT + 1, "  score 0 military many"), RESULT + 1, "bad_result"),
    "no end": ("\n".join(LINES[: END - 1]), END - 1, "cut_short"),
    "something after the end": (TEXT + "more\n", END + 1, "bad_record"),
    "a million characters": ("x" * 1_000_001, None, "too_long"),
}  # fmt: skip


@pytest.mark.parametrize("fault", UNREADABLE)
def test_a_damaged_text_names_line_and_reason(fault: str) -> None:
    text, line, code = UNREADABLE[fault]
    with pytest.raises(mirabilia.BadRecord) as caught:
        mirabilia.read_record(text)
    assert (caught.value.line, caught.value.code) == (line, code), str(caught.value)
    assert line is None or str(caught.value).startswith(f"line {line}: ")


@pytest.mark.parametrize("lines", range(len(LINES) - 1))
def test_a_text_cut_short_at_any_line_is_noticed(lines: int) -> None:
    with pytest.raises(mirabilia.BadRecord) as caught:
        mirabilia.read_record("\n".join(LINES[:lines]))
    assert caught.value.line is not None and caught.value.line <= max(1, lines)


@pytest.mark.parametrize("value", [None, 7, b"mirabilia record 1", ["mirabilia record 1"], {}])
def test_what_is_no_text_is_no_record(value: object) -> None:
    with pytest.raises(mirabilia.BadRecord, match="text"):
        mirabilia.read_record(value)  # type: ignore[arg-type]


def age_one(change: str) -> str:
    line = line_of("ages.1")
    cards = LINES[line - 1].strip().removeprefix("ages.1 ").split(", ")
    if change == "unknown":
        cards[3] = "Bathhouse"
    elif change == "twice":
        cards[3] = cards[4]
    elif change == "too few":
        cards.pop()
    elif change == "wrong age":
        cards[3] = "Palace"
    return swapped(line, "  ages.1 " + ", ".join(cards))


IMPOSSIBLE = {
    # what is wrong -> (text, line, code, what the message says)
    "an unknown card": (age_one("unknown"), line_of("ages.1"), "bad_deal", "Bathhouse"),
    "a card twice": (age_one("twice"), line_of("ages.1"), "bad_deal", "appears 2 times"),
    "a card too few": (age_one("too few"), line_of("ages.1"), "bad_deal", "19"),
    "a card of another age": (age_one("wrong age"), line_of("ages.1"), "bad_deal", "Palace"),
    "a token on the board and in the box": (
        swapped(line_of("box_tokens"), LINES[line_of("board_tokens") - 1].replace("board", "box")),
        line_of("board_tokens"), "bad_deal", "appears 2 times",
    ),
    "a first player who is not there": (swapped(5, "  first_player 2"), 5, "bad_deal", "first_player"),
    "a deal without wonders": (removed(line_of("wonders")), 4, "bad_deal", "lacks 'wonders'"),
    "a deal with something more": (swapped(5, "  weather fair\n" + LINES[4]), 4, "bad_deal", "weather"),
    "other rules": (swapped(3, "rules 0"), 3, "other_rules", "'0'"),
    "a move that is not possible": (
        swapped(FIRST_MOVE + 3, f"  {LINES[FIRST_MOVE + 2].split()[0]} build Baths"),
        FIRST_MOVE + 3, "bad_move", "move 4",
    ),
    "a move of the wrong seat": (
        swapped(FIRST_MOVE, f"  {1 - int(LINES[FIRST_MOVE - 1].split()[0])} {LINES[FIRST_MOVE - 1].strip()[2:]}"),
        FIRST_MOVE, "bad_move", "nothing to decide",
    ),
    "a move of a seat that is not there": (swapped(FIRST_MOVE, "  5 draft Piraeus"), FIRST_MOVE, "bad_move", "no seat"),
    "words that are no move": (swapped(FIRST_MOVE, "  0 think hard"), FIRST_MOVE, "bad_move", "think hard"),
    "another winner": (
        swapped(RESULT, LINES[RESULT - 1][:-1] + str(1 - int(LINES[RESULT - 1][-1]))),
        RESULT, "result_differs", "states",
    ),
    "another kind of victory": (
        swapped(RESULT, "result science " + LINES[RESULT - 1].split()[-1]), RESULT, "result_differs", "science",
    ),
    "a point more": (
        swapped(RESULT + 1, LINES[RESULT].replace("military ", "military 1")), RESULT, "result_differs", "states",
    ),
    "no scores": ("\n".join([*LINES[:RESULT], *LINES[END - 1 :]]), RESULT, "result_differs", "states"),
    "no result": ("\n".join([*LINES[: RESULT - 1], *LINES[END - 1 :]]), None, "result_differs", "states no result"),
}  # fmt: skip


@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_an_edited_record_does_not_verify_and_the_line_is_named(fault: str) -> None:
    text, line, code, said = IMPOSSIBLE[fault]
    record = mirabilia.read_record(text)
    with pytest.raises(mirabilia.BadRecord) as caught:
        record.verify()
    assert (caught.value.line, caught.value.code) == (line, code), str(caught.value)
    assert said in str(caught.value)


def test_a_result_before_the_end_does_not_verify() -> None:
    game = finished(2)
    record = Record(game.deal, game.moves[:20], game.result)
    with pytest.raises(mirabilia.BadRecord, match="do not end the game"):
        record.verify()


def test_moves_after_the_end_do_not_verify() -> None:
    game = finished(2)
    record = Record(game.deal, (*game.moves, (0, "discard Baths")), game.result)
    with pytest.raises(mirabilia.BadRecord, match="the game is over"):
        record.verify()


def test_comments_and_variations_are_kept() -> None:
    game = finished(3)
    record = game.record(seat0="Anna")
    other = record.replay(8)
    seat = other.to_act[0]
    line = ((seat, other.options(seat)[-1].text),)
    noted = dataclasses.replace(record, comments={0: ("A game",), 8: ("Bold.", "Why not?")}, variations={8: (line,)})
    again = mirabilia.read_record(noted.dumps())
    assert (
        again == noted
        and again.comments == noted.comments
        and again.dumps() == noted.dumps()
        and again.verify().result == game.result
    )
    wrong = dataclasses.replace(record, variations={8: (((seat, "build Nowhere"),),)})
    with pytest.raises(mirabilia.BadRecord, match="variation after move 8"):
        wrong.verify()
    with pytest.raises(mirabilia.BadRecord):
        dataclasses.replace(record, comments={1: ("two\nlines",)}).dumps()


def test_many_variations_and_comments_cost_no_more_than_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """However they are spread: every move is made once, and each variation begins from a copy of the game there."""
    record = finished(3).record()
    lines: dict[int, tuple[tuple[tuple[int, str], ...], ...]] = {}
    for number in range(len(record.moves)):
        game = record.replay(number)
        seat = game.to_act[0]
        lines[number] = tuple(((seat, option.text),) for option in game.options(seat))
    count = sum(map(len, lines.values()))
    noted = dataclasses.replace(record, variations=lines, comments={3: ("a note",) * 1000})
    again = mirabilia.read_record(noted.dumps())
    assert again.comments == noted.comments
    played: list[str] = []
    play = type(finished(3)).play
    monkeypatch.setattr(
        type(finished(3)), "play", lambda game, seat, move: played.append(move) or play(game, seat, move)
    )
    again.verify()
    assert len(played) == 2 * len(record.moves) + count
    for number in (-1, len(record.moves) + 1):
        with pytest.raises(mirabilia.BadRecord):
            dataclasses.replace(record, variations={number: lines[0]}).verify()
    too_many = dataclasses.replace(record, variations={0: lines[0] * (MAX_IN_VARIATIONS // len(lines[0]) + 1)})
    with pytest.raises(mirabilia.BadRecord, match="moves in variations") as caught:
        mirabilia.read_record(too_many.dumps())
    assert caught.value.code == "too_long"


def test_one_text_may_hold_several_records() -> None:
    games = [finished(seed) for seed in (1, 2, 3)]
    text = mirabilia.write_records(game.record() for game in games)
    records = mirabilia.read_records(text)
    assert [record.verify() for record in records] == games
    assert mirabilia.read_records("") == []
    broken = text.replace("rules 1", "rules", 2).replace("rules\n", "rules 1\n", 1)
    with pytest.raises(mirabilia.BadRecord) as caught:
        mirabilia.read_records(broken)
    assert broken.split("\n")[caught.value.line - 1].strip() == "rules"
