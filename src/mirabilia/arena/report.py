"""What a match shows, as JSON-ready data: ratings, shares, score categories, victory kinds, win rates by wonder.

Table, page and JSON file all show this one report. docs/arena.md describes its fields.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations

import msgspec

from mirabilia.arena.match import Match
from mirabilia.arena.ratings import Share, openskill_ratings, rate, win_share
from mirabilia.arena.results import GameResult
from mirabilia.json_types import JsonObject

FORMAT = 1
LISTED_FORFEITS = 50  # the others are only counted


def make_report(match: Match) -> dict[str, object]:
    """The report of a match, finished or not."""
    settings, results = match.settings, match.results
    count = len(settings.entrants)
    ratings = rate(results, count, seed=settings.seed)
    skills = openskill_ratings(results, count)
    bots = []
    for number, entrant in enumerate(settings.entrants):
        bots.append(
            {
                "name": entrant.name,
                "what": entrant.what,
                "limits": msgspec.to_builtins(entrant.budget or settings.budget),
                **_counts(results, number),
                "win_share": _rounded(asdict(_share_of(results, number))),
                "elo": _rounded(asdict(ratings[number]), 1),
                "openskill": None if skills is None else _rounded(skills[number], 3),
            }
        )
    return {
        "arena": FORMAT,
        "settings": msgspec.to_builtins(settings),
        "games": len(results),
        "planned": match.total,
        "deals": len({result.deal for result in results}),
        "finished": match.done,
        "fair_share": round(1 / settings.players, 6),
        "bots": bots,
        "pairings": _pairings(results, count),
        "kinds": dict(Counter(result.kind for result in results).most_common()),
        "marks": _marks(results),
        "sprt": _sprt(match),
        "forfeits": _forfeits(match),
        "forfeits_in_all": sum(result.forfeit is not None for result in results),
    }


def _counts(results: Sequence[GameResult], number: int) -> dict[str, object]:
    """What one bot did, over all its seats."""
    seats = wins = 0.0
    places: list[int] = []
    points: dict[str, list[int]] = defaultdict(list)
    kinds: Counter[str] = Counter()
    forfeits: Counter[str] = Counter()
    decisions, milliseconds, slowest = 0, 0.0, 0.0
    for result in results:
        for seat, player in enumerate(result.seats):
            if player != number:
                continue
            seats += 1
            wins += result.wins[seat]
            places.append(result.places[seat])
            if result.wins[seat]:
                kinds[result.kind] += 1
            if result.forfeit is not None and result.forfeit.seat == seat:
                forfeits[result.forfeit.reason] += 1
            if result.scores:
                for category, value in result.scores[seat].items():
                    points[category].append(value)
            if result.mean_ms:
                decisions += result.decisions[seat]
                milliseconds += result.mean_ms[seat] * result.decisions[seat]
                slowest = max(slowest, result.slowest_ms[seat])
    return {
        "seats": int(seats),
        "wins": round(wins, 6),
        "mean_place": round(sum(places) / len(places), 3) if places else None,
        "points": {category: round(sum(values) / len(values), 2) for category, values in points.items()},
        "won_by": dict(kinds.most_common()),
        "forfeits": dict(forfeits.most_common()),
        "decisions": decisions,
        "mean_ms": round(milliseconds / decisions, 3) if decisions else None,
        "slowest_ms": round(slowest, 1),
    }


def _share_of(results: Sequence[GameResult], number: int) -> Share:
    groups: dict[int, list[float]] = defaultdict(list)
    for result in results:
        for player, win in zip(result.seats, result.wins, strict=True):
            if player == number:
                groups[result.deal].append(win)
    return win_share(list(groups.values()))


def _pairings(results: Sequence[GameResult], count: int) -> list[JsonObject]:
    """For every two bots that met: how often the first ended before the second (a tie is half)."""
    pairings = []
    for one, other in combinations(range(count), 2):
        groups: dict[int, list[float]] = defaultdict(list)
        for result in results:
            mine = [place for number, place in zip(result.seats, result.places, strict=True) if number == one]
            theirs = [place for number, place in zip(result.seats, result.places, strict=True) if number == other]
            for a in mine:
                for b in theirs:
                    groups[result.deal].append(1.0 if a < b else 0.5 if a == b else 0.0)
        if groups:
            pairings.append({"bots": [one, other], "first_ahead": _rounded(asdict(win_share(list(groups.values()))))})
    return pairings


def _marks(results: Sequence[GameResult]) -> list[JsonObject]:
    """How often a seat won that had built a wonder (Duel) or played a board (7 Wonders)."""
    groups: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for marks, win in zip(result.marks, result.wins, strict=False):
            for mark in marks:
                groups[mark][result.deal].append(win)
    rows = [
        {"name": mark, "win_share": _rounded(asdict(win_share(list(deals.values()))))} for mark, deals in groups.items()
    ]
    return sorted(rows, key=lambda row: (-row["win_share"]["share"], row["name"]))


def _sprt(match: Match) -> dict[str, object] | None:
    if match.sprt is None:
        return None
    low, high = match.sprt.bounds
    return {
        **asdict(match.sprt),
        "bot": match.settings.entrants[0].name,
        "llr": None if match.llr is None else round(match.llr, 4),
        "bounds": [round(low, 4), round(high, 4)],
        "groups": match.judged,
        "verdict": match.verdict,
    }


def _forfeits(match: Match) -> list[dict[str, object]]:
    rows = []
    for result in match.results:
        if result.forfeit is not None:
            name = match.settings.entrants[result.seats[result.forfeit.seat]].name
            forfeit = result.forfeit
            rows.append({"game": result.index, "bot": name, "reason": forfeit.reason, "message": forfeit.message})
    return rows[:LISTED_FORFEITS]


def _rounded(values: Mapping[str, object], digits: int = 6) -> dict[str, object]:
    """Numbers cut to what they are worth; infinite ones, which JSON does not know, become null."""
    rounded: dict[str, object] = {}
    for key, value in values.items():
        if isinstance(value, float):
            rounded[key] = round(value, digits) if abs(value) < 1e9 else None
        else:
            rounded[key] = value
    return rounded
