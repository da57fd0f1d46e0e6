"""Moving a network's weights towards what samples teach: loss, gradient and steps, compiled for the CPU.

The loss of a row: how far the chance to win is from its target (cross entropy; over all seats of a position in 7
Wonders), and beside it, with small weights, the ending, the points by category and the priors. Each thread works
through its part of a batch into a gradient of its own; their sum moves the weights (Adam with decoupled decay). What
plays is a moving average of the weights. `torch_learning.py` does the same on a GPU; a test compares gradients with
differences of the loss, and both ways with each other where torch is installed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.network import HIDDEN, LEARNED, LIMIT, MIDDLE, ONE, Format
from mirabilia.engine.arrays import FloatRow, FloatRows
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.train.samples import NO_TRAIT, OPTIONS, Samples

if TYPE_CHECKING:

    def float32(value: float) -> float:
        """The number as the machine keeps it here."""

else:
    float32 = np.float32

LARGEST_GROUP = 7
BOUND = LIMIT / ONE  # what a rounded weight after the first layer can be at most

# parts of the loss besides the chance to win
ENDING_SHARE, POINTS_SHARE, PRIOR_SHARE = 0.1, 0.05, 0.3
LOSSES = ("win", "ending", "points", "prior")


Arrays = dict[str, NDArray[np.float32]]  # weights by the fields of `Weights`
Memory = dict[str, NDArray[np.generic]]  # what a checkpoint keeps of a learner


class Weights(NamedTuple):
    """A network's weights, or their gradient, as float32; fields as in `Network`."""

    first: FloatRows
    first_bias: FloatRow
    direct: FloatRow
    second: FloatRows
    second_bias: FloatRow
    third: FloatRows
    third_bias: FloatRow
    policy: FloatRows
    policy_bias: FloatRow


def arrays_of(weights: Weights) -> tuple[NDArray[np.float32], ...]:
    """All arrays of weights, in the order of the fields."""
    return cast("tuple[NDArray[np.float32], ...]", weights)


class Sheet(NamedTuple):
    """What a thread works on: layers of each row of a group, and gradients on the way back."""

    sums: FloatRows
    hidden: FloatRows
    middle_sums: FloatRows
    middle: FloatRows
    outputs: FloatRows
    back_hidden: FloatRow
    back_middle: FloatRow
    back_outputs: FloatRows
    logits: FloatRow


def new_sheet(outputs: int) -> Sheet:
    """Memory for one thread."""

    def room(*shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, np.float32)

    g = LARGEST_GROUP
    layers = (room(g, HIDDEN), room(g, HIDDEN), room(g, MIDDLE), room(g, MIDDLE), room(g, outputs))
    return Sheet(*layers, room(HIDDEN), room(MIDDLE), room(g, outputs), room(OPTIONS))


def first_weights(form: Format, seed: int) -> Arrays:
    """Random weights to begin with."""
    rng = np.random.default_rng(seed)
    spread = {"first": 0.04, "second": 0.12, "third": 0.15, "policy": 0.03}
    weights = {
        name: (rng.normal(0.0, spread[name], shape) if name in spread else np.zeros(shape)).astype(np.float32)
        for name, shape in form.shapes.items()
        if name in LEARNED
    }
    weights["first_bias"][:] = 0.25
    return weights


@compiled
def forward(net: Weights, samples: Samples, row: int, place: int, sheet: Sheet) -> None:
    """The layers of a row, into `place` of the sheet."""
    outputs = sheet.outputs.shape[1]
    moment = samples.moment[row]
    sums = sheet.sums[place]
    hidden = sheet.hidden[place]
    for h in range(HIDDEN):
        sums[h] = net.first_bias[h]
    odds = float32(0.0)
    for k in range(samples.feature_count[row]):
        feature = samples.features[row, k]
        weights = net.first[feature]
        for h in range(HIDDEN):
            sums[h] += weights[h]
        odds += net.direct[feature]
    for h in range(HIDDEN):
        hidden[h] = min(max(sums[h], float32(0.0)), float32(1.0))
    for j in range(MIDDLE):
        weights = net.second[moment * MIDDLE + j]
        total = net.second_bias[moment * MIDDLE + j]
        for h in range(HIDDEN):
            total += hidden[h] * weights[h]
        sheet.middle_sums[place, j] = total
        sheet.middle[place, j] = min(max(total, float32(0.0)), float32(1.0))
    for k in range(outputs):
        weights = net.third[moment * outputs + k]
        total = net.third_bias[moment * outputs + k]
        for j in range(MIDDLE):
            total += sheet.middle[place, j] * weights[j]
        sheet.outputs[place, k] = total
    sheet.outputs[place, 0] += odds


