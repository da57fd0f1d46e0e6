"""Every text is shown somewhere: entries that no code asks for are found and have to go.

A key is asked for literally ("home.title"), by a pattern (`result.${kind}` on the page, f"result.{kind}" in Python;
what is put in stands for one part of a key), or as one of all keys under a beginning ("option.duel.").
"""

from __future__ import annotations

import re

from locales.sources import AWAITED, NAMED, asking, templates
from locales.test_coverage import all_effect_keys, name_keys
from mirabilia.locales.catalogs import DOMAINS, ORIGINAL, all_texts, texts


def test_every_text_is_shown_somewhere() -> None:
    names = re.compile(rf"(duel|wonders)\.({'|'.join(NAMED)})\.")
    # What is said about commands and their options is looked up by their place: tests/cli/test_wording.py.
    keys = [key for domain in DOMAINS for key in texts(ORIGINAL, domain) if not names.match(key)]
    keys = [key for key in keys if not key.startswith(("command.", "parameter."))]
    found = [key for key in keys if not asking(key) and key not in AWAITED]
    assert not found, "nothing shows these texts; use them or remove them in all languages:\n  " + "\n  ".join(found)


def test_texts_that_wait_for_the_second_edition_are_not_shown_yet() -> None:
    shown = {key for key in AWAITED - set(name_keys()) if not key.startswith(("wonders.", "effect.")) and asking(key)}
    shown |= AWAITED & {*name_keys(), *all_effect_keys()}
    assert not shown, f"shown by now, so they leave the list: {shown}"
    assert set(all_texts(ORIGINAL)) >= AWAITED


def test_templates_are_read() -> None:
    source = "t(`a.${b ? `c.${d}` : `e.f`}.g`) + `h` + `i.${j({ k: 1 })}`"
    assert sorted(map(str, templates(source))) == sorted(
        map(str, [["c.", None, ""], ["e.f"], ["a.", None, ".g"], ["h"], ["i.", None, ""]])
    )


def test_an_unused_text_is_found() -> None:
    assert asking("home.title") and asking("result.you.civilian")
    assert not asking("no.such.thing") and not asking("home.no.such")
