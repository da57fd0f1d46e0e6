"""The cache of compiled rules: keyed by every source and data file, kept in our own folder, old folders removed.

Numba itself looks only at the file of a cached function, so that a changed card would silently keep its old behaviour;
these tests hold the remedy.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from mirabilia.engine import compiling, running
from mirabilia.engine.compiling import (
    Floats,
    Ints,
    cache_folder,
    cache_key,
    compiled,
    engine_of,
    is_warm,
)
from mirabilia.engine.records import ints
from mirabilia.engine.running import BY_NUMBA, cache_root, sources
from mirabilia.engine.sources import ENGINES, PACKAGE, RUNS_IT


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package's sources that the cache key is made from."""
    package = tmp_path / "mirabilia"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(running, "PACKAGE", package)
    cache_key.cache_clear()
    yield package
    cache_key.cache_clear()


def fresh_key(engine: str) -> str:
    cache_key.cache_clear()
    return cache_key(engine)


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        ("games/duel/catalog.toml", {"duel"}),
        ("games/duel/catalog.py", {"duel"}),
        ("games/wonders/catalog.toml", {"wonders"}),
        ("catalog/reading.py", {"duel", "wonders"}),
        ("engine/rng.py", {"duel", "wonders"}),
        ("engine/records.py", {"duel", "wonders"}),
        ("games/duel/rules/apply.py", {"duel"}),
        ("games/duel/rules/tables.py", {"duel"}),
        ("games/duel/game/game.py", set()),
        ("record/text.py", set()),
    ],
)
def test_the_key_changes_with_every_file_that_decides_behaviour(copied: Path, file: str, changes: set[str]) -> None:
    engines = {"duel": "mirabilia.games.duel.rules", "wonders": "mirabilia.games.wonders.rules"}
    before = {name: fresh_key(engine) for name, engine in engines.items()}
    path = copied / file
    path.write_bytes(path.read_bytes() + b"\n# changed\n")
    after = {name: fresh_key(engine) for name, engine in engines.items()}
    assert {name for name in engines if before[name] != after[name]} == changes


def test_one_changed_digit_of_a_card_changes_the_key(copied: Path) -> None:
    before = fresh_key("mirabilia.games.duel.rules")
    path = copied / "games" / "duel" / "catalog.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("coins = 4", "coins = 5", 1), encoding="utf-8")
    assert fresh_key("mirabilia.games.duel.rules") != before


def test_a_new_or_renamed_source_changes_the_key(copied: Path) -> None:
    before = fresh_key("mirabilia.games.duel.rules")
    (copied / "games" / "duel" / "rules" / "novelty.py").write_text("", encoding="utf-8")
    added = fresh_key("mirabilia.games.duel.rules")
    (copied / "games" / "duel" / "rules" / "novelty.py").rename(copied / "games" / "duel" / "rules" / "oddity.py")
    assert len({before, added, fresh_key("mirabilia.games.duel.rules")}) == 3


def test_checked_indices_have_a_cache_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    before = fresh_key("mirabilia.games.duel.rules")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert fresh_key("mirabilia.games.duel.rules") != before
    monkeypatch.undo()
    cache_key.cache_clear()


def test_every_source_of_the_rules_belongs_to_an_engine() -> None:
    covered = {path for engine in ENGINES for path in sources(engine)}
    rules = set(PACKAGE.glob("games/*/rules/*.py")) | set(PACKAGE.glob("engine/*.py"))
    rules -= {PACKAGE / f"engine/{name}.py" for name in RUNS_IT}
    assert rules | set(PACKAGE.glob("games/*/catalog.*")) <= covered


def test_a_module_compiles_into_the_engine_with_the_longest_name() -> None:
    assert engine_of("mirabilia.engine.rng") == "mirabilia.engine"
    assert engine_of("mirabilia.games.duel.rules.apply") == "mirabilia.games.duel.rules"
    with pytest.raises(RuntimeError, match="ENGINES"):
        engine_of("mirabilia.server.app")
    with pytest.raises(RuntimeError, match="ENGINES"):
        engine_of("mirabilia.enginex")


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MIRABILIA_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path
    assert cache_folder("mirabilia.games.duel.rules").parent == tmp_path
    assert not is_warm("mirabilia.games.duel.rules")


