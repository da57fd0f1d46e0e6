"""Calibration of the chances that a search finds: of positions called 70 %, about 70 % are won.

A search is wrong in ways of its own. With a network it is a little too careful, because it averages over all it tried.
By play-outs it is too sure early in the game, because everyone in them plays on by a quick policy, and real players
make up for what they lost. So the odds of a chance are stretched by a slope and lifted before it is shown. Both depend
on the moment of the game and were fitted to games between searching players (`scripts/measure-calibration`,
`scripts/fit-calibration`). How a search chooses does not depend on this.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from mirabilia.bots.network import MAX_ODDS, ONE, SIGMOID
from mirabilia.engine.compiling import Row
from mirabilia.json_types import JsonObject


class Calibrated(Protocol):
    """Slopes and lifts by moment, in units of 1 / ONE: a network has them, and so has a `Calibration`."""

    @property
    def slopes(self) -> Row[int]: ...
    @property
    def lifts(self) -> Row[int]: ...


class Calibration(NamedTuple):
    """Slopes and lifts of a search that has no network."""

    slopes: Row[int]
    lifts: Row[int]


def read_calibration(path: Path) -> Calibration:
    """The slopes and lifts in a file that `write_calibration` wrote."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Calibration(*([round(ONE * number) for number in kept[name]] for name in Calibration._fields))


def write_calibration(path: Path, slopes: Row[int], lifts: Row[int], card: JsonObject) -> None:
    """Writes slopes and lifts as numbers people can read, and what they were fitted on."""
    numbers = {name: [round(number / ONE, 4) for number in of] for name, of in (("slopes", slopes), ("lifts", lifts))}
    path.write_text(json.dumps({**card, **numbers}, indent=1) + "\n", encoding="utf-8")


def calibrated_chance(by: Calibrated, moment: int, found: float) -> float:
    """The calibrated form of the chance that a search found for its seat at a moment: its odds, stretched and lifted.

    The logarithm is read off the table backwards, between its entries by a straight line, so that every machine tells
    the same. Chances beyond the table are as good as certain and stay as they are.
    """
    above = bisect_left(SIGMOID, found)
    if above == 0 or above == len(SIGMOID):
        return found
    low, high = SIGMOID[above - 1], SIGMOID[above]
    odds = above - MAX_ODDS - (high - found) / (high - low)
    scaled = odds * by.slopes[moment] / ONE + by.lifts[moment]
    scaled = min(max(scaled, -MAX_ODDS), MAX_ODDS) + MAX_ODDS
    below = min(int(scaled), 2 * MAX_ODDS - 1)
    low, high = SIGMOID[below], SIGMOID[below + 1]
    return float(low + (high - low) * (scaled - below))


def calibrated_shares(by: Calibrated, moment: int, found: Sequence[float], seat: int) -> list[float]:
    """The same of the chances of all seats, found by a search for `seat`: the others share the rest as they were."""
    mine, others = calibrated_chance(by, moment, found[seat]), math.fsum(found) - found[seat]
    if others <= 0.0:
        return [1.0 if who == seat else 0.0 for who in range(len(found))]
    return [mine if who == seat else chance * (1.0 - mine) / others for who, chance in enumerate(found)]


def calibrated_error(by: Calibrated, moment: int, found: float, simulations: int) -> float:
    """The standard error of a calibrated chance that was found by this many play-outs."""
    if not 0.0 < found < 1.0:
        return 0.0
    chance = calibrated_chance(by, moment, found)
    return by.slopes[moment] / ONE * chance * (1.0 - chance) / math.sqrt(found * (1.0 - found) * simulations)
