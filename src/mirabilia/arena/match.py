"""Runs a match: from settings and a pool to results, kept in a file, stopped early by a test if one was asked for.

Results are judged in the order of their numbers, whatever the order in which cores deliver them: the test looks only
at groups before which everything is finished. The same seed thus gives the same match on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mirabilia.arena.journal import Journal
from mirabilia.arena.pools import HerePool, Pool
from mirabilia.arena.results import GameResult
from mirabilia.arena.schedule import Schedule, Waiting
from mirabilia.arena.settings import ArenaError, Settings
from mirabilia.arena.sprt import Sprt, outcomes_of

Listener = Callable[["Match"], None]


@dataclass
class Match:
    """The current state of a match."""

    settings: Settings
    total: int  # games to play unless a test ends it sooner
    sprt: Sprt | None = None
    games: dict[int, GameResult] = field(default_factory=dict)
    resumed: int = 0  # games that were there already
    llr: float | None = None
    verdict: str | None = None
    judged: int = 0  # groups the test has looked at
    _scores: list[float] = field(default_factory=list)

    @property
    def schedule(self) -> Schedule:
        """Which game is which."""
        return Schedule(self.settings)

    @property
    def results(self) -> list[GameResult]:
        """The finished games that count, in order: after a verdict only those that led to it."""
        end = self.judged * self.settings.players if self.verdict else self.total
        return [self.games[index] for index in sorted(self.games) if index < end]

    @property
    def done(self) -> bool:
        """Whether nothing is left to play."""
        return self.verdict is not None or len(self.results) >= self.total

    def add(self, result: GameResult) -> None:
        """Takes in a finished game and tests again if that completes a group."""
        self.games[result.index] = result
        if self.sprt is not None:
            self._test(self.sprt)

    def _test(self, sprt: Sprt) -> None:
        size = self.settings.players
        while self.verdict is None and (self.judged + 1) * size <= self.total:
            group = range(self.judged * size, (self.judged + 1) * size)
            if not all(index in self.games for index in group):
                return
            self._scores.append(sum(_score(self.games[index], 0) for index in group) / size)
            self.judged += 1
            self.llr = sprt.llr(outcomes_of(self._scores, size), size)
            self.verdict = sprt.verdict(self.llr)


def _score(result: GameResult, entrant: int) -> float:
    return sum(win for number, win in zip(result.seats, result.wins, strict=True) if number == entrant)


def run_match(
    settings: Settings,
    games: int,
    *,
    pool: Pool | None = None,
    out: Path | None = None,
    resume: bool = False,
    sprt: Sprt | None = None,
    listen: Listener | None = None,
) -> Match:
    """Plays at least `games` games of every line-up (whole groups), or until the test has a verdict.

    `listen` is called once at the start and after every game. What was played stays in `out`, even when this is
    interrupted; `resume` continues it.

    >>> from mirabilia.arena import Entrant, Settings
    >>> bots = [Entrant("careful", "greedy"), Entrant("blind", "random")]
    >>> match = run_match(Settings(game="duel", players=2, entrants=bots, seed=1), games=2)
    >>> len(match.results)
    2
    """
    settings.checked()
    if games < 1:
        raise ArenaError(f"the number of games must be at least 1, not {games}")
    schedule = Schedule(settings)
    if sprt is not None and len(schedule.lineups) != 1:
        raise ArenaError("a test needs exactly two sides: two bots (with more than two seats: --gauntlet)")
    match = Match(settings, schedule.total(games), sprt)
    journal = Journal(out, settings, resume=resume) if out is not None else None
    try:
        if journal is not None:
            for index in sorted(journal.results):
                match.add(journal.results[index])
            match.resumed = len(match.results)
        if listen:
            listen(match)
        if not match.done:
            _play(match, pool or HerePool(), journal, listen)
    finally:
        if journal is not None:
            journal.close()
    return match


def _play(match: Match, pool: Pool, journal: Journal | None, listen: Listener | None) -> None:
    results = pool.play(match.settings, Waiting(match.total, set(match.games)))
    try:
        for result in results:
            if journal is not None:
                journal.add(result)
            match.add(result)
            if listen:
                listen(match)
            if match.done:
                return
    finally:
        close = getattr(results, "close", None)
        if close is not None:
            close()
