"""The language of this terminal: chosen once when a command starts, from --lang or the environment.

Every word a person reads while playing comes from the catalogs of `mirabilia.locales`; the tools for developers and
for people who run a server (bench, doctor, serve and so on) speak English.
"""

from __future__ import annotations

import os

from mirabilia.errors import MirabiliaError
from mirabilia.locales import LANGUAGES, has_text, match_language, name_of, text

# The first of these that is set decides; the last three are what systems use for the language of messages.
VARIABLES = ("MIRABILIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")

_spoken = "en"


def speak(wanted: str | None) -> None:
    """Takes the language asked for, or the one of the environment."""
    global _spoken
    if wanted is None:
        _spoken = match_language(next((value for name in VARIABLES if (value := os.environ.get(name))), ""))
        return
    codes = [language.code for language in LANGUAGES]
    _spoken = match_language(wanted)
    if _spoken != wanted.replace("_", "-").split("-")[0].lower() and not wanted.lower().startswith(("no", "nn")):
        raise MirabiliaError(
            f"there is no language {wanted!r}; there are {', '.join(codes)}", code="bad_option", option="lang"
        )


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


def named(game: str, what: str, name: str) -> str:
    """The name of a thing of the catalog."""
    return name_of(_spoken, game, what, name).replace("\u00a0", " ")


def complaint(error: MirabiliaError) -> str:
    """An error for a person: in English what exactly is wrong; in other languages first what kind of thing it is."""
    key = f"error.{error.code}"
    if _spoken == "en" or not has_text(_spoken, key):
        return error.message
    return f"{t(key)} ({error.message})"