@compiled
def win_loss(samples: Samples, row: int, group: int, sheet: Sheet, losses: Floats) -> None:
    """The loss of the chances to win of a group, and what goes back to its first outputs."""
    if group == 1:
        odds = sheet.outputs[0, 0]
        target = samples.win[row]
        chance = 1.0 / (1.0 + math.exp(-odds))
        losses[0] += max(odds, 0.0) - odds * target + math.log(1.0 + math.exp(-abs(odds)))
        sheet.back_outputs[0, 0] = chance - target
        return
    highest = sheet.outputs[0, 0]
    for g in range(1, group):
        highest = max(highest, sheet.outputs[g, 0])
    total = 0.0
    for g in range(group):
        total += math.exp(sheet.outputs[g, 0] - highest)
    for g in range(group):
        logged = sheet.outputs[g, 0] - highest - math.log(total)
        losses[0] -= samples.win[row + g] * logged
        sheet.back_outputs[g, 0] = math.exp(logged) - samples.win[row + g]


@compiled
def side_losses(samples: Samples, row: int, place: int, endings: int, sheet: Sheet, losses: Floats) -> None:
    """The losses of the ending and the points of a row, and what goes back to their outputs."""
    outputs = sheet.outputs[place]
    back = sheet.back_outputs[place]
    for k in range(endings):
        back[1 + k] = 0.0
    ending = samples.ending[row]
    if endings and ending >= 0:
        highest = outputs[1]
        for k in range(endings):
            highest = max(highest, outputs[1 + k])
        total = 0.0
        for k in range(endings):
            total += math.exp(outputs[1 + k] - highest)
        losses[1] -= ENDING_SHARE * (outputs[1 + ending] - highest - math.log(total))
        for k in range(endings):
            share = math.exp(outputs[1 + k] - highest) / total
            back[1 + k] = ENDING_SHARE * (share - (1.0 if k == ending else 0.0))
    start = 1 + endings
    for k in range(samples.points.shape[1]):
        wrong = outputs[start + k] - samples.points[row, k]
        losses[2] += POINTS_SHARE * 0.5 * wrong * wrong
        back[start + k] = POINTS_SHARE * wrong


@compiled
def prior_loss(
    net: Weights, back: Weights, samples: Samples, row: int, place: int, sheet: Sheet, losses: Floats
) -> None:
    """The loss of the priors of a row; adds to the gradient of the policy and to `back_hidden`."""
    count = samples.options[row]
    if count == 0:
        return
    hidden = sheet.hidden[place]
    logits = sheet.logits
    highest = -1.0e9
    for k in range(count):
        total = float32(0.0)
        for t in range(samples.traits.shape[2]):
            trait = samples.traits[row, k, t]
            if trait == NO_TRAIT:
                break
            weights = net.policy[trait]
            total += net.policy_bias[trait]
            for h in range(HIDDEN):
                total += hidden[h] * weights[h]
        logits[k] = total
        if total > highest:
            highest = float(total)
    whole = 0.0
    for k in range(count):
        whole += math.exp(logits[k] - highest)
    for k in range(count):
        logged = logits[k] - highest - math.log(whole)
        losses[3] -= PRIOR_SHARE * samples.wanted[row, k] * logged
        wrong = float32(PRIOR_SHARE * (math.exp(logged) - samples.wanted[row, k]))
        for t in range(samples.traits.shape[2]):
            trait = samples.traits[row, k, t]
            if trait == NO_TRAIT:
                break
            weights = net.policy[trait]
            moved = back.policy[trait]
            back.policy_bias[trait] += wrong
            for h in range(HIDDEN):
                moved[h] += wrong * hidden[h]
                sheet.back_hidden[h] += wrong * weights[h]


