"""`build-core` and `doctor`."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from mirabilia.engine.build import BuildFailed, core
from mirabilia.engine.build.targets import TARGETS
from mirabilia.engine.running import file_name


@pytest.fixture
def built(monkeypatch):
    """In place of the build: a file that is whole for each target, and what was asked for."""
    asked = []

    def make(targets, into, listener):
        asked.extend(target.name for target in targets)
        for target in targets:
            (into / file_name(target)).write_bytes(hashlib.sha256(b"").digest())

    monkeypatch.setattr(core, "_make", make)
    return asked


def test_a_core_that_is_there_is_not_built_again(run, built, tmp_path):
    asking = ("build-core", "--out", str(tmp_path), "--target", "linux-aarch64")
    assert "Built in" in run(*asking).out
    assert "Already built" in run(*asking).out
    assert built == ["linux-aarch64"]


def test_cores_for_every_platform_at_once(run, built, tmp_path):
    assert run("build-core", "--out", str(tmp_path), "--target", "all").code == 0
    assert built == list(TARGETS)


def test_a_platform_that_there_is_not(run, tmp_path):
    done = run("build-core", "--out", str(tmp_path), "--target", "amiga")
    assert done.code == 2 and "amiga" in done.err and "linux-aarch64" in done.err


def test_a_build_that_fails_says_why_in_one_line(run, monkeypatch, tmp_path):
    def fail(targets, into, listener):
        raise BuildFailed("there is no linker")

    monkeypatch.setattr(core, "_make", fail)
    done = run("build-core", "--out", str(tmp_path))
    assert done.code == 1 and done.out.strip() == "The core could not be built: there is no linker"


def test_doctor_finds_everything_well_here(run):
    done = run("doctor")
    assert done.code == 0, done.out
    for what in (
        "Python",
        "numpy",
        "cache folder",
        "rules",
        "data folder",
        "characters",
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


def test_doctor_says_what_to_do_without_a_core(run, monkeypatch):
    from mirabilia.engine import running

    monkeypatch.setattr(running, "running", lambda: running.Running(running.PLAIN, "none"))
    done = run("doctor")
    assert "there is no core" in done.out and "→ mirabilia build-core" in done.out


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
