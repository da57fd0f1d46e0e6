"""Reading the texts: one gettext catalog per language and domain, `<language>/<domain>.po`.

A msgid is a key such as `log.duel.draft`, never an English sentence. A text may hold named placeholders, `{card}`. In
a text with plural forms, msgid_plural names the placeholder that is counted. docs/translating.md says more. Babel,
of the extra `cli`, reads them, and is imported only then.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog

# What the page loads at once, and what it loads when someone opens the rules or a lesson.
FIRST_DOMAINS = ("names", "game", "page")
LATER_DOMAINS = ("rules",)
# What only the terminal says: a game there, and the command line with its help.
TERMINAL_DOMAINS = ("terminal", "commands")
# What the server says itself: pages without script, notifications.
SERVER_DOMAINS = ("server",)
DOMAINS = FIRST_DOMAINS + LATER_DOMAINS + TERMINAL_DOMAINS + SERVER_DOMAINS

PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
DEFAULT_COUNT = "n"


@dataclass(frozen=True)
class Language:
    """A language the texts exist in. `plurals` are the CLDR categories of its plural forms, in the catalog's order."""

    code: str
    name: str  # in the language itself
    direction: str
    plurals: tuple[str, ...]
    plural_forms: str  # the Plural-Forms header of its catalogs


# English first: it is the original, and what is shown where a translation should be missing.
LANGUAGES = (
    Language("en", "English", "ltr", ("one", "other"), "nplurals=2; plural=(n != 1);"),
    Language("et", "Eesti", "ltr", ("one", "other"), "nplurals=2; plural=(n != 1);"),
    Language(
        "ru",
        "Русский",
        "ltr",
        ("one", "few", "many"),
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    ),
    Language("tr", "Türkçe", "ltr", ("one", "other"), "nplurals=2; plural=(n != 1);"),
    Language("nb", "Norsk bokmål", "ltr", ("one", "other"), "nplurals=2; plural=(n != 1);"),
)
BY_CODE = {language.code: language for language in LANGUAGES}
ORIGINAL = "en"


@dataclass(frozen=True)
class Text:
    """One entry: a single form, or one form per plural category of its language."""

    forms: tuple[str, ...]
    count: str | None = None  # the placeholder whose number chooses the form

    @property
    def placeholders(self) -> frozenset[str]:
        """Every placeholder that occurs in any of the forms."""
        return frozenset(name for form in self.forms for name in PLACEHOLDER.findall(form))


def po_file(lang: str, domain: str) -> Traversable:
    """Where the catalog of a language and domain lies."""
    return files("mirabilia.locales") / lang / f"{domain}.po"


def read_catalog(lang: str, domain: str) -> Catalog:
    """The catalog as Babel reads it; an empty one when the file does not exist."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    file = po_file(lang, domain)
    if not file.is_file():
        return Catalog(locale=lang)
    return read_po(io.BytesIO(file.read_bytes()), locale=lang, abort_invalid=True)


@cache
def texts(lang: str, domain: str) -> dict[str, Text]:
    """The entries of a catalog by key, in its order; those not translated yet are left out."""
    found = {}
    for message in read_catalog(lang, domain):
        if isinstance(message.id, str):
            if message.id and message.string:
                found[message.id] = Text((str(message.string),))
        elif message.string and all(message.string):
            key, counted = message.id
            forms = tuple(message.string)
            named = any(f"{{{counted}}}" in form for form in forms)
            found[key] = Text(forms, counted if named else DEFAULT_COUNT)
    return found


@cache
def all_texts(lang: str) -> dict[str, Text]:
    """All entries of a language."""
    return {key: text for domain in DOMAINS for key, text in texts(lang, domain).items()}


@cache
def _locale(lang: str) -> Locale:
    from babel import Locale

    return Locale.parse(lang)


def plural_index(lang: str, number: int) -> int:
    """Which form of a text goes with a number: the same choice as Intl.PluralRules makes on the page."""
    plurals = BY_CODE[lang].plurals
    category = _locale(lang).plural_form(number)
    return plurals.index(category) if category in plurals else len(plurals) - 1


def fill(form: str, args: dict[str, object]) -> str:
    """Puts the arguments into the placeholders; one without an argument stays as it is."""
    return PLACEHOLDER.sub(lambda found: str(args.get(found[1], found[0])), form)