@compiled
def backward(net: Weights, back: Weights, samples: Samples, row: int, place: int, sheet: Sheet) -> None:
    """Carries a row's gradient from its outputs, and from `back_hidden`, to all weights."""
    outputs = sheet.outputs.shape[1]
    moment = samples.moment[row]
    for j in range(MIDDLE):
        sheet.back_middle[j] = 0.0
    for k in range(outputs):
        wrong = sheet.back_outputs[place, k]
        if wrong == 0.0:
            continue
        weights = net.third[moment * outputs + k]
        moved = back.third[moment * outputs + k]
        back.third_bias[moment * outputs + k] += wrong
        for j in range(MIDDLE):
            moved[j] += wrong * sheet.middle[place, j]
            sheet.back_middle[j] += wrong * weights[j]
    hidden = sheet.hidden[place]
    for j in range(MIDDLE):
        level = sheet.middle_sums[place, j]
        wrong = sheet.back_middle[j]
        if level <= 0.0 or level >= 1.0 or wrong == 0.0:
            continue
        weights = net.second[moment * MIDDLE + j]
        moved = back.second[moment * MIDDLE + j]
        back.second_bias[moment * MIDDLE + j] += wrong
        for h in range(HIDDEN):
            moved[h] += wrong * hidden[h]
            sheet.back_hidden[h] += wrong * weights[h]
    for h in range(HIDDEN):
        level = sheet.sums[place, h]
        if level <= 0.0 or level >= 1.0:
            sheet.back_hidden[h] = 0.0
        back.first_bias[h] += sheet.back_hidden[h]
    odds = sheet.back_outputs[place, 0]
    for k in range(samples.feature_count[row]):
        feature = samples.features[row, k]
        moved = back.first[feature]
        back.direct[feature] += odds
        for h in range(HIDDEN):
            moved[h] += sheet.back_hidden[h]


@compiled
def gradient_of(
    net: Weights, back: Weights, samples: Samples, rows: Ints, group: int, endings: int, sheet: Sheet, losses: Floats
) -> None:
    """Adds the gradient of the groups that begin at `rows` to `back`, and their losses to `losses`."""
    for n in range(len(rows)):
        row = rows[n]
        for g in range(group):
            forward(net, samples, row + g, g, sheet)
        win_loss(samples, row, group, sheet, losses)
        for g in range(group):
            for h in range(HIDDEN):
                sheet.back_hidden[h] = 0.0
            side_losses(samples, row + g, g, endings, sheet, losses)
            prior_loss(net, back, samples, row + g, g, sheet, losses)
            backward(net, back, samples, row + g, g, sheet)


class Moving(NamedTuple):
    """Some weights in a line, with all that moves them."""

    weights: FloatRow
    gradient: FloatRow
    mean: FloatRow
    square: FloatRow
    average: FloatRow


@compiled
def step_line(line: Moving, rate: float, decay: float, bound: float, scale: float, steps: int, kept: float) -> None:
    """One step of Adam with decoupled decay over a line of weights; clears the gradient and moves the average."""
    weights, gradient, mean, square, average = line
    first = 1.0 - 0.9**steps
    second = 1.0 - 0.999**steps
    for k in range(len(weights)):
        g = gradient[k] * scale
        gradient[k] = 0.0
        mean[k] = 0.9 * mean[k] + 0.1 * g
        square[k] = 0.999 * square[k] + 0.001 * g * g
        moved = weights[k] * (1.0 - rate * decay) - rate * (mean[k] / first) / (math.sqrt(square[k] / second) + 1.0e-8)
        weights[k] = min(max(moved, -bound), bound)
        average[k] += (1.0 - kept) * (weights[k] - average[k])


@dataclass(frozen=True)
class Plan:
    """How a learner steps."""

    batch: int = 1024  # groups
    rate: float = 1.5e-3
    last_rate: float = 1.5e-4
    decay: float = 0.1  # of the first layer
    average: float = 0.995  # kept of the moving average at each step

    def rate_at(self, progress: float) -> float:
        """The rate when this part of the run is over: falls evenly."""
        return self.rate + (self.last_rate - self.rate) * min(1.0, max(0.0, progress))


Part = tuple[Samples, int]  # rows, and how many make a group


