"""Ratings from results: maximum likelihood on the Elo scale with intervals, and openskill.

The model: at a table each seat wins with a chance in proportion to exp(strength) of its bot (Bradley-Terry for two
seats, Luce's choice for more); a shared win counts in shares. Games of one deal are not independent, so spreads are
those of deals, not of games: all deals are drawn again with replacement, many times, and the ratings fitted again.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mirabilia.arena.results import GameResult

ELO = 400 / math.log(10)
SAMPLES = 400
FEW = 5.0  # wins or losses, and
FEW_DEALS = 30  # deals, below which drawing deals again shows too little spread
IMAGINED = 10  # groups
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """Strength on the Elo scale, the mean of all bots being 0, with a 95 % interval.

    `open_above` and `open_below` say that the bot has won, or lost, everything: the bound on that side is only what a
    single imagined drawn game makes of it.
    """

    elo: float
    low: float
    high: float
    open_above: bool = False
    open_below: bool = False


class Tables:
    """Results packed for fitting: for every composition of a table and every deal, the games and the wins."""

    def __init__(self, results: Sequence[GameResult], entrants: int) -> None:
        self.entrants = entrants
        kinds: dict[tuple[int, ...], int] = {}
        cells: dict[tuple[int, int], Array] = defaultdict(lambda: np.zeros(entrants + 1))
        deals: dict[int, int] = {}
        for result in results:
            counts = tuple(result.seats.count(number) for number in range(entrants))
            kind = kinds.setdefault(counts, len(kinds))
            deal = deals.setdefault(result.deal, len(deals))
            cell = cells[deal, kind]
            cell[-1] += 1
            for number, win in zip(result.seats, result.wins, strict=True):
                cell[number] += win
        self.seats = np.array(list(kinds), dtype=float).reshape(len(kinds), entrants)
        self.cells = np.zeros((len(deals), len(kinds), entrants + 1))
        for (deal, kind), cell in cells.items():
            self.cells[deal, kind] = cell

    def fit(self, weights: Array | None = None, start: Array | None = None) -> tuple[Array, Array]:
        """The likeliest strengths (natural scale, mean 0) and the information matrix there."""
        if weights is None:
            data = self.cells.sum(axis=0)
        else:
            data = np.tensordot(weights, self.cells, axes=1)
        wins, games = data[:, :-1], data[:, -1]
        won = wins.sum(axis=0)
        theta = np.zeros(self.entrants) if start is None else start.copy()
        for _ in range(100):
            shares = self.seats * np.exp(theta)
            shares /= shares.sum(axis=1, keepdims=True)
            # Everyone also drew one game with an imagined bot of mean strength: nobody's rating is infinite.
            imagined = 1 / (1 + np.exp(-theta))
            gradient = won - games @ shares + 0.5 - imagined
            information = np.diag(games @ shares + imagined * (1 - imagined)) - shares.T @ (shares * games[:, None])
            step = np.linalg.solve(information, gradient)
            theta += np.clip(step, -1.0, 1.0)
            if np.abs(step).max() < 1e-9:
                break
        return theta - theta.mean(), information


def rate(results: Sequence[GameResult], entrants: int, seed: int = 0, samples: int = SAMPLES) -> list[Rating]:
    """The rating of every entrant. Equal results give equal ratings."""
    if not results:
        return [Rating(0.0, -math.inf, math.inf, True, True) for _ in range(entrants)]
    tables = Tables(results, entrants)
    theta, information = tables.fit()
    deals = len(tables.cells)
    rng = np.random.default_rng(seed)
    drawn = np.array(
        [
            tables.fit(np.bincount(rng.integers(deals, size=deals), minlength=deals).astype(float), theta)[0]
            for _ in range(samples)
        ]
    )
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    centre = np.eye(entrants) - 1 / entrants
    by_model = 1.96 * np.sqrt(np.diag(centre @ np.linalg.inv(information) @ centre.T))
    data = tables.cells.sum(axis=(0, 1))
    ratings = []
    for number in range(entrants):
        wins = float(data[number])
        games = float(sum(r.seats.count(number) for r in results))
        below, above = float(low[number]), float(high[number])
        # a bot against its like on paired deals: all differences cancel, and drawing deals again shows no spread
        cancelled = above - below < by_model[number]
        if min(wins, games - wins) < FEW or deals < FEW_DEALS or cancelled:
            below = min(below, float(theta[number] - by_model[number]))
            above = max(above, float(theta[number] + by_model[number]))
        ratings.append(Rating(float(theta[number]) * ELO, below * ELO, above * ELO, wins >= games - 1e-9, wins <= 1e-9))
    return ratings


def openskill_ratings(results: Sequence[GameResult], entrants: int) -> list[dict[str, float]] | None:
    """openskill's Plackett-Luce ratings, by places, games taken in order. `ordinal` is mu - 3 sigma.

    None without the package, which is of the extra `cli`.
    """
    try:
        from openskill.models import PlackettLuce, PlackettLuceRating
    except ModuleNotFoundError:
        return None

    model = PlackettLuce()
    players = [model.rating(name=str(number)) for number in range(entrants)]
    for result in sorted(results, key=lambda result: result.index):
        # copies of one bot play as one player each; the bot takes the mean of their changes
        teams = [[model.create_rating([players[n].mu, players[n].sigma])] for n in result.seats]
        rated = model.rate(teams, ranks=[float(place) for place in result.places])
        changes: dict[int, list[PlackettLuceRating]] = defaultdict(list)
        for number, team in zip(result.seats, rated, strict=True):
            changes[number].append(team[0])
        for number, new in changes.items():
            players[number].mu = sum(r.mu for r in new) / len(new)
            players[number].sigma = sum(r.sigma for r in new) / len(new)
    return [{"mu": p.mu, "sigma": p.sigma, "ordinal": p.mu - 3 * p.sigma} for p in players]


@dataclass(frozen=True)
class Share:
    """A share of wins with its 95 % interval, and of how many games and groups."""

    share: float
    low: float
    high: float
    games: int
    groups: int


def win_share(groups: Sequence[Sequence[float]]) -> Share:
    """The mean of scores that come in groups (one deal each), with an interval that knows of the groups.

    Wilson's interval, with as many games as would give independent games the spread seen between the groups.
    """
    games = sum(len(group) for group in groups)
    if not games:
        return Share(0.0, 0.0, 1.0, 0, 0)
    share = sum(map(sum, groups)) / games
    alone = share * (1 - share)  # the variance of one game, were all of them independent
    effective = float(games)
    if alone > 0:
        # What the groups show, with as many imagined ones of independent games as keep a few real ones modest.
        spread = sum((sum(group) - share * len(group)) ** 2 for group in groups)
        imagined = alone * games / len(groups)
        variance = (spread + IMAGINED * imagined) / (len(groups) - 1 + IMAGINED) * len(groups)
        effective = alone * games**2 / variance
    low, high = wilson(share, max(1.0, effective))
    return Share(share, low, high, games, len(groups))


def wilson(share: float, games: float, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)
