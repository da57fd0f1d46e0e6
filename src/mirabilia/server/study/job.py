"""An analysis to make: its id follows from what is judged, by what, and how thoroughly."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from mirabilia.record import Record
from mirabilia.study.analysis import ANALYSIS_VERSION


class Job(NamedTuple):
    """An analysis to make."""

    id: str
    record: str
    simulations: int
    judged: str = "[]"  # decisions that are judged already, as JSON


def job_for(record: Record, simulations: int) -> Job:
    """The analysis of a record, whether it is there or not. Names and other tags make no difference."""
    text = Record(record.deal, record.moves, record.result).dumps()
    return Job(analysis_id(text, analyser(), simulations), text, simulations)


def analysis_id(record: str, analyser: str, simulations: int) -> str:
    """The same for the same game, analyser and budget."""
    return hashlib.blake2b(f"{analyser}\n{simulations}\n{record}".encode(), digest_size=12).hexdigest()


def analyser() -> str:
    """What judges, as a stored analysis names it: another version judges again."""
    return str(ANALYSIS_VERSION)
