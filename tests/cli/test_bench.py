"""`bench` with tiny counts: that every number is there and means what it says, not how large it is."""

from __future__ import annotations

import json
import platform
import threading
import time

import pytest

from mirabilia.bots import Limits, make_bot
from mirabilia.cli.bench import bots, command, history, measure, starts, subjects

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
    assert "{" not in done.out  # every placeholder is filled


def test_bots_are_measured_over_whole_games(run, tmp_path):
    file = tmp_path / "history.jsonl"
    done = run("bench", "bots", "-n", 3, "--runs", 1, "--seconds", 1, "--json", "--history", file)
    assert done.code == 0, done.err
    results = json.loads(done.out)["results"]
    assert [(result["game"], result["players"]) for result in results] == [("duel", 2), ("wonders", 3)]
    for result in results:
        assert all(result[key] > 0 for key, _, _ in bots.ROWS)
        assert 30 < result["questions"] < 130
        assert result["over_limit"] >= 0.9  # the time allowed is used
    assert json.loads(file.read_text())["results"] == results


def test_thinking_counts_every_simulation_of_every_question():
    questions = bots.questions_of(subjects.Duel(), 3)[:5]
    spent, simulations = bots.thinking(make_bot("search", 1), questions, Limits(simulations=40))
    assert spent > 0
    assert simulations == 5 * 40


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


def test_runs_are_long_enough_although_the_first_call_is_slow():
    """Loading machine code in the first call must not be taken for slow games."""

    class SlowAtFirst(subjects.Duel):
        calls = 0

        def random_games(self, games, seed):
            def job():
                self.calls += 1
                spend(0.3 if self.calls == 1 else games * 1e-4)

            return job

    assert 300 <= measure.games_for(SlowAtFirst(), 0.1) <= 1100


def spend(seconds):
    """Uses up that much CPU time."""
    started = time.thread_time()
    while time.thread_time() - started < seconds:
        pass


def test_a_run_chosen_by_time_really_takes_it():
    subject = subjects.Duel()
    games = measure.games_for(subject, 0.05)
    assert games > 200
    assert measure.one_core(subject, games, 3)["run_cpu_s"] > 0.01


def test_jobs_run_at_the_same_time():
    together = threading.Barrier(4)
    assert measure.wall_time([lambda: together.wait(60)] * 4) > 0
    assert not together.broken, "each waits for the three others"


@pytest.mark.slow
def test_a_cold_start_compiles_and_a_warm_one_does_not():
    found = starts.starts("duel", 2, warm_runs=1)
    assert found["cold_start_cpu_s"] > 2 * found["warm_start_cpu_s"] > 0
    assert found["warm_peak_mib"] > 20


def test_batches_are_measured_beside_other_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    from mirabilia.cli.bench import batch
    from mirabilia.cli.bench.subjects import Duel

    monkeypatch.setattr(batch, "GAMES_AT_ONCE", 64)
    monkeypatch.setattr(batch, "STEPS", 6)
    result = batch.measure_batch(Duel(), 1)
    assert {key for key, _, _ in batch.ROWS} - set(result) <= {"pettingzoo", "pettingzoo_ratio"}
    assert result["decisions_per_cpu_second"] > result["open_spiel"] > 0


def test_the_start_is_measured_beside_its_aims(run, monkeypatch):
    from mirabilia.cli.bench import start

    monkeypatch.setattr(start, "CHECKOUT", None)  # nothing is installed or built for a test
    monkeypatch.setattr(start, "MEASURES", (start.sizes, start.first_decisions, start.warm_play))
    found = json.loads(run("bench", "start", "--runs", 1, "--no-starts", "--json").out)
    assert set(found) == {"playing_mb", "engine_mb", "first_cpu_s", "first_core_s"}
    assert all(now > 0 and old is None for now, old in found.values())
    assert found["playing_mb"] > found["engine_mb"]
    assert set(found) <= set(start.AIMS)


def test_the_start_is_measured_beside_another_checkout(run, monkeypatch, tmp_path):
    """Each side is asked for each rate in turn; the other side imports its own package."""
    from mirabilia.cli.bench import start

    (tmp_path / "src" / "mirabilia" / "cli" / "bench").mkdir(parents=True)
    (tmp_path / "src" / "mirabilia" / "__init__.py").touch()
    program = """
import mirabilia, sys
speed = 4 if mirabilia.__path__[0].startswith(FOLDER) else 6
print(flush=True)
for line in sys.stdin:
    print(speed := 2 * speed, flush=True)
"""
    monkeypatch.setattr(start, "RATES", program.replace("FOLDER", repr(str(tmp_path))))
    monkeypatch.setattr(start, "MEASURES", (start.rates,))
    found = json.loads(run("bench", "start", "--runs", 3, "--against", tmp_path, "--json").out)
    assert found == {key: [1.5, 1.0] for key in start.RATIOS}


def test_a_folder_without_a_checkout_cannot_be_compared_with(run, tmp_path):
    done = run("bench", "start", "--against", tmp_path)
    assert done.code == 2 and str(tmp_path) in done.err
