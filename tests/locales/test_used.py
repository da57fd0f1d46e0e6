"""Every text is shown somewhere: entries that no code asks for are found and have to go.

A key is asked for literally ("home.title"), by a pattern (`result.${kind}` on the page, f"result.{kind}" in Python;
what is put in stands for one part of a key), or as one of all keys under a beginning ("option.duel.").
"""

from __future__ import annotations

import re

from locales.sources import NAMED, asking, templates
from mirabilia.locales.catalogs import DOMAINS, ORIGINAL, texts


def test_every_text_is_shown_somewhere() -> None:
    names = re.compile(rf"(duel|wonders)\.({'|'.join(NAMED)})\.")
    # What is said about commands and their options is looked up by their place: tests/cli/test_wording.py.
    keys = [key for domain in DOMAINS for key in texts(ORIGINAL, domain) if not names.match(key)]
    keys = [key for key in keys if not key.startswith(("command.", "parameter."))]
    found = [key for key in keys if not asking(key)]
    assert not found, "nothing shows these texts; use them or remove them in all languages:\n  " + "\n  ".join(found)


def test_templates_are_read() -> None:
    source = "t(`a.${b ? `c.${d}` : `e.f`}.g`) + `h` + `i.${j({ k: 1 })}`"
    assert sorted(map(str, templates(source))) == sorted(
        map(str, [["c.", None, ""], ["e.f"], ["a.", None, ".g"], ["h"], ["i.", None, ""]])
    )


def test_an_unused_text_is_found() -> None:
    assert asking("home.title") and asking("result.you.civilian")
    assert not asking("no.such.thing") and not asking("home.no.such")
