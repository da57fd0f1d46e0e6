"""The page without a server in Firefox, where there is one: from the home page to a move without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firefox import Firefox
from needed import program
from sites import copied

OWES = "document.querySelector('.tablepage')?.dataset.owes === 'yes'"
MOVES = "Number(document.querySelector('.tablepage').dataset.moves)"


def test_firefox_plays_without_a_network(tmp_path: Path) -> None:
    program("need-site")
    found = shutil.which("firefox") or shutil.which("firefox-esr")
    if found is None:
        pytest.skip("there is no Firefox here")
    profile = tmp_path / "profile"
    profile.mkdir()
    with copied(tmp_path) as host, Firefox(Path(found), profile) as firefox:
        firefox.go(host.url)
        firefox.wait("document.querySelectorAll('.bigchoice select').length > 1")
        firefox.run("document.querySelector('.bigchoice button').click()")
        firefox.wait(OWES)
        host.stop()
        before = firefox.run(MOVES)
        firefox.run("document.querySelector('button.draftpick, .choice .choicelist button').click()")
        firefox.wait(f"{OWES} && {MOVES} > {before}")
