"""Bots: they get a view and their options and choose one.

Names are handed out lazily, so that importing one bot does not load the compiled engines of all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mirabilia.bots.base import Answer, Bot, BotError, Limits
    from mirabilia.bots.registry import BOT_NAMES, LEVELS, STYLES, make_bot

_HOMES = {
    "Answer": "base",
    "Bot": "base",
    "BotError": "base",
    "Limits": "base",
    "BOT_NAMES": "registry",
    "LEVELS": "registry",
    "STYLES": "registry",
    "make_bot": "registry",
}

__all__ = ["BOT_NAMES", "LEVELS", "STYLES", "Answer", "Bot", "BotError", "Limits", "make_bot"]


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"mirabilia.bots.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
