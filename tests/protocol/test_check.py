"""The checker finds every planted fault, says so in plain words, and passes bots that keep the rules."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bot_scripts import REPOSITORY, command
from mirabilia.protocol import check
from mirabilia.protocol.check import Finding, check_bot

MIRABILIA = [sys.executable, "-c", "from mirabilia.cli import main; raise SystemExit(main())"]


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "ANSWER_SECONDS", 2.0)
    monkeypatch.setattr(check, "END_SECONDS", 0.5)


def failures(line: str) -> dict[str, str]:
    findings: list[Finding] = list(check_bot(line, grace=0.5, handshake=5))
    return {finding.name: finding.what for finding in findings if not finding.ok}


def test_a_bot_that_keeps_the_rules_passes() -> None:
    for kind in ("none", "by_dict"):
        findings = list(check_bot(command(kind)))
        assert [finding for finding in findings if not finding.ok] == []
        assert len(findings) == 14


@pytest.mark.parametrize(
    ("fault", "after", "where", "words"),
    [
        ("dies_at_start", 0, "start", "no configuration found"),
        ("bad_hello", 0, "start", "not a message"),
        ("other_protocol", 0, "hello", "protocol 99"),
        ("crash", 2, "a game of duel", "exit code 7"),
        ("hang", 2, "a game of duel", "flush"),
        ("garbage", 2, "a game of duel", "standard error"),
        ("wrong_id", 2, "a game of duel", "Send the id back unchanged"),
        ("illegal", 2, "a game of duel", "Illegal answer"),
        ("refuses", 2, "a game of duel", "tired"),
        ("dies_of_garbage", 0, "garbage", "process ended"),
        ("ignores_quit", 0, "quit", "still running"),
        ("ignores_the_end", 0, "end of input", "outlives its host"),
    ],
)
def test_planted_faults_are_found_and_explained(
    fault: str, after: int, where: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "hang":
        monkeypatch.setattr(check, "ANSWER_SECONDS", 0.6)
    found = failures(command(fault, after))
    assert where in found, found
    assert words in found[where]


def test_more_than_one_answer_is_noticed() -> None:
    found = failures(command("talks_on"))
    assert found
    assert any("id" in what or "unexpected line" in what for what in found.values())


def test_late_answers_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "seconds_allowed", lambda limits, grace: 0.0)
    found = failures(command())
    assert "Late answer" in found["a game of duel"]


def test_a_command_that_does_not_exist_is_one_finding() -> None:
    findings = list(check_bot("no-such-command-anywhere"))
    assert [finding.name for finding in findings] == ["start"]
    assert "cannot be started" in findings[0].what


def test_the_command_says_what_is_wrong_and_leaves_with_1() -> None:
    example = REPOSITORY / "examples" / "bots" / "simple_bot.py"
    line = [*MIRABILIA, "protocol-check"]
    good = subprocess.run([*line, sys.executable, str(example)], capture_output=True, text=True, timeout=300)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "All " in good.stdout
    bad = subprocess.run([*line, command("dies_at_start")], capture_output=True, text=True, timeout=60)
    assert bad.returncode == 1
    assert re.search(r"FAILED +start", bad.stdout) and "no configuration found" in bad.stdout
