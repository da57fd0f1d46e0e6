"""What self-play of both games shares: chance, reading a search's answer, and writing down what a row teaches."""

from __future__ import annotations

import math

from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.rng import next_word
from mirabilia.search.nodes import Node
from mirabilia.train.samples import NO_TRAIT, WIDTH, Samples

# Places of the numbers of a manner, as `playing.NUMBERS` names them.
S_HEAT, S_KEEP, S_TRACE, S_SIMULATIONS, S_QUICK, S_FULL_SHARE, S_WANTED_HEAT, S_GUESSED = range(8)
S_SURPRISE, S_OPENING_HEAT, S_DOUBT = range(8, 11)
NOISE_SHARE = 0.25  # of the priors at the root of a search that teaches
NOISE_POWER = 3.0


@compiled
def chance(rng: Ints) -> float:
    """A random number above 0, at most 1."""
    return (next_word(rng) + 1.0) / 4294967296.0


@compiled
def gumbel(rng: Ints) -> float:
    """Noise that turns the highest of some logits into a draw by them."""
    return -math.log(-math.log(chance(rng) * 0.999999))


@compiled
def add_noise(nodes: Node.Array, places: Ints, count: int, priors: Floats, rng: Ints) -> None:
    """Mixes noise into the priors of the options in `places`: a few get much of it. `priors` is worked on."""
    total = 0.0
    for k in range(count):
        priors[k] = (-math.log(chance(rng))) ** NOISE_POWER + 1.0e-9
        total += priors[k]
    for k in range(count):
        node = nodes[places[k]]
        node.prior = (1.0 - NOISE_SHARE) * node.prior + NOISE_SHARE * priors[k] / total


@compiled
def read_root(nodes: Node.Array, root: int, codes: Ints, values: Floats, count: int, heat: float, rng: Ints) -> int:
    """The option a search chooses; its visits, as shares, are in `values`, and its value after them."""
    total = 0.0
    value = 0.0
    child = nodes[root].first
    for k in range(count):
        node = nodes[child]
        codes[k] = node.code
        values[k] = node.visits
        total += node.visits
        value += node.value
        child = node.next
    best = 0
    highest = -1.0e9
    for k in range(count):
        values[k] /= total
        worth = math.log(values[k] + 1.0e-9)
        if heat > 0.0:
            worth += heat * gumbel(rng)
        if worth > highest:
            best = k
            highest = worth
    values[count] = value / total
    return best


@compiled
def soften(values: Floats, count: int, heat: float) -> None:
    """Turns values into shares: the best options get most, those that were not tried (below 0) none."""
    highest = -1.0
    for k in range(count):
        highest = max(highest, values[k])
    total = 0.0
    for k in range(count):
        values[k] = math.exp((values[k] - highest) / heat) if values[k] >= 0.0 else 0.0
        total += values[k]
    for k in range(count):
        values[k] /= total


@compiled
def keep_features(samples: Samples, row: int, which: Ints, count: int, moment: int) -> bool:
    """Writes the features of a position into a row that teaches no priors yet; False if they do not fit."""
    if count > WIDTH:
        return False
    for k in range(count):
        samples.features[row, k] = which[k]
    samples.feature_count[row] = count
    samples.moment[row] = moment
    samples.options[row] = 0
    return True


@compiled
def keep_option(samples: Samples, row: int, k: int, traits: Ints, number: int, wanted: float) -> None:
    """Writes the prior wanted for option `k` of a row, with its traits; the row then has so many options."""
    samples.options[row] = k + 1
    for t in range(samples.traits.shape[2]):
        samples.traits[row, k, t] = traits[t] if t < number else NO_TRAIT
    samples.wanted[row, k] = max(wanted, 0.0)
