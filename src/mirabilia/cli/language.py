"""The language of this terminal: chosen once when a command starts, from --lang or the environment.

Every word a person reads comes from the catalogs of `mirabilia.locales`: games, help, what commands say and complain
about. English stay the names of commands and options, moves as records write them, what is printed for programs
(`--json`), and the log of the server.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence

from mirabilia.errors import MirabiliaError
from mirabilia.locales import (
    LANGUAGES,
    all_of,
    has_text,
    match_language,
    name_of,
    number,
    one_of,
    percent,
    signed,
    text,
)
from mirabilia.locales.catalogs import ORIGINAL

# The first of these that is set decides; the last three are what systems use for the language of messages.
VARIABLES = ("MIRABILIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

LANGUAGE_OPTION = "--lang"

_spoken = ORIGINAL


class Complaint(MirabiliaError):
    """A fault whose message is in the language of the terminal already."""


def complain(key: str, code: str, /, **args: object) -> Complaint:
    """An error to raise, worded by a text: `raise complain("files.unwritable", "no_file", file=file)`."""
    return Complaint(t(key, **args), code=code)


def speak_early(wanted: str | None) -> None:
    """The language for help and complaints, before the command line has been read; a wrong one is refused later."""
    try:
        speak(wanted)
    except MirabiliaError:
        speak(None)


def speak(wanted: str | None) -> None:
    """Takes the language asked for, or the one of the environment."""
    global _spoken
    if wanted is None:
        _spoken = match_language(next((value for name in VARIABLES if (value := os.environ.get(name))), ""))
        return
    codes = [language.code for language in LANGUAGES]
    _spoken = match_language(wanted)
    if _spoken != wanted.replace("_", "-").split("-")[0].lower() and not wanted.lower().startswith(("no", "nn")):
        speak(None)
        raise complain("usage.no_language", "bad_option", name=wanted, choices=one_in_words(codes))


def speak_english() -> None:
    """For what programs read: `--json` says the same everywhere."""
    speak(ORIGINAL)


def speak_if_asked(wanted: str | None) -> None:
    """The option behind a command; without it the one before the command has decided."""
    if wanted is not None:
        speak(wanted)


def spoken() -> str:
    """The code of the language in use."""
    return _spoken


def t(key: str, /, **args: object) -> str:
    """A text in the language of this terminal; all its spaces are plain, since lines are drawn letter by letter."""
    return text(_spoken, key, **args).replace("\u00a0", " ")


def known(key: str) -> bool:
    """Whether there is a text of that key."""
    return has_text(ORIGINAL, key)


def all_in_words(parts: Sequence[str]) -> str:
    """ "a, b and c" in the language of this terminal."""
    return all_of(_spoken, list(parts))


def one_in_words(parts: Sequence[str]) -> str:
    """ "a, b or c" in the language of this terminal."""
    return one_of(_spoken, list(parts))


def signed_figure(value: float) -> str:
    """A number that shows its sign, in this terminal's language."""
    return signed(_spoken, value)


def figure(value: float, digits: int = 0) -> str:
    """A number as the language writes it, with this many decimals."""
    return number(_spoken, value, digits).replace("\u00a0", " ")


def share(value: float) -> str:
    """A percentage as the language writes it."""
    return percent(_spoken, value).replace("\u00a0", " ")


def named(game: str, what: str, name: str) -> str:
    """The name of a thing of the catalog."""
    return name_of(_spoken, game, what, name).replace("\u00a0", " ")


def complaint(error: MirabiliaError) -> str:
    """An error for a person: in English what exactly is wrong; in other languages what kind of thing it is, and then
    what the library says about it, named as a technical detail in English."""
    key = f"error.{error.code}"
    if isinstance(error, Complaint):
        return error.message
    if _spoken == "en" or not has_text(_spoken, key):
        return error.message
    return t("usage.detail", error=t(key), detail=error.message)


def trouble(error: OSError) -> str:
    """What the system has against a file, in the language of this terminal where it is one of the usual things."""
    key = f"files.fault.{errno.errorcode.get(error.errno or 0, '').lower()}"
    return t(key) if has_text(_spoken, key) else str(error.strerror or error)
