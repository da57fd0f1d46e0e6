"""Plays one game of a match: bots made for it, every decision timed, every broken rule a forfeit.

The policy (docs/arena.md): a bot that crashes, answers too late or not at all, prints garbage, answers for another
request, chooses what is not possible or refuses loses the game at once; the other seats share the win.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from mirabilia.arena.results import Forfeit, GameResult, places_of
from mirabilia.arena.schedule import PlannedGame, Schedule
from mirabilia.arena.settings import Settings
from mirabilia.bots import make_bot
from mirabilia.bots.base import Bot, BotError, Choice, Limits
from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, kind_of, new_game
from mirabilia.json_types import JsonObject
from mirabilia.protocol.client import BotFailure, ProtocolBot, seconds_allowed

HANG_SECONDS = 2.0  # how much longer than its time a bot inside this process may take before it counts as hanging


class _Broken(Exception):
    def __init__(self, seat: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.forfeit = Forfeit(seat, reason, message[:500])


def warm(settings: Settings, bots: bool = True) -> None:
    """Loads the rules, and our bots by one quick game in which they take turns: no timed decision has to load code."""
    game = new_game(settings.game, players=settings.players, seed=0, **settings.options)
    kinds = sorted({entrant.what for entrant in settings.entrants if entrant.command is None})
    turn = 0
    while bots and kinds and not game.over:
        seat = game.to_act[0]
        options = game.options(seat)
        choice: Choice = options[0]
        with suppress(Exception):  # what is wrong with a bot will show in its games
            choice = make_bot(kinds[turn % len(kinds)], seed=0).choose(game.view(seat), options, Limits(simulations=1))
        game.play(seat, choice if choice in options else options[0])
        turn += 1


class Player:
    """Plays games of one match, one at a time. Commands keep running between games; our bots are made for each."""

    def __init__(self, settings: Settings, deciding: Callable[[int], None] | None = None) -> None:
        self.settings = settings
        self.schedule = Schedule(settings)
        self._deciding = deciding or (lambda seat: None)
        self._commands: dict[int, ProtocolBot] = {}
        self._due: tuple[int, float] | None = None  # the seat now deciding and the time at which it is late
        self._stuck = False

    def close(self) -> None:
        """Ends the commands."""
        for bot in self._commands.values():
            bot.close()
        self._commands.clear()

    # ---- one game ----

    def play(self, index: int) -> GameResult:
        """The result of that game. Never hangs: a bot that does is left behind (see `stuck`)."""
        plan = self.schedule.plan(index)
        box: list[GameResult | BaseException] = []

        def work() -> None:
            try:
                box.append(self._play(plan))
            except BaseException as error:
                box.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        while True:
            thread.join(0.25)
            if not thread.is_alive():
                break
            due = self._due
            if due is not None and time.monotonic() > due[1] + HANG_SECONDS:
                self._stuck = True
                return _forfeited(plan, Forfeit(due[0], "late", "no answer; the bot hangs"))
        result = box[0]
        if isinstance(result, BaseException):
            raise result
        return result

    @property
    def stuck(self) -> bool:
        """Whether a hanging bot was left behind: this process should end after reporting its game."""
        return self._stuck

    def _play(self, plan: PlannedGame) -> GameResult:
        settings = self.settings
        seed = self.schedule.deal_seed(plan.deal)
        game = new_game(settings.game, players=settings.players, seed=seed, **settings.options)
        times: list[list[float]] = [[] for _ in plan.seats]
        chances: list[list[float]] = [[] for _ in plan.seats]
        try:
            bots = [self._bot(plan, seat) for seat in range(len(plan.seats))]
            while not game.over:
                seat = game.to_act[0]
                self._decide(game, seat, bots[seat], plan, times[seat], chances[seat])
        except _Broken as broken:
            return _forfeited(plan, broken.forfeit, game, times, self._record(plan, game))
        finally:
            self._deciding(-1)
        kept = chances if settings.records and any(chances) else []
        return _finished(plan, game, times, self._record(plan, game), kept)

    def _record(self, plan: PlannedGame, game: Game) -> str:
        """The game with the names of the bots, where records are wanted."""
        if not self.settings.records:
            return ""
        names = {f"seat{seat}": self.settings.entrants[number].name for seat, number in enumerate(plan.seats)}
        return game.record(**names).dumps()

    def _bot(self, plan: PlannedGame, seat: int) -> Bot:
        number = plan.seats[seat]
        entrant = self.settings.entrants[number]
        seed = self.schedule.bot_seed(plan.index, seat)
        if entrant.command is None:
            return make_bot(entrant.what, seed=seed)
        if number not in self._commands:
            s = self.settings
            self._commands[number] = ProtocolBot(
                entrant.command,
                name=entrant.name,
                game=s.game,
                players=s.players,
                handshake=s.handshake,
                grace=s.grace,
                patience=s.patience,
            )
        bot = self._commands[number]
        bot.seed = seed
        try:
            bot.require(self.settings.game, self.settings.players)
        except BotFailure as error:
            raise _Broken(seat, error.code, error.message) from error
        return bot

    def _decide(
        self, game: Game, seat: int, bot: Bot, plan: PlannedGame, times: list[float], chances: list[float]
    ) -> None:
        """One decision, asked, timed, judged and played."""
        entrant = self.settings.entrants[plan.seats[seat]]
        limits = self.settings.limits_of(entrant)
        options = game.options(seat)
        if len(options) == 1:  # nothing to decide: nobody is asked, and nobody's time counts
            game.play(seat, options[0])
            return
        view = game.view(seat)
        if isinstance(bot, ProtocolBot):
            bot.seed = self.schedule.bot_seed(plan.index, seat)  # one process may sit at several seats
        allowed = seconds_allowed(limits, self.settings.grace, self.settings.patience)
        began = time.monotonic()
        self._due = None if isinstance(bot, ProtocolBot) else (seat, began + allowed)
        self._deciding(seat)
        try:
            answer = bot.think(view, options, limits)
        except BotFailure as error:
            raise _Broken(seat, error.code, error.message) from error
        except BotError as error:
            raise _Broken(seat, "refused", f"{error.code}: {error.message}") from error
        except Exception as error:
            raise _Broken(seat, "crash", f"{type(error).__name__}: {error}") from error
        finally:
            self._due = None
        took = time.monotonic() - began
        if took > allowed and not isinstance(bot, ProtocolBot):  # of a command the arrival of its line counts
            raise _Broken(seat, "late", f"{took:.3f} s, allowed were {allowed:.3f} s")
        times.append(took * 1000)
        if answer.analysis.win_chance is not None:
            chances.append(answer.analysis.win_chance)
        try:
            game.play(seat, answer.option)
        except MirabiliaError as error:
            raise _Broken(seat, "illegal", error.message) from error


def _timing(times: list[list[float]]) -> JsonObject:
    return {
        "decisions": [len(seat) for seat in times],
        "mean_ms": [round(sum(seat) / len(seat), 3) if seat else 0.0 for seat in times],
        "slowest_ms": [round(max(seat, default=0.0), 3) for seat in times],
    }


def _digest(game: Game) -> str:
    text = "\n".join(f"{seat} {move}" for seat, move in game.moves)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _finished(
    plan: PlannedGame, game: Game, times: list[list[float]], record: str, chances: list[list[float]]
) -> GameResult:
    result = game.result
    assert result is not None
    wins = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in game.seats]
    return GameResult(
        index=plan.index,
        group=plan.group,
        deal=plan.deal,
        seats=list(plan.seats),
        wins=wins,
        places=places_of(wins, [score["total"] for score in result.scores]),
        kind=result.kind,
        scores=[dict(score) for score in result.scores],
        marks=_marks(game),
        moves=len(game.moves),
        digest=_digest(game),
        record=record,
        chances=chances,
        **_timing(times),
    )


def _forfeited(
    plan: PlannedGame,
    forfeit: Forfeit,
    game: Game | None = None,
    times: list[list[float]] | None = None,
    record: str = "",
) -> GameResult:
    others = len(plan.seats) - 1
    wins = [0.0 if seat == forfeit.seat else 1 / others for seat in range(len(plan.seats))]
    return GameResult(
        index=plan.index,
        group=plan.group,
        deal=plan.deal,
        seats=list(plan.seats),
        wins=wins,
        places=[1 if win else others + 1 for win in wins],
        kind="forfeit",
        forfeit=forfeit,
        moves=len(game.moves) if game else 0,
        record=record,
        **(_timing(times) if times else {}),
    )


def _marks(game: Game) -> list[list[str]]:
    """Per seat what win rates are counted by."""
    marks = kind_of(game.name).public().marks_of(game)
    return marks


def broken(plan: PlannedGame, seat: int, reason: str, what: str) -> GameResult:
    """The result of a game whose whole process died or hangs while that seat was deciding."""
    return _forfeited(plan, Forfeit(seat, reason, what))
