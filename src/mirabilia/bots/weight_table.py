"""Tables of weights, cut into blocks with names: where each block begins, and the table as a file people can read.

A table holds several sets of weights one after the other (one for each size of table, or for each moment of a game);
all sets have the same blocks. In the file a block about cards is written by their names, so that a new card needs no
new file: it gets the average weight of the others until the weights are fitted again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from mirabilia.encoding.blocks import Blocks, size_of, starts_of
from mirabilia.engine.compiling import PLAIN, Floats, Row
from mirabilia.json_types import JsonFields


class WeightTable:
    """How a table is written down: the names of its sets, its blocks, and the names of what some blocks count."""

    def __init__(self, sets: Sequence[str], blocks: Blocks, names: Mapping[str, Sequence[str]]) -> None:
        self.sets, self.blocks, self.names = sets, blocks, names
        self.starts, self.features = starts_of(blocks), size_of(blocks)
        self.size = len(sets) * self.features

    def to_text(self, weights: Row[float]) -> str:
        """All weights as JSON, a line per block."""
        lines = []
        for number, group in enumerate(self.sets):
            blocks = []
            for name, shape in self.blocks.items():
                start = number * self.features + self.starts[name]
                flat = [round(float(value), 3) for value in weights[start : start + math.prod(shape)]]
                if name in self.names:
                    shown: object = dict(zip(self.names[name], flat, strict=True))
                else:
                    shown = np.array(flat).reshape(shape).tolist()
                blocks.append(f'    "{name}": {msgspec.json.encode(shown).decode()}')
            lines.append(f'  "{group}": {{\n' + ",\n".join(blocks) + "\n  }")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def from_groups(self, groups: Mapping[str, JsonFields]) -> Floats:
        """The table that a file tells; `ValueError` names the set and block that do not fit."""
        flat: list[float] = []
        for group in self.sets:
            for name, shape in self.blocks.items():
                block = groups[group][name]
                if name in self.names:
                    usual = sum(block.values()) / len(block)
                    values = [float(block.get(named, usual)) for named in self.names[name]]
                else:
                    values = np.array(block, np.float64).reshape(-1).tolist()
                if len(values) != math.prod(shape):
                    raise ValueError(f"{group}, {name}: {len(values)} weights instead of {math.prod(shape)}")
                flat += values
        return flat if PLAIN else np.array(flat, np.float64)

    def read(self, path: Path) -> Floats:
        """The table in a file."""
        return self.from_groups(msgspec.json.decode(path.read_bytes()))
