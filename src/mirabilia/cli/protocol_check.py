"""`mirabilia protocol-check CMD`: tests a bot and explains in plain words what is wrong."""

from __future__ import annotations

import typer
from rich.console import Console

from mirabilia.cli import EXIT_FAILED, EXIT_WRONG


def run(command: list[str], handshake: float, grace: float) -> None:
    """One line per check; exit code 1 if one failed."""
    from mirabilia.protocol.check import check_bot

    # One argument is a command line in quotes, several are its words.
    words: str | list[str] = command[0] if len(command) == 1 else command
    if not "".join(command).strip():
        typer.echo("mirabilia: the command is empty", err=True)
        raise typer.Exit(EXIT_WRONG)
    console = Console(highlight=False, soft_wrap=True)
    failed = count = 0
    for finding in check_bot(words, handshake=handshake, grace=grace):
        mark = (
            "[dim]--[/dim]    " if finding.skipped else "[green]ok[/green]    " if finding.ok else "[red]FAILED[/red]"
        )
        console.print(f"{mark} {finding.name}: ", end="")
        console.print(finding.what, markup=False)
        count += 1
        failed += not finding.ok
    if failed:
        console.print(f"{failed} of {count} checks failed; docs/bot-protocol.md has the rules.")
        raise typer.Exit(EXIT_FAILED)
    console.print(f"All {count} checks passed.")
