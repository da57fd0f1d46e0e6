"""A language nobody speaks: English with marks on its letters and a third longer, to see what a layout does to it.

Text that stays plain English on a page made with it was written in code, not in the catalogs; text that is cut off or
runs over would be cut off in a long language too. `python -m mirabilia.locales.build FOLDER --pseudo` writes it as
`qps.json` and `qps.rules.json`; it is never in the list of languages.
"""

from __future__ import annotations

import re

from mirabilia.json_types import JsonObject
from mirabilia.locales.catalogs import ORIGINAL, PLACEHOLDER, texts

CODE = "qps"
LONGER = 0.3
_MARKED = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
_FILL = "~"


def marked(form: str) -> str:
    """A text with marks on its letters; placeholders stay as they were.

    >>> marked("Build {card}")
    'Búíld {card}'
    """
    parts = PLACEHOLDER.split(form)
    return "".join(part.translate(_MARKED) if at % 2 == 0 else f"{{{part}}}" for at, part in enumerate(parts))


def pseudo(form: str) -> str:
    """One text in the pseudo language: placeholders as they were, the rest marked, a third longer, between brackets.

    >>> pseudo("Build {card}")
    '[Búíld {card} ~~~~]'
    """
    # The filling breaks where a long sentence would.
    length = max(3, round(len(form) * LONGER))
    filling = re.sub(rf"({re.escape(_FILL)}{{8}})(?=.)", r"\1 ", _FILL * length)
    return f"[{marked(form)} {filling}]"


def pseudo_bundle(bundle: JsonObject) -> JsonObject:
    """A bundle of texts as the page loads it, all in the pseudo language.

    Names keep their length: cards have limited room, and a test of their own.
    """
    names = texts(ORIGINAL, "names")
    made: JsonObject = {}
    for key, entry in bundle.items():
        change = marked if key in names else pseudo
        forms = entry if isinstance(entry, dict) else {"": entry}
        changed = {name: form if name == "by" else change(form) for name, form in forms.items()}
        made[key] = changed if isinstance(entry, dict) else changed[""]
    return made
