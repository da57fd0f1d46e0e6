"""Bots of one's own, named by where their class is: `py:mybot.py:Mine`, or `py:package.module:Mine`.

What is named runs as code of this process, so only the person at the command line or a program may name it; the server
offers the bots of `BOT_NAMES` alone.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from mirabilia.bots.base import Bot, BotError

PREFIX = "py:"


def own_bot(name: str, seed: int) -> Bot:
    """The bot that a name means: its class is called with the seed. `BotError` says what is wrong with it."""
    where, _, what = name.removeprefix(PREFIX).rpartition(":")
    if not where or not what:
        raise _unknown(name, "a bot of your own is py:FILE.py:CLASS or py:MODULE:CLASS")
    try:
        make: Callable[[int], object] = getattr(_module(where), what)
    except AttributeError:
        raise _unknown(name, f"{where} has no {what}") from None
    except Exception as error:
        raise _unknown(name, f"{where} cannot be imported: {type(error).__name__}: {error}") from error
    try:
        bot = make(seed)
    except Exception as error:
        raise _unknown(name, f"{what}({seed}) raised {type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise _unknown(name, f"{what} makes a {type(bot).__name__}, not a mirabilia.bots.Bot")
    return bot


def _module(where: str) -> ModuleType:
    if not where.endswith(".py"):
        return importlib.import_module(where)
    file = Path(where).resolve()
    name = f"mirabilia_own_bot_{file.stem}_{abs(hash(file))}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def _unknown(name: str, fault: str) -> BotError:
    return BotError(f"{name[:80]}: {fault}", code="unknown_bot", bot=name[:80])