@pytest.mark.skipif(not BY_NUMBA, reason="only Numba keeps a cache by function")
def test_compiled_functions_are_cached_in_our_folder() -> None:
    from mirabilia.games.duel.rules.apply import apply

    assert is_warm("mirabilia.games.duel.rules")
    where = Path(apply.stats.cache_path)
    assert where.is_relative_to(cache_folder("mirabilia.games.duel.rules"))
    assert list(where.glob("*.nbi"))


def test_old_folders_are_removed_and_strangers_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIRABILIA_CACHE_DIR", str(tmp_path))
    for age in range(8):
        folder = tmp_path / f"games-duel-rules-{age:020d}"
        folder.mkdir()
        os.utime(folder, (1_000_000 - 1000 * age, 1_000_000 - 1000 * age))
    for name in ("games-wonders-rules-00000000000000000000", "engine-00000000000000000000", "notes"):
        (tmp_path / name).mkdir()
    compiling._prepared_folder.__wrapped__("mirabilia.games.duel.rules")
    left = sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("games-duel-rules-"))
    assert len(left) == compiling.KEPT_CACHES and cache_folder("mirabilia.games.duel.rules").name in left
    assert f"games-duel-rules-{0:020d}" in left and f"games-duel-rules-{7:020d}" not in left
    assert {"games-wonders-rules-00000000000000000000", "engine-00000000000000000000", "notes"} <= {
        path.name for path in tmp_path.iterdir()
    }


def test_numbas_own_switch_is_refused_with_a_hint() -> None:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    env.pop("MIRABILIA_PLAIN", None)
    env["MIRABILIA_NUMBA"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", "import mirabilia.engine.rng"], env=env, capture_output=True, text=True
    )
    assert done.returncode != 0 and "MIRABILIA_PLAIN=1" in done.stderr


def test_plain_mode_imports_no_compiler() -> None:
    code = "import sys, mirabilia; mirabilia.new_game('duel', seed=1); print('numba' in sys.modules)"
    env = {**os.environ, "MIRABILIA_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


class Inner(NamedTuple):
    """Numbers of one kind."""

    counts: Ints
    factor: float


class Group(NamedTuple):
    """What `weighted` works on."""

    inner: Inner
    weights: Floats
    first: int


def weighted(group: Group, more: int) -> float:
    """The sum of counts times weights, counting calls in the first count."""
    total = 0.0
    for k in range(group.first, len(group.inner.counts)):
        total += group.inner.counts[k] * group.weights[k] * group.inner.factor
    group.inner.counts[0] += more
    return total


def test_a_named_tuple_travels_as_one_argument() -> None:
    counts, weights = ints(4), [0.5, 1.0, 2.0, 4.0]
    for k in range(4):
        counts[k] = k + 1
    group = Group(Inner(counts, 10.0), np.array(weights), 1)
    weighted.__module__ = "mirabilia.engine.records"  # it must belong to an engine
    for times in (1, 2):  # at the latest the second time it comes out of the cache
        assert compiled(weighted)(group, 5) == 10.0 * (2 * 1.0 + 3 * 2.0 + 4 * 4.0)
        assert counts[0] == 1 + 5 * times


@pytest.fixture
def usual_ctrl_c():
    """Ctrl+C as Python itself hears it, whoever runs the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_ctrl_c")
def test_ctrl_c_waits_for_the_compiler_and_is_not_lost():
    steps = []
    with pytest.raises(KeyboardInterrupt), compiling.unbroken():
        os.kill(os.getpid(), signal.SIGINT)
        steps.append("finished")
    assert steps == ["finished"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("usual_ctrl_c")
def test_an_error_of_the_compiler_is_told_and_ctrl_c_is_heard_again():
    with pytest.raises(ValueError, match="no such type"), compiling.unbroken():
        raise ValueError("no such type")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("usual_ctrl_c")
def test_a_program_that_hears_ctrl_c_in_its_own_way_still_does():
    heard = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with compiling.unbroken():
        os.kill(os.getpid(), signal.SIGINT)
        assert heard == [signal.SIGINT]
