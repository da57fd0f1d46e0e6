"""One decision judged: the options worth showing with their chances, the loss of one of them, and the reasons.

Analysis, hints, warnings and puzzles all ask here. What goes in is a view with its options; so nothing that the seat
cannot know has any influence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mirabilia.game import Option
from mirabilia.study.games import study_of
from mirabilia.study.judge import Followed, Judge, Ranked, View
from mirabilia.study.model import ONLY, Judged, Label, Reason, label_of
from mirabilia.study.reasons import MAX_REASONS, Compared, every_reason

SHOWN = 3  # best options looked at and shown for each decision, besides the one played


@dataclass(frozen=True)
class Verdict:
    """A decision, judged for one option of it."""

    shown: tuple[Judged, ...]
    best: Followed
    played: Followed
    loss: float
    error: float
    label: Label
    reasons: tuple[Reason, ...]


def judge_options(
    judge: Judge, view: View, options: Sequence[Option], played: Option, ranked: Sequence[Ranked] | None = None
) -> Verdict:
    """Judges what was played, or is about to be. `ranked` is what the judge's free search said, if it was asked."""
    if len(options) == 1:
        only = judge.follow(view, options, played)
        alone = Judged(played.text, only.chance, 0.0, judge.simulations, _ways(view, only))
        return Verdict((alone,), only, only, 0.0, 0.0, "", ())
    if ranked is None:
        ranked = judge.rank(view, options)
    looked_at = [entry for number, entry in enumerate(ranked) if number < SHOWN or entry.option == played]
    followed = {entry.option: judge.follow(view, options, entry.option) for entry in looked_at}
    looked_at.sort(key=lambda entry: -followed[entry.option].chance)
    best = looked_at[0]
    if followed[best.option].chance == followed[played].chance:
        best = next(entry for entry in looked_at if entry.option == played)
        looked_at.sort(key=lambda entry: (-followed[entry.option].chance, entry is not best))
    mine = next(entry for entry in looked_at if entry.option == played)
    with_best, with_played = followed[best.option], followed[played]
    loss = round(with_best.chance - with_played.chance, 4)
    error = round(math.hypot(with_best.error, with_played.error), 4) if best is not mine else 0.0
    # Blame needs both witnesses, the free search and the equal comparison, and a loss beyond the error of measurement.
    label: Label = label_of(loss - error) if best.value > mine.value else ""
    second = followed[looked_at[1].option]
    if best is mine and with_best.chance - second.chance - math.hypot(with_best.error, second.error) >= ONLY:
        label = "only"
    study = study_of(str(view["game"]))
    before = view.get("phase") in study.NO_REASONS
    position = None if before else study.position_of(view)

    def compare(worse: Option, better: Option) -> list[Reason]:
        if before:
            return []
        compared = Compared(view, position, worse, better, followed[worse], followed[better])
        return every_reason(compared, study.FINDERS)

    shown: list[Judged] = []
    for entry in looked_at:
        result = followed[entry.option]
        about = "best" if entry is best else "played"
        found = compare(looked_at[1].option if entry is best else entry.option, best.option)
        shown.append(
            Judged(
                move=entry.option.text,
                chance=result.chance,
                loss=round(with_best.chance - result.chance, 4),
                visits=entry.visits,
                ways=_ways(view, result),
                reasons=tuple(each for each in found if each.about == about)[:MAX_REASONS],
            )
        )
    reasons = tuple(compare(played, best.option)[:MAX_REASONS]) if label not in ("", "only") else ()
    return Verdict(tuple(shown), with_best, with_played, loss, error, label, reasons)


def _ways(view: View, followed: Followed) -> dict[str, float]:
    """The deciding seat's chance by kind of victory."""
    return dict(followed.outlook.ways[int(view["you"])]) if followed.outlook.ways else {}
