"""`bench` with tiny counts: that every number is there and means what it says, not how large it is."""

from __future__ import annotations

import json
import platform

import pytest

from mirabilia.cli.bench import command, history, measure, starts, subjects

TINY = ("--games", 5, "--runs", 1, "--no-starts")


def test_json_and_history_hold_every_number(run, tmp_path):
    file = tmp_path / "bench" / "history.jsonl"
    done = run("bench", "wonders", "-n", 3, *TINY, "--json", "--history", file)
    assert done.code == 0, done.err
    printed = json.loads(done.out)
    (result,) = printed["results"]
    assert (result["game"], result["players"]) == ("wonders", 3)
    wanted = {key for key, _, _ in command.ROWS if not key.startswith(("cold", "warm", "threads"))}
    assert wanted <= set(result)
    assert all(result[key] > 0 for key in wanted)
    assert result["options_worst_us"] >= result["options_mean_us"]
    assert result["quote_worst_us"] >= result["quote_mean_us"]
    assert [json.loads(line) for line in file.read_text().splitlines()] == [printed]
    assert platform.node() == "" or platform.node() not in json.dumps(printed["machine"])


def test_a_table_explains_how_it_was_measured(run, tmp_path):
    done = run("bench", "duel", *TINY, "--no-history")
    assert done.code == 0, done.err
    for what in (
        "random games, one core",
        "state of one game",
        "copy of a state",
        "step from Python",
        "CPU time of one",
    ):
        assert what in done.out
    assert "Appended" not in done.out


def test_the_history_grows_line_by_line(tmp_path):
    file = tmp_path / "history.jsonl"
    for number in range(3):
        history.append(file, history.entry([{"number": number}]))
    assert [json.loads(line)["results"] for line in file.read_text().splitlines()] == [
        [{"number": n}] for n in range(3)
    ]


def test_a_checkout_keeps_its_history_under_bench():
    file = history.default_file()
    assert file is None or file.parts[-2:] == ("bench", "history.jsonl")


def test_a_script_is_a_whole_game():
    script = subjects.Duel().script(1)
    assert script[-1][2] == -1
    assert all(following in (0, 1) for _, _, following in script[:-1])


def test_games_are_counted_to_fill_the_time():
    class Quick(subjects.Duel):
        def random_games(self, games, seed):
            import time

            return lambda: time.sleep(games * 1e-4)

    assert 300 <= measure.games_for(Quick(), 0.1) <= 1100


def test_jobs_run_at_the_same_time():
    import time

    assert measure.wall_time([lambda: time.sleep(0.2)] * 4) < 0.6


@pytest.mark.slow
def test_a_cold_start_compiles_and_a_warm_one_does_not():
    found = starts.starts("duel", 2, warm_runs=1)
    assert found["cold_start_cpu_s"] > 2 * found["warm_start_cpu_s"] > 0
    assert found["warm_peak_mib"] > 20
