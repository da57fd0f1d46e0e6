"""The core: equal to Numba and plain Python to the last bit, never one of other sources, taken over while running."""

from __future__ import annotations

import ctypes
import math
import os
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from mirabilia.engine import functions, native, running
from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.elf import shared_library
from mirabilia.engine.exponential import exp
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng, seed_rng

TESTS = Path(__file__).parents[1]
needs_core = pytest.mark.skipif(
    running.ONLY_PLAIN or running.BY_NUMBA or running.running().way != running.CORE, reason="there is no core here"
)


def python(*command: str, **environment: str) -> str:
    """What another Python process prints."""
    env = {name: value for name, value in os.environ.items() if name not in ("MIRABILIA_PLAIN", "MIRABILIA_NUMBA")}
    paths = os.pathsep.join([str(TESTS), *filter(None, [env.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *command], env={**env, "PYTHONPATH": paths, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@needs_core
@pytest.mark.parametrize("what", ["rules", "bots"])
def test_core_and_plain_python_agree_to_the_last_bit(what: str) -> None:
    program = str(TESTS / "ways.py")
    way, by_core = python(program, what).split()
    assert way == running.CORE
    assert python(program, what, MIRABILIA_PLAIN="1") == f"plain\n{by_core}"


@needs_core
@pytest.mark.slow
@pytest.mark.parametrize("what", ["rules", "bots"])
def test_core_and_numba_agree_to_the_last_bit(what: str) -> None:
    program = str(TESTS / "ways.py")
    assert python(program, what, MIRABILIA_NUMBA="1").split()[1] == python(program, what).split()[1]


@needs_core
def test_a_core_of_other_sources_is_never_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = running.running().core
    assert path is not None
    shutil.copy(path, tmp_path / path.name)
    assert running.loaded(tmp_path / path.name) is not None
    monkeypatch.setattr(running, "core_key", lambda: "0" * 20)
    assert running.loaded(tmp_path / path.name) is None
    (tmp_path / "torn.so").write_bytes(path.read_bytes()[:50_000])
    assert running.loaded(tmp_path / "torn.so") is None


@needs_core
def test_a_program_goes_over_to_a_core_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """The same game and searches, begun in plain Python and finished in the core."""
    path = running.running().core
    assert path is not None
    program = f"""
import hashlib, pathlib, shutil, sys, mirabilia
from mirabilia.bots import make_bot
from mirabilia.engine import running
change = sys.argv[1] == "change"
digest, ways = hashlib.sha256(), []
for name in ("duel", "wonders"):
    game, bot = mirabilia.new_game(name, players=2, seed=3), make_bot("hard", seed=1)
    for turn in range(8):
        if change and name == "wonders" and turn == 4:
            folder = running.core_folder()
            folder.mkdir(parents=True)
            shutil.copy({str(path)!r}, folder)
            assert running.adopt()
        seat = game.to_act[0]
        answer = bot.think(game.view(seat), game.options(seat), {{"simulations": 12}})
        digest.update(repr((answer.option.text, answer.analysis)).encode())
        game.play(seat, answer.option)
        ways.append(running.running().way)
print(ways[0], ways[-1], digest.hexdigest())
"""
    changed = python("-c", program, "change", MIRABILIA_CACHE_DIR=str(tmp_path), MIRABILIA_BUILD="0").split()
    steady = python("-c", program, "stay").split()
    assert changed[:2] == [running.PLAIN, running.CORE] and steady[:2] == [running.CORE] * 2
    assert changed[2] == steady[2]


@needs_core
def test_wrong_arrays_are_refused_before_the_core_reads_them() -> None:
    with pytest.raises(TypeError, match="int64"):
        seed_rng(np.zeros(4, np.int32), 1)
    with pytest.raises(TypeError, match="int64"):
        seed_rng([0, 0, 0, 0], 1)
    with pytest.raises(TypeError, match="contiguous"):
        seed_rng(ints(8)[::2], 1)
    with pytest.raises(TypeError):
        seed_rng(ints(4), 1.5)


@needs_core
def test_numbers_of_numpy_are_whole_numbers_too() -> None:
    one, other = new_rng(5), ints(4)
    seed_rng(other, np.int64(5))
    assert list(one) == list(other)


def test_the_exponential_function_is_good_to_one_unit_in_the_last_place() -> None:
    chance = random.Random(1)
    for _ in range(20_000):
        x = chance.uniform(-700, 700)
        assert abs(exp(x) - math.exp(x)) <= math.ulp(math.exp(x))
    assert exp(0.0) == 1.0 and exp(-1000.0) == 0.0 and exp(1000.0) == exp(709.0) > 1e307


OBJECT = """
target triple = "x86_64-unknown-linux-gnu"
@numbers = internal constant [3 x i64] [i64 5, i64 7, i64 11]
@count = internal global i64 0
define internal i64 @helper(i64 %k) noinline {
  %p = getelementptr [3 x i64], ptr @numbers, i64 0, i64 %k
  %n = load i64, ptr %p
  ret i64 %n
}
define i64 @NAME(i64 %k) {
  %c = load i64, ptr @count
  %d = add i64 %c, 1
  store i64 %d, ptr @count
  %n = call i64 @helper(i64 %k)
  %s = add i64 %n, %d
  ret i64 %s
}
"""


def object_of(text: str) -> bytes:
    llvm = pytest.importorskip("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine(
        reloc="pic", codemodel="default"
    )
    content: bytes = machine.emit_object(llvm.parse_assembly(text))
    return content


@pytest.mark.skipif(not sys.platform.startswith("linux") or os.uname().machine != "x86_64", reason="runs what it links")
def test_linked_libraries_run(tmp_path: Path) -> None:
    parts = [object_of(OBJECT.replace("NAME", name)) for name in ("one", "other")]
    (tmp_path / "both.so").write_bytes(shared_library(parts, "both.so"))
    library = ctypes.CDLL(str(tmp_path / "both.so"))
    for function in (library.one, library.other):
        function.argtypes, function.restype = [ctypes.c_int64], ctypes.c_int64
    assert [library.one(2), library.one(0), library.other(1)] == [12, 7, 8]  # each with a count of its own


def test_the_linker_refuses_what_is_not_inside() -> None:
    text = OBJECT.replace("NAME", "one").replace(
        "@numbers = internal constant", "@numbers = external global [3 x i64]\n;"
    )
    with pytest.raises(BuildFailed):
        shared_library([object_of(text)], "bad.so")
    with pytest.raises(BuildFailed, match="same name"):
        shared_library([object_of(OBJECT.replace("NAME", "one"))] * 2, "bad.so")


def test_a_thread_that_asks_meanwhile_gets_a_plain_function_with_all_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that call each other: neither is handed out while one of them lacks names."""
    names: dict[str, object] = {"last": 1}
    exec("def one(k):\n    return other(k - 1) if k else last\ndef other(k):\n    return one(k)", names)
    one, other = functions.Helper(names["one"]), functions.Helper(names["other"])  # type: ignore[arg-type]
    names.update(one=one, other=other)
    names["last"] = names.pop("last")  # comes after the functions
    got: list[int] = []
    threads = [threading.Thread(target=lambda helper=helper: got.append(helper.plain(3))) for helper in (one, other)]
    value = functions._plain_value

    def interrupted(given: object) -> object:
        if given == 1 and threads[0].ident is None:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(0.2)  # they wait, or have what is not whole yet
        return value(given)

    monkeypatch.setattr(functions, "_plain_value", interrupted)
    assert one.plain(3) == 1
    for thread in threads:
        thread.join()
    assert got == [1, 1]


def test_functions_without_an_entry_point_run_in_python() -> None:
    class Empty:
        def __getattr__(self, name: str) -> None:
            raise AttributeError(name)

    assert native.entry(Empty(), seed_rng, running_signature()) is None  # type: ignore[arg-type]


def running_signature() -> object:
    from mirabilia.engine.signatures import signature_of

    return signature_of(getattr(seed_rng, "function", None) or seed_rng.py_func)


def test_records_reach_the_core_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy names all fields of a record for a buffer, which took longer than most functions of the core."""
    from mirabilia.games.duel.rules.state import State

    states, asked = State.zeros(3), []
    kind, buffer = states.dtype, native._from_buffer
    monkeypatch.setattr(native, "_from_buffer", lambda array: asked.append(array.dtype.names) or buffer(array))
    for records in (states, states[1:2], np.frombuffer(states.tobytes(), kind)):
        assert native.place(records, kind, 1) == records.ctypes.data
    assert asked == [None] * 3
    for wrong in (states[::2], np.zeros(3), states.reshape(3, 1), None):
        with pytest.raises(TypeError):
            native.place(wrong, kind, 1)
