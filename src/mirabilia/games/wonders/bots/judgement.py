"""What the network of 7 Wonders says of a position: how likely each seat is to win, and its points.

The network looks at the position once for every seat, as that seat knows it, and gives each a number; the shares of the
win follow from all of them together (softmax). The outputs after it are the seat's points at the end by category, in
tens. `mirabilia train wonders` makes such a network; the one of the package (`wonders.net`, its card is in
docs/bots.md) judges for the bot `network`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mirabilia.bots.network import (
    EXP,
    EXP_ENTRIES,
    EXP_SHIFT,
    Buffers,
    Format,
    Network,
    add_up,
    direct_path,
    format_for,
    go_through,
    new_buffers,
    output,
    read_network,
)
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.games.wonders.encoding import features, traits
from mirabilia.games.wonders.encoding.features import MOMENTS, features_of, moment_of, stand_now
from mirabilia.games.wonders.rules.options import MAX_OPTIONS
from mirabilia.games.wonders.rules.state import POINT_KINDS, State

POINTS = POINT_KINDS
OUT_POINTS = 1
OUTPUTS = OUT_POINTS + POINTS
POINT_SCALE = 10.0  # an output of 1 means so many points

FORMAT: Format = format_for("wonders", features.BLOCKS, traits.BLOCKS, MOMENTS, OUTPUTS)
FILE = Path(__file__).with_name("wonders.net")


@cache
def own_network() -> Network:
    """The network that comes with the package."""
    return read_network(FILE, FORMAT)


def buffers_for() -> Buffers:
    """Memory for evaluations of 7 Wonders."""
    return new_buffers(features.MAX_FEATURES, traits.MAX_TRAITS, traits.TRAITS, MAX_OPTIONS)


@compiled
def look_at(s: State, seat: int, standing: Ints, net: Network, buffers: Buffers) -> int:
    """What the network gives a seat, in its units; the layers stay on the buffers for the other outputs."""
    count = features_of(s, seat, standing, buffers.which)
    add_up(net, buffers, count)
    moment = moment_of(s)
    go_through(net, buffers, moment)
    return output(net, buffers, moment * OUTPUTS) + direct_path(net, buffers, count)


@compiled
def share_wins(s: State, net: Network, buffers: Buffers, standing: Ints, shares: Floats) -> None:
    """How likely each seat is to win a game that is not over: writes shares that add up to one."""
    stand_now(s, standing)
    highest = -(1 << 60)
    for seat in range(s.players):
        buffers.logits[seat] = look_at(s, seat, standing, net, buffers)
        highest = max(highest, buffers.logits[seat])
    total = 0.0
    for seat in range(s.players):
        shares[seat] = EXP[min((highest - buffers.logits[seat]) >> EXP_SHIFT, EXP_ENTRIES - 1)]
        total += shares[seat]
    for seat in range(s.players):
        shares[seat] /= total
