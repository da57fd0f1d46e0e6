"""Finding an old search's node for a new position, so that its work is not thrown away.

From the position the tree was grown for, all decisions that could have been made since are tried; the one line that
leads to what is on the table now gives the node. Hidden cards are left out of the comparison: the tree holds for all
ways they may lie.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import ints
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import State
from mirabilia.json_types import Json
from mirabilia.search.nodes import Node

MAX_STEPS = 3
SECRET = ("deck", "offered", "library")  # may differ between the position searched and the one on the table
STALE = ("taken", "destroy_color", "offered_left")  # left over from earlier plays


Fields = NDArray[np.void]  # states or nodes, read by the names of their fields


def _public(states: Fields) -> list[Json]:
    """Everything about a position that the searcher could see then and can see now."""
    return [states[name][0].tolist() for name in State.dtype.names or () if name not in SECRET + STALE]


def find_subtree(nodes: Node.Array, tree: Ints, before: State.Array, now: State.Array, steps: int) -> int:
    """The node reached by `steps` decisions from the root's position to the present one; 0 if there is none."""
    then, seen = cast(Fields, before), cast(Fields, now)
    if not 0 < steps <= MAX_STEPS or then["age"][0] != seen["age"][0]:
        return 0
    return _descend(cast(Fields, nodes), int(tree[2]), then, _public(seen), int(seen["present"][0]), steps)


def _descend(nodes: Fields, node: int, position: Fields, wanted: list[Json], lying: int, steps: int) -> int:
    if steps == 0:
        return node if _public(position) == wanted else 0
    buffer = ints(MAX_OPTIONS)
    actor = int(position["actor"][0])
    count = options(position, 0, actor, buffer)
    children = _children(nodes, node)
    for k in range(count):
        # a forced decision has no node of its own: the tree passes over it
        following = node if count == 1 else children.get(int(buffer[k]), 0)
        if following:
            after = position.copy()
            apply(after, 0, actor, int(buffer[k]))
            if int(after["present"][0]) & lying == lying:  # no card that still lies was taken on this line
                found = _descend(nodes, following, after, wanted, lying, steps - 1)
                if found:
                    return found
    return 0


def _children(nodes: Fields, node: int) -> dict[int, int]:
    """The children of a node by the code of their decision."""
    children = {}
    child = int(nodes[node]["first"])
    while child:
        children[int(nodes[child]["code"])] = child
        child = int(nodes[child]["next"])
    return children
