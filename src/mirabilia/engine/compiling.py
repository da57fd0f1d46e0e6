"""How rule functions are compiled: typed by their annotations, cached under a key made of all their sources.

`@compiled` turns a plain Python function with annotations into one Numba function with exactly that signature.
Things that travel together go as one argument: a `NamedTuple` whose fields are annotated in the same way, read as
`group.field`. It may hold arrays, numbers and other such groups, and is made in Python or in compiled code.
Numba's own cache looks only at the file of the function itself: a changed card or a changed helper in another file
would silently keep the old behaviour. So each engine keeps its cache in a folder named by a hash over every source
and data file it is made of (`sources.py` lists them), and a new hash means a new folder.

Which of three ways runs the functions is decided in `running.py`. This module holds Numba's: it runs where
MIRABILIA_NUMBA=1 asks for it, and the build of a core starts from it. Otherwise a function is what `functions.py`
makes of it.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, get_type_hints, overload

from mirabilia.engine.running import BY_NUMBA, cache_root, hash_of, sources
from mirabilia.engine.sources import ENGINES

if TYPE_CHECKING:
    from numba.core.types import Type as NumbaType
    from numba.core.typing.templates import Signature

KEPT_CACHES = 4  # folders per engine; older ones are removed when a new one is made

F = TypeVar("F", bound=Callable[..., object])

# Called with the qualified name and the seconds it took, after each function; the build shows progress by it.
listeners: list[Callable[[str, float], None]] = []
# Functions and what Numba made of them.
made: list[tuple[Callable[..., object], Any]] = []


N = TypeVar("N")
T = TypeVar("T")


class Row(Protocol[N]):
    """A row of numbers."""

    @overload
    def __getitem__(self, place: int, /) -> N: ...
    @overload
    def __getitem__(self, place: slice, /) -> Row[N]: ...
    def __setitem__(self, place: int, value: N, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[N]: ...


class Annotation(Protocol):
    """What stands for a type of compiled code in an annotation."""

    def numba_type(self) -> NumbaType: ...


class Rows(Protocol[N]):
    """Rows of numbers, or of rows: two dimensions or more.

    `rows[i, j]` is quicker than `rows[i][j]` in compiled code; plain mode knows both.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: int, /) -> Row[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> N: ...
    @overload
    def __getitem__(self, place: slice, /) -> Rows[N]: ...
    def __setitem__(self, place: tuple[int, int], value: N, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Row[N]]: ...


class Tables(Protocol[N]):
    """Tables of numbers: three dimensions."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: int, /) -> Rows[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> Row[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int, int], /) -> N: ...
    @overload
    def __getitem__(self, place: slice, /) -> Tables[N]: ...
    def __setitem__(self, place: tuple[int, int, int], value: N, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Rows[N]]: ...


def stored(kind: str, dimensions: int = 1) -> Callable[[T], T]:
    """Decorator of an annotation: contiguous arrays of that element type, with one dimension or more."""

    def numba_type() -> NumbaType:
        from numba import types

        return types.Array(getattr(types, kind), dimensions, "C")

    def annotate(annotation: T) -> T:
        setattr(annotation, "numba_type", numba_type)  # noqa: B010  (a type checker need not know)
        setattr(annotation, "stored_as", (kind, dimensions, None))  # noqa: B010
        return annotation

    return annotate


@stored("int64")
class Ints(Row[int], Protocol):
    """Annotation: a contiguous array of int64."""


@stored("float64")
class Floats(Row[float], Protocol):
    """Annotation: a contiguous array of float64."""


if TYPE_CHECKING:
    Events = Ints | None
else:

    class Events:
        """Annotation: an array of int64 that receives event rows (`reporting.py`), or None. Compiled for both."""

        is_event_buffer = True


def compiled(function: F) -> F:
    """Makes a typed function one that Numba, the core or plain Python runs."""
    if BY_NUMBA:
        return _compile(function)
    from mirabilia.engine.functions import Function

    return cast(F, Function(cast(FunctionType, function)))


def plain_twin(twin: Callable[..., object]) -> Callable[[F], F]:
    """Names the function that plain mode runs in the place of one that is written for a compiler."""

    def name_it(function: F) -> F:
        setattr(function, "plain_twin", twin)  # noqa: B010  (a type checker need not know)
        return function

    return name_it


def engine_of(module: str) -> str:
    """The engine a module's functions belong to."""
    fitting = [name for name in ENGINES if module == name or module.startswith(name + ".")]
    if not fitting:
        raise RuntimeError(f"{module} is not listed in ENGINES: its cache would not notice changes of its sources")
    return max(fitting, key=len)


@cache
def cache_key(engine: str) -> str:
    """Hash over names and contents of all sources of an engine, and the switches that change machine code."""
    return hash_of(sources(engine), os.environ.get("NUMBA_BOUNDSCHECK", ""))


def cache_folder(engine: str) -> Path:
    """The folder of an engine's present sources."""
    return cache_root() / f"{engine.removeprefix('mirabilia.').replace('.', '-')}-{cache_key(engine)}"


def is_warm(engine: str) -> bool:
    """Whether machine code for the present sources is on disk."""
    return any(cache_folder(engine).rglob("*.nbi"))


@cache
def _prepared_folder(engine: str) -> Path:
    """Makes the folder and removes the oldest of its engine. Done once per process and engine."""
    folder = cache_folder(engine)
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        prefix = folder.name.rsplit("-", 1)[0] + "-"
        same = [path for path in folder.parent.iterdir() if path.name.rsplit("-", 1)[0] + "-" == prefix]
        for old in sorted(same, key=_age, reverse=True)[:-KEPT_CACHES]:
            shutil.rmtree(old, ignore_errors=True)
        _say(f"mirabilia: compiling {engine.removeprefix('mirabilia.')} (once, well under a minute) ...")
    with suppress(OSError):
        os.utime(folder)
    return folder


def _age(folder: Path) -> float:
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return float("inf")


def _say(line: str) -> None:
    """Tells a person at a terminal why the first start takes a while; programs reading our output see nothing."""
    if sys.stderr is not None and sys.stderr.isatty() and not listeners:
        print(line, file=sys.stderr)


class _Config(Protocol):
    """What we ask of Numba's settings, which it makes when it is loaded."""

    CACHE_DIR: str
    DISABLE_JIT: int


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Numba reads its cache folder when a function is decorated; ours is set only for our own functions."""
    import numba

    config = cast(_Config, numba.config)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@contextmanager
def unbroken() -> Iterator[None]:
    """Holds Ctrl+C back until a function is compiled or loaded.

    Inside the compiler an interruption would be lost (callbacks from C swallow it) or end in an error of its own.
    """
    before = signal.getsignal(signal.SIGINT)
    ours = before is signal.default_int_handler and threading.current_thread() is threading.main_thread()
    if not ours:  # whoever wants to hear of it in another way does so
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _compile(function: F) -> F:
    import numba

    if cast(_Config, numba.config).DISABLE_JIT:
        raise RuntimeError("use MIRABILIA_PLAIN=1 instead of NUMBA_DISABLE_JIT=1 to run the rules uncompiled")
    started = time.perf_counter()
    engine = engine_of(function.__module__)
    folder = _prepared_folder(engine)
    hints = get_type_hints(function)
    with _cache_in(folder), unbroken():
        dispatcher: Any = numba.njit(_signatures(hints), cache=True, nogil=True, error_model="numpy")(function)
    where = dispatcher.stats.cache_path
    if not Path(where).is_relative_to(folder):
        raise RuntimeError(f"{function.__qualname__} was cached in {where}, not in {folder}")
    made.append((function, dispatcher))
    for listener in listeners:
        listener(f"{function.__module__}.{function.__qualname__}", time.perf_counter() - started)
    return cast(F, dispatcher)


def _signatures(hints: dict[str, object]) -> list[Signature]:
    """What a function is compiled for: one signature, or two for a function that may report events."""
    from numba import types

    result = _numba_type(hints.pop("return"))
    buffers = (types.none, types.int64[::1]) if Events in hints.values() else (types.none,)
    return [result(*(buffer if hint is Events else _numba_type(hint) for hint in hints.values())) for buffer in buffers]


def _numba_type(hint: object) -> NumbaType:
    import numba

    types: ModuleType = numba.types  # only a part of it has types of its own
    simple: dict[object, NumbaType] = {
        None: types.void,
        type(None): types.void,
        int: types.int64,
        float: types.float64,
        bool: types.boolean,
    }
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        fields = [_numba_type(hints[name]) for name in hint._fields]
        same = all(field == fields[0] for field in fields)  # Numba has a kind of its own for equal fields
        group: NumbaType = types.NamedUniTuple(fields[0], len(fields), hint) if same else types.NamedTuple(fields, hint)
        return group
    return cast(Annotation, hint).numba_type()
