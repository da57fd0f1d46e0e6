"""Reasons over many positions: none of them speaks for the option it is told against, nor against the better one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mirabilia.study.games import study_of
from mirabilia.study.judge import Followed
from mirabilia.study.model import Outlook
from mirabilia.study.reasons import Compared, every_reason, theme
from study_games import started

WAYS = ("civilian", "military", "science")
CATEGORIES = {
    "duel": ("military", "civilian", "science", "commerce", "guilds", "wonders", "progress", "treasury"),
    "wonders": ("military", "treasury", "wonder", "civilian", "science", "commerce", "guilds"),
}


def outcome(rng: random.Random, game: str, seats: int, chance: float) -> Followed:
    """Expectations at random: whatever a search may find."""
    points = tuple({name: rng.uniform(0, 12) for name in CATEGORIES[game]} for _ in range(seats))
    ways = tuple({way: rng.random() / 3 for way in WAYS} for _ in range(seats)) if game == "duel" else ()
    return Followed(chance, 0.0, Outlook(points, ways))


def pairs(game: str, players: int, seed: int) -> Any:
    """Positions of a game, with pairs of their options in either order."""
    rng = random.Random(seed)
    for moves in range(8, 60, 7):
        table = started(game, players, seed, moves)
        if table.over:
            return
        seat = table.to_act[0]
        view, options = table.view(seat), table.options(seat)
        position = study_of(game).position_of(view)
        for _ in range(min(12, len(options) * (len(options) - 1))):
            worse, better = rng.sample(list(options), 2)
            results = [outcome(rng, game, len(table.seats), chance) for chance in (0.3, 0.6)]
            yield Compared(view, position, worse, better, *results)


def turned(compared: Compared[Any]) -> Compared[Any]:
    """The same with the options exchanged."""
    return Compared(
        compared.view, compared.position, compared.best, compared.played, compared.after_best, compared.after_played
    )


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3), ("wonders", 2), ("wonders", 5)])
def test_no_reason_holds_for_both_of_two_options(game: str, players: int) -> None:
    finders, told = study_of(game).FINDERS, 0
    for seed in range(4):
        for compared in pairs(game, players, seed):
            here, there = every_reason(compared, finders), every_reason(turned(compared), finders)
            about = [theme(reason) for reason in here if reason.kind not in ("points", "lead")]
            assert not set(about) & {theme(reason) for reason in there}, (compared.played, compared.best, here, there)
            told += len(here)
    assert told > 100, "reasons were found at all"


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3)])
def test_cards_left_or_kept_are_those_of_the_better_option_alone(game: str, players: int) -> None:
    """A card that the worse option takes, too, is no reason against it."""
    finders, told = study_of(game).FINDERS, 0
    for seed in range(6):
        for compared in pairs(game, players, 50 + seed):
            for reason in every_reason(compared, finders):
                if reason.kind in ("denies", "keeps_from", "passes_on", "leaves_symbol"):
                    assert reason.args["card"] == compared.best.card != compared.played.card
                    told += 1
    assert told, "such reasons were found at all"


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_points_are_told_where_the_option_loses_most(game: str) -> None:
    """Three fewer for science are no reason against an option that brings five more for something else."""
    finders = study_of(game).FINDERS
    for compared in pairs(game, 2 if game == "duel" else 3, 3):
        for reason in every_reason(compared, finders):
            if reason.kind != "points":
                continue
            best, played = compared.after_best.outlook.points, compared.after_played.outlook.points
            change = {name: played[compared.seat][name] - best[compared.seat][name] for name in best[compared.seat]}
            told = change[str(reason.args["category"])]
            assert told < 0 and all(abs(each) <= -told for each in change.values())
