"""What fitting the weights of both games shares: how a gradient moves them (Adam), and the loop of a long run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.weight_table import WeightTable
from mirabilia.engine.compiling import Floats

ROUND = 0.9  # memory of the direction
SQUARES = 0.995  # memory of the size
SMALLEST = 1.0e-4
WRITE_EVERY = 30.0  # seconds of CPU time


class Climber:
    """Weights on their way up a gradient that is known only roughly."""

    def __init__(self, weights: Floats) -> None:
        self.weights = np.array(weights, np.float64)
        self.steps = 0
        self._direction, self._size = np.zeros(len(self.weights)), np.zeros(len(self.weights))

    def climb(self, gradient: NDArray[np.float64], rate: float) -> None:
        """Moves the weights, each by about `rate` as long as the gradients agree."""
        self.steps += 1
        self._direction = ROUND * self._direction + (1.0 - ROUND) * gradient
        self._size = SQUARES * self._size + (1.0 - SQUARES) * gradient * gradient
        direction = self._direction / (1.0 - ROUND**self.steps)
        size = np.sqrt(self._size / (1.0 - SQUARES**self.steps))
        self.weights += rate * direction / (size + SMALLEST)


def fit_for(minutes: float, climber: Climber, layout: WeightTable, out: Path, step: Callable[[float], str]) -> None:
    """Steps for so many minutes of CPU time and writes the weights every half minute, and when it is interrupted.

    `step` gets the part of the time that is over, and tells how it goes.
    """
    started = written = time.process_time()
    budget = minutes * 60
    try:
        while (spent := time.process_time() - started) < budget:
            line = step(spent / budget)
            if time.process_time() - written > WRITE_EVERY:
                written = time.process_time()
                out.write_text(layout.to_text(climber.weights))
                print(f"{spent:6.0f} s  {line}", flush=True)
    finally:
        out.write_text(layout.to_text(climber.weights))
