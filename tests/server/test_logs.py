"""Logs at the end of a process."""

from __future__ import annotations

import pytest

from mirabilia.server import logs


def test_a_log_closes_in_silence_after_the_modules_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """At exit Python clears modules before it closes what they opened; since 3.13 it prints what fails then."""
    error = logs._StandardError()
    monkeypatch.setattr(logs, "sys", None)
    error.close()
