"""The file of a match: torn ends are cut, foreign and damaged files refused, games kept one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mirabilia.arena.journal import Journal, read_games
from mirabilia.arena.match import run_match
from mirabilia.arena.settings import ArenaError, Entrant, Settings


def settings(**changes: Any) -> Settings:
    entrants = [Entrant("a", "random"), Entrant("b", "random")]
    return Settings(**{"game": "duel", "players": 2, "entrants": entrants, **changes})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    run_match(settings(), 4, out=path)
    return path


def test_one_line_for_the_settings_and_one_for_each_game(file: Path) -> None:
    assert len(file.read_bytes().splitlines()) == 5
    games, length = read_games(file, settings())
    assert sorted(games) == [0, 1, 2, 3]
    assert length == file.stat().st_size


def test_going_on_plays_only_what_is_missing(file: Path) -> None:
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], lines[3]]))  # as if game 1 and the end had been lost
    match = run_match(settings(), 4, out=file, resume=True)
    assert match.resumed == 2
    assert len(match.results) == 4
    fresh = run_match(settings(), 4)
    assert [result.untimed() for result in match.results] == [result.untimed() for result in fresh.results]


def test_a_finished_match_is_not_played_again_and_can_be_made_longer(file: Path) -> None:
    before = file.read_bytes()
    run_match(settings(), 4, out=file, resume=True)
    assert file.read_bytes() == before
    match = run_match(settings(), 6, out=file, resume=True)
    assert match.resumed == 4
    assert len(match.results) == 6
    assert file.read_bytes().startswith(before)


@pytest.mark.parametrize("cut", [1, 20, 300])
def test_half_a_line_at_the_end_is_cut_off(file: Path, cut: int) -> None:
    file.write_bytes(file.read_bytes()[:-cut])
    match = run_match(settings(), 4, out=file, resume=True)
    assert len(match.results) == 4
    assert match.resumed == 3
    games, length = read_games(file)
    assert len(games) == 4 and length == file.stat().st_size


def test_half_a_first_line_begins_anew(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:30])
    assert len(run_match(settings(), 2, out=file, resume=True).results) == 2
    assert len(read_games(file, settings())[0]) == 2


def test_without_resume_nothing_is_overwritten(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(ArenaError) as caught:
        run_match(settings(), 4, out=file)
    assert caught.value.code == "file_exists"
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "changes",
    [{"seed": 1}, {"mode": "gauntlet"}, {"version": "9"}, {"rules": "0"}, {"catalog": "x"}, {"patience": 3.0}],
)
def test_another_match_is_refused(file: Path, changes: dict[str, Any]) -> None:
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=next(iter(changes))) as caught:
        run_match(settings(**changes), 4, out=file, resume=True)
    assert caught.value.code == "other_match"
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n", b"{}\n", b'{"arena":99,"settings":{}}\n', b"\x00\xff\n"])
def test_files_that_are_no_match_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(ArenaError) as caught:
        run_match(settings(), 2, out=path, resume=True)
    assert caught.value.code == "file_damaged"
    assert path.read_bytes() == content


def test_a_damaged_line_in_the_middle_is_named(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"oops\n", *lines[3:]]))
    with pytest.raises(ArenaError, match="line 3"):
        run_match(settings(), 4, out=file, resume=True)


def test_two_matches_cannot_share_a_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "x.jsonl"
    with Journal(path, settings()), pytest.raises(ArenaError) as caught:
        Journal(path, settings(), resume=True)
    assert caught.value.code == "file_in_use"
    Journal(path, settings(), resume=True).close()


def test_a_place_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        run_match(settings(), 2, out=tmp_path)
    assert caught.value.code in ("file_unusable", "file_exists")
    with pytest.raises(ArenaError) as caught:
        run_match(settings(), 2, out=tmp_path / "no" / "folder")
    assert caught.value.code == "file_unusable"
