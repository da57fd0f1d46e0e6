"""`mirabilia protocol-check CMD`: tests a bot and explains in plain words what is wrong."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from mirabilia.cli import EXIT_FAILED
from mirabilia.cli.language import complain, spoken, t

if TYPE_CHECKING:
    from mirabilia.protocol.check import Exchange


SHOWN_LETTERS = 600  # of a line sent or received; --json has all


def run(command: list[str], handshake: float, grace: float, as_json: bool = False) -> None:
    """One line per check, and for one that failed what was sent and came back; exit code 1 if one failed."""
    from mirabilia.protocol.check import check_bot

    # One argument is a command line in quotes, several are its words.
    words: str | list[str] = command[0] if len(command) == 1 else command
    if not "".join(command).strip():
        raise complain("check.empty", "bad_option")
    if as_json:
        findings = list(check_bot(words, handshake=handshake, grace=grace))
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=2, ensure_ascii=False))
        if not all(finding.ok for finding in findings):
            raise typer.Exit(EXIT_FAILED)
        return
    console = Console(highlight=False, soft_wrap=True)
    failed = count = 0
    for finding in check_bot(words, handshake=handshake, grace=grace, lang=spoken()):
        key, style = ("check.ok", "green") if finding.ok else ("check.failed", "red")
        mark, style = ("--", "dim") if finding.skipped else (t(key), style)
        console.print(Text(mark.ljust(8), style=style), end=" ")
        # Lines of a terminal are drawn letter by letter: all their spaces are plain.
        console.print(f"{finding.name}: {finding.what}".replace("\u00a0", " "), markup=False)
        if finding.exchange is not None and finding.exchange.sent:
            for line in _exchange_lines(finding.exchange):
                console.print(Text(f"         {line}", style="dim"))
        count += 1
        failed += not finding.ok
    if failed:
        console.print(t("check.some_failed", n=failed, all=count))
        raise typer.Exit(EXIT_FAILED)
    console.print(t("check.all_passed", n=count))


def _exchange_lines(exchange: Exchange) -> list[str]:
    """The last line sent, what came back, and what the bot said on standard error."""
    lines = [
        t("check.sent", line=_cut(exchange.sent)),
        t("check.came_back", line=_cut(exchange.received) or t("check.nothing")),
    ]
    if exchange.errors:
        lines.append(t("check.errors", line=_cut(exchange.errors)))
    return lines


def _cut(line: str) -> str:
    """A long line without its middle."""
    half = SHOWN_LETTERS // 2
    return line if len(line) <= SHOWN_LETTERS else f"{line[:half]} ... {line[-half:]}"