def picks(parts: Sequence[Part], newest: int, groups: int, rng: np.random.Generator) -> tuple[int, NDArray[np.int64]]:
    """A part drawn by its size, the newest ones as often as all others together, and the first rows of some groups."""
    sizes = np.array([len(samples.win) // group for samples, group in parts], np.float64)
    fresh = np.arange(len(parts)) >= len(parts) - newest
    chances = np.where(fresh, sizes / max(1.0, sizes[fresh].sum()), sizes / max(1.0, sizes[~fresh].sum()))
    chosen = int(rng.choice(len(parts), p=chances / chances.sum()))
    return chosen, rng.integers(0, int(sizes[chosen]), groups) * parts[chosen][1]


class Learner:
    """Weights on their way, on the CPU."""

    def __init__(self, form: Format, endings: int, weights: Arrays, plan: Plan, threads: int, seed: int) -> None:
        self.form, self.endings, self.plan = form, endings, plan
        self.net = Weights._make(np.array(weights[name], np.float32) for name in Weights._fields)
        self.average = Weights._make(np.array(array) for array in self.net)
        self.means = Weights._make(np.zeros_like(array) for array in self.net)
        self.squares = Weights._make(np.zeros_like(array) for array in self.net)
        outputs = len(weights["third_bias"]) * MIDDLE // len(weights["second_bias"])
        self.threads = threads
        self.backs = [Weights._make(np.zeros_like(array) for array in self.net) for _ in range(threads)]
        self.sheets = [new_sheet(outputs) for _ in range(threads)]
        self.rng = np.random.default_rng(seed)
        self.steps = 0
        self.done = 0.0  # of the rows that are being learned from: a share, for whoever watches

    def learn(self, parts: Sequence[Part], newest: int, rows: int, progress: float) -> dict[str, float]:
        """Steps over `rows` rows of the parts; the mean losses by kind."""
        seen, losses = 0, np.zeros(len(LOSSES))
        with ThreadPoolExecutor(self.threads) as pool:
            while seen < rows:
                chosen, starts = picks(parts, newest, self.plan.batch, self.rng)
                samples, group = parts[chosen]
                losses += self._gradient(pool, samples, starts, group)
                self._step(len(starts), progress)
                seen += len(starts) * group
                self.done = min(1.0, seen / rows)
        return {name: float(loss) / max(1, seen) for name, loss in zip(LOSSES, losses, strict=True)}

    def _gradient(
        self, pool: ThreadPoolExecutor, samples: Samples, starts: NDArray[np.int64], group: int
    ) -> NDArray[np.float64]:
        slices = np.array_split(starts, self.threads)
        losses = [np.zeros(len(LOSSES)) for _ in slices]
        jobs = [
            pool.submit(gradient_of, self.net, back, samples, part, group, self.endings, sheet, loss)
            for back, part, sheet, loss in zip(self.backs, slices, self.sheets, losses, strict=True)
        ]
        for job in jobs:
            job.result()
        total: NDArray[np.float64] = np.sum(losses, axis=0)
        return total

    def _step(self, groups: int, progress: float) -> None:
        self.steps += 1
        kept = min(self.plan.average, 1.0 - 1.0 / (self.steps + 1))
        for other in self.backs[1:]:
            for mine, theirs in zip(arrays_of(self.backs[0]), arrays_of(other), strict=True):
                mine[...] += theirs
                theirs[...] = 0.0
        moving = (self.net, self.backs[0], self.means, self.squares, self.average)
        for name, *lines in zip(Weights._fields, *map(arrays_of, moving), strict=True):
            decay = self.plan.decay if name == "first" else 0.0
            bound = BOUND if name in ("second", "third", "policy") else 60.0
            flat = Moving(*(line.reshape(-1) for line in lines))
            step_line(flat, self.plan.rate_at(progress), decay, bound, 1.0 / groups, self.steps, kept)

    def weights(self) -> Arrays:
        """The averaged weights: what plays."""
        return self.average._asdict()

    def _kept(self) -> tuple[tuple[str, Weights], ...]:
        return ("net", self.net), ("average", self.average), ("mean", self.means), ("square", self.squares)

    def memory(self) -> Memory:
        """Everything a later run needs to go on."""
        kept: Memory = {"steps": np.array(self.steps)}
        for label, group in self._kept():
            kept |= {f"{label}.{name}": array for name, array in group._asdict().items()}
        return kept

    def remember(self, kept: Mapping[str, NDArray[np.generic]]) -> None:
        """Goes on from `memory`."""
        self.steps = int(kept["steps"])
        for label, group in self._kept():
            for name, array in group._asdict().items():
                array[...] = kept[f"{label}.{name}"]
