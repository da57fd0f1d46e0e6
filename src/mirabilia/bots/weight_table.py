"""Tables of weights, cut into blocks with names: where each block begins, and the table as a file people can read.

A table holds several sets of weights one after the other (one for each size of table, or for each moment of a game);
all sets have the same blocks. In the file a block about cards or stages is written by their names, so that a new card
needs no new file: it gets the average weight of the others until the weights are fitted again (`carried_over`). A set
that the file has not for an edition begins with that of the edition before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from mirabilia.encoding.blocks import Blocks, carried_over, shape_of, size_of, starts_of, without_edition
from mirabilia.engine.compiling import Floats, Row
from mirabilia.json_types import JsonFields


class WeightTable:
    """How a table is written down: the names of its sets, and its blocks."""

    def __init__(self, sets: Sequence[str], blocks: Blocks) -> None:
        self.sets, self.blocks = sets, blocks
        self.starts, self.features = starts_of(blocks), size_of(blocks)
        self.size = len(sets) * self.features

    def to_text(self, weights: Row[float]) -> str:
        """All weights as JSON, a line per block."""
        lines = []
        for number, group in enumerate(self.sets):
            blocks = []
            for name, axes in self.blocks.items():
                shape = shape_of(axes)
                start = number * self.features + self.starts[name]
                flat = [round(float(value), 3) for value in weights[start : start + math.prod(shape)]]
                rows = np.array(flat).reshape(shape).tolist()
                shown = rows if isinstance(axes[0], int) else dict(zip(axes[0], rows, strict=True))
                blocks.append(f'    "{name}": {msgspec.json.encode(shown).decode()}')
            lines.append(f'  "{group}": {{\n' + ",\n".join(blocks) + "\n  }")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def from_groups(self, groups: Mapping[str, JsonFields]) -> Floats:
        """The table that a file tells; `ValueError` names the set and block that do not fit."""
        flat: list[float] = []
        for group in self.sets:
            for name, axes in self.blocks.items():
                block = (groups.get(group) or groups[without_edition(group)])[name]
                rows = np.array(list(block.values()) if isinstance(block, dict) else block, np.float64)
                given = {name: (tuple(block) if isinstance(block, dict) else len(rows), *axes[1:])}
                if rows.size != size_of(given) or (isinstance(axes[0], int) and rows.shape != axes):
                    raise ValueError(f"{group}, {name}: {rows.size} weights instead of {size_of({name: axes})}")
                flat += carried_over(rows.reshape(-1), given, {name: axes}).tolist()
        return np.array(flat, np.float64)

    def read(self, path: Path) -> Floats:
        """The table in a file."""
        return self.from_groups(msgspec.json.decode(path.read_bytes()))
