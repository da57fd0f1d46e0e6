"""`warmup` and `doctor`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mirabilia.cli import engines, warmup
from mirabilia.cli.look import make_console
from mirabilia.engine import compiling


def test_engines_are_those_with_compiled_functions():
    titles = [engine.title for engine in engines.engines()]
    assert titles[:2] == ["rules", "games/duel/rules"]
    for engine in engines.engines():
        assert engine.functions > 0 and engine.modules


# Only the smallest engine, in a process and a cache of its own.
PROGRAM = """
import sys
from mirabilia.cli import engines, main, warmup
warmup.engines = lambda: [engines.Engine("mirabilia.engine")]
sys.exit(main(["warmup"]))
"""


def test_the_second_warmup_compiles_nothing(tmp_path):
    def warm_up() -> str:
        environment = {**os.environ, "MIRABILIA_CACHE_DIR": str(tmp_path), "MIRABILIA_PLAIN": ""}
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    functions = engines.Engine("mirabilia.engine").functions
    assert f"{functions} functions compiled" in warm_up()
    again = warm_up()
    assert "all compiled" in again and "everything was compiled already" in again
    for stamp in tmp_path.rglob(engines.STAMP):  # without the stamp the functions are loaded, still not compiled
        stamp.unlink()
    again = warm_up()
    assert f"{functions} functions loaded" in again and "everything was compiled already" in again


class FakeEngine:
    """An engine of three functions, of which one is not compiled yet."""

    title, functions = "fake", 3

    def __init__(self, fault: Exception | None = None, is_complete: bool = False) -> None:
        self.cached, self.fault, self.is_complete, self.loaded = 2, fault, is_complete, False

    def load(self) -> None:
        self.loaded = True
        if self.fault:
            raise self.fault
        for name in ("a", "b", "c"):
            for listener in compiling.listeners:
                listener(f"fake.module.{name}", 0.1)
        self.cached = 3


def test_warming_tells_of_every_function_and_counts_the_compiled_ones(capsys):
    told: list[str] = []
    made, fault = warmup.warm(FakeEngine(), told.append, make_console(80))
    assert (made, fault) == (1, None)
    assert told == ["fake.module.a", "fake.module.b", "fake.module.c"]
    assert "1 function compiled" in capsys.readouterr().out
    assert not compiling.listeners


def test_a_complete_engine_is_not_even_loaded(capsys):
    engine = FakeEngine(is_complete=True)
    assert warmup.warm(engine, lambda name: None, make_console(80)) == (0, None)
    assert not engine.loaded


def test_an_engine_that_fails_is_reported_and_the_others_go_on(run, monkeypatch):
    good = FakeEngine()
    monkeypatch.setattr(warmup, "engines", lambda: [FakeEngine(ValueError("broken rule")), good])
    done = run("warmup")
    assert done.code == 1
    assert "failed: ValueError: broken rule" in done.out
    assert good.loaded and "Not ready" in done.out
    assert not compiling.listeners


def test_a_stamp_of_another_machine_does_not_count(monkeypatch, tmp_path):
    engine = engines.Engine("mirabilia.engine")
    monkeypatch.setattr(compiling, "cache_folder", lambda name: tmp_path)
    for number in range(engine.functions):
        (tmp_path / f"{number}.nbi").touch()
    assert not engine.is_complete
    (tmp_path / engines.STAMP).write_text("another machine")
    assert not engine.is_complete
    (tmp_path / engines.STAMP).write_text(engines.surroundings(), encoding="utf-8")
    assert engine.is_complete
    (tmp_path / "0.nbi").unlink()
    assert not engine.is_complete


def test_doctor_finds_everything_well_here(run):
    done = run("doctor")
    assert done.code == 0, done.out
    for what in (
        "Python",
        "numba",
        "numpy",
        "cache folder",
        "games/duel/rules",
        "data folder",
        "letters",
        "7 Wonders Duel, 2 players",
    ):
        assert what in done.out
    assert "failed: 0" in done.out


def test_doctor_speaks_json(run):
    lines = json.loads(run("doctor", "--json").out)
    assert {"what", "state", "detail", "advice"} == set(lines[0])
    assert {line["state"] for line in lines} <= {"ok", "warning"}


def test_doctor_finds_folders_that_cannot_be_written(run, monkeypatch):
    monkeypatch.setenv("MIRABILIA_DATA_DIR", os.devnull + "/data")
    done = run("doctor")
    assert done.code == 1
    assert "failed" in done.out and "set MIRABILIA_DATA_DIR" in done.out


def test_doctor_says_what_a_cold_cache_needs(run, monkeypatch, tmp_path):
    monkeypatch.setenv("MIRABILIA_CACHE_DIR", str(tmp_path / "cold"))
    done = run("doctor")
    assert "cold, 0 of" in done.out and "→ mirabilia warmup" in done.out


def test_doctor_outlives_a_broken_check(run, monkeypatch):
    from mirabilia.cli import doctor

    def games():
        raise RuntimeError("no rules")
        yield

    monkeypatch.setattr(doctor, "CHECKS", {"doctor.games": games})
    done = run("doctor")
    assert done.code == 1 and "RuntimeError: no rules" in done.out


@pytest.mark.parametrize("chosen", [None, "elsewhere"])
def test_the_data_folder(monkeypatch, tmp_path, chosen):
    from mirabilia.cli.files import data_folder

    if chosen is None:
        monkeypatch.delenv("MIRABILIA_DATA_DIR", raising=False)
        assert "mirabilia" in str(data_folder())
    else:
        monkeypatch.setenv("MIRABILIA_DATA_DIR", str(tmp_path / chosen))
        assert data_folder() == Path(tmp_path / chosen)
