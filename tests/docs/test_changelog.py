"""The changelog: versions with dates, at most ten lines each, the newest being the version of the package."""

from __future__ import annotations

import re
from pathlib import Path

import mirabilia

ROOT = Path(__file__).parents[2]
VERSIONS = re.findall(
    r"^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)\n\n((?:- .*\n?(?:  .*\n?)*)+)",
    (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_versions_go_down_and_the_newest_is_the_package_s() -> None:
    numbers = [tuple(map(int, version.split("."))) for version, _, _ in VERSIONS]
    assert len(numbers) >= 4 and numbers == sorted(numbers, reverse=True)
    assert VERSIONS[0][0] == mirabilia.__version__
    dates = [date for _, date, _ in VERSIONS]
    assert dates == sorted(dates, reverse=True)


def test_a_version_takes_at_most_ten_lines() -> None:
    for version, _, lines in VERSIONS:
        assert 1 <= len(re.findall(r"^- ", lines, re.MULTILINE)) <= 10, version


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert not {page for page in pages if f"({page})" not in index}
