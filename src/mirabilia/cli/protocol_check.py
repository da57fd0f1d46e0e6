"""`mirabilia protocol-check CMD`: tests a bot and explains in plain words what is wrong."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.text import Text

from mirabilia.cli import EXIT_FAILED
from mirabilia.cli.language import complain, spoken, t


def run(command: list[str], handshake: float, grace: float) -> None:
    """One line per check; exit code 1 if one failed."""
    from mirabilia.protocol.check import check_bot

    # One argument is a command line in quotes, several are its words.
    words: str | list[str] = command[0] if len(command) == 1 else command
    if not "".join(command).strip():
        raise complain("check.empty", "bad_option")
    console = Console(highlight=False, soft_wrap=True)
    failed = count = 0
    for finding in check_bot(words, handshake=handshake, grace=grace, lang=spoken()):
        key, style = ("check.ok", "green") if finding.ok else ("check.failed", "red")
        mark, style = ("--", "dim") if finding.skipped else (t(key), style)
        console.print(Text(mark.ljust(8), style=style), end=" ")
        # Lines of a terminal are drawn letter by letter: all their spaces are plain.
        console.print(f"{finding.name}: {finding.what}".replace("\u00a0", " "), markup=False)
        count += 1
        failed += not finding.ok
    if failed:
        console.print(t("check.some_failed", n=failed, all=count))
        raise typer.Exit(EXIT_FAILED)
    console.print(t("check.all_passed", n=count))
