"""Help during play: a hint, an explanation, and a question before something is thrown away.

All of it comes from a seat's view and its options, so it can tell nothing that the seat does not know. The same view
and budget give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from mirabilia.bots.base import BotError, check_request
from mirabilia.errors import brief
from mirabilia.game import Option
from mirabilia.study.deciding import judge_options
from mirabilia.study.games import study_of
from mirabilia.study.judge import Judge, SearchJudge, View
from mirabilia.study.model import MISTAKE, Hint, Judged, Warned

SHOWN = 3
# A loss is sure when it is large even after so many standard errors are taken off.
SURE = 2.0


def hint(view: View, options: Sequence[Option], simulations: int | None = None, *, judge: Judge | None = None) -> Hint:
    """The best option, and one reason for it."""
    best = explain(view, options, simulations, judge=judge)[0]
    return Hint(best.move, best.chance, best.reasons[0] if best.reasons else None)


def explain(
    view: View, options: Sequence[Option], simulations: int | None = None, *, judge: Judge | None = None
) -> tuple[Judged, ...]:
    """The best options with their chances, the best first."""
    check_request(view, options)
    judge = judge or judge_for(view, simulations)
    if len(options) == 1:
        return judge_options(judge, view, options, options[0]).shown
    ranked = judge.rank(view, options)
    return judge_options(judge, view, options, ranked[0].option, ranked).shown[:SHOWN]


def warn(
    view: View,
    options: Sequence[Option],
    option: Option,
    simulations: int | None = None,
    *,
    judge: Judge | None = None,
) -> Warned | None:
    """What to ask before an option is played that gives away much; None if it does not, or if that is not sure.

    Each game names the phases in which nobody is warned.
    """
    check_request(view, options)
    if option not in options:
        raise BotError(f"not one of the options: {brief(option)}", code="bad_options")
    if len(options) == 1 or view.get("phase") in study_of(str(view["game"])).NO_WARNINGS:
        return None
    verdict = judge_options(judge or judge_for(view, simulations), view, options, option)
    if not verdict.label or verdict.loss - SURE * verdict.error < MISTAKE:
        return None
    against = [reason for reason in verdict.reasons if reason.about == "played"] or list(verdict.reasons)
    before, after = verdict.best.chance, verdict.played.chance
    return Warned(option.text, before, after, verdict.shown[0].move, against[0] if against else None)


def judge_for(view: View, simulations: int | None = None) -> Judge:
    """The judge of a view's game with a budget for one decision; whoever asks often keeps one."""
    game = str(view["game"])
    return SearchJudge(game, study_of(game).HINT if simulations is None else simulations)
