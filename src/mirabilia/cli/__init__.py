"""The command line: `mirabilia play | replay | verify | new-deal | bench | build-core | doctor`.

`main` is the console entry. It turns every error a person can cause into one clear line and exit code 2; with
MIRABILIA_DEBUG=1 the traceback is shown instead. Command bodies are imported when they run, so that `--help` is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

EXIT_FAILED = 1  # a check said no: `doctor`, `verify`
EXIT_WRONG = 2  # wrong usage, a damaged file, an impossible deal
EXIT_INTERRUPTED = 130  # as shells report Ctrl+C

# The packages by which a missing extra shows (pyproject.toml has all of them).
EXTRAS = {
    "cli": ("typer", "rich", "openskill", "babel", "platformdirs"),
    "server": ("fastapi", "starlette", "anyio", "uvicorn", "websockets", "httptools", "uvloop", "pydantic")
    + ("pydantic_settings", "sqlalchemy", "alembic", "structlog", "prometheus_client", "segno", "py_vapid")
    + ("cryptography", "dotenv"),
    "postgres": ("psycopg",),
    "cluster": ("ray",),
    "rl": ("pettingzoo", "gymnasium", "pyspiel", "pyarrow"),
    "train": ("torch",),
    "build": ("numba",),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    from mirabilia.errors import MirabiliaError

    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        from mirabilia.cli.app import app
        from mirabilia.cli.behind import listen
        from mirabilia.cli.wording import PROGRAM, worded

        listen()

        code = worded(app, words).main(args=words, prog_name=PROGRAM, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        return _complain(_text("usage.interrupted"), EXIT_INTERRUPTED)
    except MirabiliaError as error:
        if debugging():
            raise
        from mirabilia.cli.language import complaint

        return _complain(complaint(error), EXIT_WRONG)
    except Exception as error:
        if _is_usage(error):
            return _explain_usage(error)
        if debugging():
            raise
        extra = extra_with(error.name) if isinstance(error, ModuleNotFoundError) else None
        if extra is not None and isinstance(error, ModuleNotFoundError):
            install = f"pip install 'mirabilia[{extra}]'"
            if extra == "cli":  # without it there are no texts either
                return _complain(f"this needs the package {error.name}, which comes with: {install}", EXIT_WRONG)
            return _complain(_text("usage.needs_extra", package=error.name, command=install), EXIT_WRONG)
        what = str(error).strip() or type(error).__name__
        return _complain(_text("usage.unexpected", kind=type(error).__name__, fault=what), EXIT_WRONG)


def _text(key: str, **args: object) -> str:
    from mirabilia.cli.language import t

    return t(key, **args)


def _is_usage(error: Exception) -> bool:
    """Whether the parser of command lines complains; asked without loading it, since it may be missing."""
    return type(error).__module__.startswith("typer.")


def _explain_usage(error: Exception) -> int:
    """A wrong command line: one line, or the help where a command is missing altogether."""
    from typer import Abort

    from mirabilia.cli.typer_inside import fault_of
    from mirabilia.cli.wording import usage_fault

    if isinstance(error, Abort):
        return _complain(_text("usage.interrupted"), EXIT_INTERRUPTED)
    fault = fault_of(error)
    assert fault is not None
    return EXIT_WRONG if fault.kind == "help" else _complain(usage_fault(fault), EXIT_WRONG)


def extra_with(package: str | None) -> str | None:
    """The extra that brings a package along; None if it is not one of ours."""
    name = (package or "").partition(".")[0]
    return next((extra for extra, packages in EXTRAS.items() if name in packages), None)


def debugging() -> bool:
    """Whether the person wants tracebacks."""
    return os.environ.get("MIRABILIA_DEBUG", "") not in ("", "0")


def _complain(what: str, code: int) -> int:
    print("mirabilia: " + " ".join(what.split()), file=sys.stderr)
    return code
