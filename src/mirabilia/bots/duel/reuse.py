"""Finding an old search's node for a new position, so that its work is not thrown away.

From the position the tree was grown for, all decisions that could have been made since are tried; the one line that
leads to what is on the table now gives the node. Hidden cards are left out of the comparison: the tree holds for all
ways they may lie.
"""

from __future__ import annotations

from typing import Any

from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.options import MAX_OPTIONS, options
from mirabilia.rules.duel.state import State
from mirabilia.rules.records import ints

MAX_STEPS = 3
SECRET = ("deck", "offered", "library")  # may differ between the position searched and the one on the table
STALE = ("taken", "destroy_color", "offered_left")  # left over from earlier plays


def _public(states: Any) -> list[Any]:
    """Everything about a position that the searcher could see then and can see now."""
    return [states[name][0].tolist() for name in State.dtype.names or () if name not in SECRET + STALE]


def find_subtree(nodes: Any, tree: Any, before: Any, now: Any, steps: int) -> int:
    """The node reached by `steps` decisions from the root's position to the present one; 0 if there is none."""
    if not 0 < steps <= MAX_STEPS or before["age"][0] != now["age"][0]:
        return 0
    return _descend(nodes, int(tree[2]), before, _public(now), int(now["present"][0]), steps)


def _descend(nodes: Any, node: int, position: Any, wanted: list[Any], lying: int, steps: int) -> int:
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


def _children(nodes: Any, node: int) -> dict[int, int]:
    """The children of a node by the code of their decision."""
    children = {}
    child = int(nodes[node]["first"])
    while child:
        children[int(nodes[child]["code"])] = child
        child = int(nodes[child]["next"])
    return children
