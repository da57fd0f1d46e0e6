"""Lists, numbers, percentages and dates as each language writes them: "wood, stone and ore", "%45", "1 234".

The page asks the browser (Intl) for the same; both take their rules from CLDR, so the two agree. English is British,
as its texts are. Babel is imported when something is written: the engine and the study run without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from mirabilia.locales.catalogs import ORIGINAL

# The texts are British: no comma before the "and" of a list, day before month.
REGION = {ORIGINAL: "en_GB"}
MINUS = "−"


def _cldr(lang: str) -> str:
    return REGION.get(lang, lang)


def all_of(lang: str, parts: Sequence[str]) -> str:
    """The parts as a list that means all of them.

    >>> all_of("en", ["wood", "stone", "ore"]), all_of("tr", ["odun", "taş"])
    ('wood, stone and ore', 'odun ve taş')
    """
    from babel.lists import format_list

    return format_list(list(parts), style="standard", locale=_cldr(lang))


def one_of(lang: str, parts: Sequence[str]) -> str:
    """The parts as a list that means one of them.

    >>> one_of("nb", ["tømmer", "stein"])
    'tømmer eller stein'
    """
    from babel.lists import format_list

    return format_list(list(parts), style="or", locale=_cldr(lang))


def number(lang: str, value: float, digits: int | None = None) -> str:
    """A number with the language's separators and a true minus sign; with as many digits behind the point as it has.

    >>> number("en", -1234), number("ru", 12.5), number("ru", 12.5, 2)
    ('−1,234', '12,5', '12,50')
    """
    from babel.numbers import format_decimal

    pattern = None if digits is None else "#,##0" + ("." + "0" * digits if digits else "")
    return str(format_decimal(value, pattern, locale=_cldr(lang))).replace("-", MINUS)


def signed(lang: str, value: float) -> str:
    """A number that always shows its sign, except zero.

    >>> signed("en", 3), signed("en", -1), signed("en", 0)
    ('+3', '−1', '0')
    """
    return f"+{number(lang, value)}" if value > 0 else number(lang, value)


def rating(value: float) -> str:
    """A rating such as Elo: a whole number with its sign, except zero, and without separators in any language.

    >>> rating(1204.3), rating(-12), rating(0)
    ('+1204', '−12', '0')
    """
    return f"{round(value):+d}".replace("-", MINUS) if round(value) else "0"


def percent(lang: str, share: float, digits: int = 0) -> str:
    """A share of 1 as a percentage.

    >>> percent("en", 0.45), percent("tr", 0.45), percent("nb", 0.455, 1)
    ('45%', '%45', '45,5\\xa0%')
    """
    from babel import Locale
    from babel.numbers import format_percent

    pattern = Locale.parse(_cldr(lang)).percent_formats[None].pattern
    if digits:
        pattern = pattern.replace("0", "0." + "0" * digits)
    return str(format_percent(share, pattern, locale=_cldr(lang))).replace("-", MINUS)


def day(lang: str, when: date) -> str:
    """A date in words.

    >>> day("en", date(2026, 5, 1)), day("et", date(2026, 5, 1))
    ('1 May 2026', '1. mai 2026')
    """
    from babel.dates import format_date

    return str(format_date(when, "long", locale=_cldr(lang)))
