"""An analysis kept in a record: chances and labels as comments, better moves as variations, in the record's own format.

    0 discard Stone Pit
    # chance 0.347 loss 0.091 mistake
    # better build Stone Pit
    # Expected points for civilian buildings: 2.6 fewer.

The first two kinds of line are the same in every language and are read back by `notes_of`; sentences are for people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from mirabilia.record import Record
from mirabilia.study.model import Analysis, Label
from mirabilia.study.telling import tell

_NOTE = re.compile(r"chance ([01]\.[0-9]{3}) loss ([01]\.[0-9]{3})(?: (slip|mistake|blunder|only))?")
_BETTER = "better "
ANALYSED = "analysed"  # tag: the judge and its budget


@dataclass(frozen=True)
class Note:
    """What an annotated record says about a decision."""

    chance: float
    loss: float
    label: Label
    better: str | None


def annotated(record: Record, analysis: Analysis, language: str, names: Sequence[str]) -> Record:
    """The record with the findings of an analysis; its own comments and variations stay."""
    comments = {number: list(texts) for number, texts in record.comments.items()}
    variations = {number: list(lines) for number, lines in record.variations.items()}
    for moment in analysis:
        texts = comments.setdefault(moment.number + 1, [])
        label = f" {moment.label}" if moment.label else ""
        texts.append(f"chance {moment.chance:.3f} loss {moment.loss:.3f}{label}")
        if moment.blamed:
            best = moment.best[0].move
            texts.append(f"{_BETTER}{best}")
            texts += [_plain(tell(reason, language, game=analysis.game, names=names)) for reason in moment.reasons]
            better = ((moment.seat, best),)
            if better not in variations.setdefault(moment.number, []):
                variations[moment.number].append(better)
    tags = {**record.tags, ANALYSED: f"{analysis.analyser} {analysis.version}, {analysis.simulations} simulations"}
    return replace(
        record,
        tags=tags,
        comments={number: tuple(texts) for number, texts in comments.items()},
        variations={number: tuple(lines) for number, lines in variations.items() if lines},
    )


def _plain(sentence: str) -> str:
    return " ".join(sentence.split())


def notes_of(record: Record) -> dict[int, Note]:
    """What an annotated record says, by the number of the decision."""
    notes = {}
    for after, texts in record.comments.items():
        found = next((match for text in texts if (match := _NOTE.fullmatch(text))), None)
        if found is None:
            continue
        better = next((text.removeprefix(_BETTER) for text in texts if text.startswith(_BETTER)), None)
        notes[after - 1] = Note(float(found[1]), float(found[2]), cast(Label, found[3] or ""), better)
    return notes
