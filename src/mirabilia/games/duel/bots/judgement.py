"""What the network of Duel says of a position: how likely the seat to act is to win, how, and which decisions are good.

The outputs after the chance to win: six endings (mine and theirs, by civilian, military and science victory), then the
points of both cities by category, in tens. They serve explanations and, while training, make the network learn sooner.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mirabilia.bots.network import (
    Buffers,
    Format,
    Network,
    add_up,
    chance_of,
    direct_path,
    format_for,
    go_through,
    new_buffers,
    output,
    read_network,
    share_out,
    trait_worth,
)
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.games.duel.encoding import features, traits
from mirabilia.games.duel.encoding.features import MOMENTS, features_of, moment_of
from mirabilia.games.duel.encoding.traits import traits_of
from mirabilia.games.duel.rules.options import MAX_OPTIONS
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import CATEGORIES

ENDINGS = 6
POINTS = len(CATEGORIES)
OUT_ENDINGS, OUT_POINTS = 1, 1 + ENDINGS
OUTPUTS = OUT_POINTS + 2 * POINTS
POINT_SCALE = 10.0  # an output of 1 means so many points

FORMAT: Format = format_for("duel", features.BLOCKS, traits.BLOCKS, MOMENTS, OUTPUTS)
FILE = Path(__file__).with_name("duel.net")


@cache
def own_network() -> Network:
    """The network that comes with the package."""
    return read_network(FILE, FORMAT)


def buffers_for() -> Buffers:
    """Memory for evaluations of Duel."""
    return new_buffers(features.MAX_FEATURES, traits.MAX_TRAITS, traits.TRAITS, MAX_OPTIONS)


@compiled
def look_at(s: State, net: Network, buffers: Buffers) -> int:
    """The odds of the seat to act, in the network's units; the sums stay on the buffers for `weigh_options`."""
    count = features_of(s, buffers.which)
    add_up(net, buffers, count)
    moment = moment_of(s)
    go_through(net, buffers, moment)
    return output(net, buffers, moment * OUTPUTS) + direct_path(net, buffers, count)


@compiled
def chance_to_win(s: State, net: Network, buffers: Buffers) -> float:
    """How likely the seat to act is to win a game that is not over."""
    return chance_of(look_at(s, net, buffers))


@compiled
def weigh_options(s: State, net: Network, buffers: Buffers, buffer: Ints, count: int, priors: Floats) -> None:
    """The prior of every option of the position looked at last."""
    for k in range(count):
        number = traits_of(s, buffer[k], buffers.traits, 0)
        total = 0
        for t in range(number):
            total += trait_worth(net, buffers, buffers.traits[t])
        buffers.logits[k] = total
    share_out(buffers, count, priors)


@compiled
def judge(states: State.Array, i: int, net: Network, buffers: Buffers) -> float:
    """`chance_to_win`, for callers in Python."""
    return chance_to_win(states[i], net, buffers)
