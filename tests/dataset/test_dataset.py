"""Data sets: every position is one of the games, shards are whole, an interrupted run goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mirabilia import dataset, encoding
from mirabilia.arena.pools import HerePool
from mirabilia.arena.schedule import Schedule
from mirabilia.arena.settings import Settings, parse_entrant
from mirabilia.cli.app import app

pytest.importorskip("pyarrow")


def settings(game: str = "duel", players: int = 2, seed: int = 1) -> Settings:
    entrants = [parse_entrant("one=random"), parse_entrant("two=random")]
    return Settings(game=game, players=players, entrants=entrants, seed=seed)


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3)])
@pytest.mark.parametrize("format", dataset.FORMATS)
def test_positions_come_back(tmp_path: Path, game: str, players: int, format: str) -> None:
    told: list[tuple[int, int]] = []
    count = dataset.write(
        settings(game, players), 4, tmp_path, format=format, shard=3, listen=lambda *n: told.append(n)
    )
    assert count > 100 and told[-1][0] == told[-1][1]
    rows = 0
    for batch in dataset.read(tmp_path, rows=50):
        assert len(batch) <= 50
        arrays = dataset.dense(batch, game, players)
        numbers = np.arange(len(batch))
        assert (arrays["mask"][numbers, arrays["action"]] == 1).all() and (arrays["mask"].sum(axis=1) > 1).all()
        assert ((arrays["outcome"] > 0) <= (arrays["points"] >= 0)).all()
        columns = dict(encoding.layout(game, players))
        assert (arrays["observation"][:, columns["seat"]][:, 0] == arrays["seat"]).all()
        rows += len(batch)
    assert rows == count


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3)])
def test_a_search_may_add_its_visits_and_value(tmp_path: Path, game: str, players: int) -> None:
    dataset.write(settings(game, players), 1, tmp_path, think=20)
    thought = 0
    for batch in dataset.read(tmp_path):
        arrays = dataset.dense(batch, game, players)
        visits = arrays["visits"].sum(axis=1)
        assert not arrays["visits"][arrays["mask"] == 0].any()
        assert ((visits == 20) | (visits == 0)).all()  # an end that is solved exactly has no visits
        assert ((arrays["value"] >= 0) & (arrays["value"] <= 1)).all()
        thought += (visits == 20).sum()
    assert thought > 20
    with pytest.raises(dataset.DatasetError, match="another data set"):
        dataset.write(settings(game, players), 1, tmp_path)


def test_either_edition_is_written_and_each_row_says_which(tmp_path: Path) -> None:
    runner = CliRunner()
    given = ["dataset", "wonders", "--players", "3", "--bots", "random,greedy", "--games", "1", "--jobs", "0"]
    column = encoding.column_names("wonders", 3).index("edition:2")
    for edition in (1, 2):
        folder = tmp_path / str(edition)
        answer = runner.invoke(app, [*given, "--edition", str(edition), "--folder", str(folder)])
        assert answer.exit_code == 0, answer.output
        rows = [dataset.dense(batch, "wonders", 3)["observation"][:, column] for batch in dataset.read(folder)]
        assert len(rows) and set(np.concatenate(rows)) == {edition - 1}


def test_a_preset_is_the_same_again_bit_by_bit(tmp_path: Path) -> None:
    chosen = dataset.preset("duel", "standard")
    assert chosen.games * len(Schedule(chosen.settings).lineups) >= 200_000
    for folder, shard in (("one", 4), ("two", 4), ("other", 3)):
        dataset.write(chosen.settings, 2, tmp_path / folder, shard=shard)
    files = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert len(files) == 4 and all(
        (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files
    )
    assert dataset.digest(tmp_path / "one") == dataset.digest(tmp_path / "other")
    card = dataset.card_of(tmp_path / "one", "standard")
    assert "in 12 games of 2 players" in card and "`normal` (6 seats)" in card
    assert dataset.digest(tmp_path / "one") in card
    with pytest.raises(dataset.DatasetError, match="there are: standard"):
        dataset.preset("duel", "huge")


def test_a_folder_that_cannot_be_written_is_noticed_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(dataset.DatasetError, match="cannot write into"):
        dataset.write(settings(), 1_000_000, tmp_path / "file" / "inside")


class Interrupted(HerePool):
    """Plays some games and then stops, as when somebody presses Ctrl+C."""

    def play(self, settings, games):
        for number, result in enumerate(super().play(settings, games)):
            if number == 5:
                raise KeyboardInterrupt
            yield result


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    wanted = dataset.write(settings(), 8, whole, shard=2)
    with pytest.raises(KeyboardInterrupt):
        dataset.write(settings(), 8, part, shard=2, pool=Interrupted())
    assert 0 < len(list(part.glob("shard-*"))) < 4
    begun: list[int] = []
    assert dataset.write(settings(), 8, part, shard=2, listen=lambda done, _: begun.append(done)) == wanted
    assert begun[0] == 4
    one = [batch.to_pylist() for batch in dataset.read(whole)]
    assert one == [batch.to_pylist() for batch in dataset.read(part)]


def test_another_match_is_refused(tmp_path: Path) -> None:
    dataset.write(settings(), 2, tmp_path)
    with pytest.raises(dataset.DatasetError, match="another data set"):
        dataset.write(settings(seed=2), 2, tmp_path)
    with pytest.raises(dataset.DatasetError, match="no data set"):
        list(dataset.read(tmp_path / "nowhere"))
    with pytest.raises(dataset.DatasetError, match="format"):
        dataset.write(settings(), 2, tmp_path, format="csv")
