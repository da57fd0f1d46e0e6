"""The README is true: its example runs, its links lead somewhere, its commands exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    winners, totals = re.match(r"\((.*)\) \[(.*)\]", capsys.readouterr().out).groups()
    assert winners
    assert len(totals.split(",")) == 3


def test_every_link_leads_to_a_file():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_document_named_in_the_text_exists():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for name in re.findall(r"\bdocs/[a-z-]+\.md\b", page.read_text(encoding="utf-8")):
            assert (ROOT / name).exists(), f"{page.name}: {name}"


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"^make ([a-z-]+)", README, flags=re.MULTILINE):
        assert re.search(rf"^{command}:", makefile, flags=re.MULTILINE), command
