"""Study: finished games judged, hints, puzzles, and reasons in the words of the game (docs/study.md).

What is judged is always judged from a seat's own view and options: nothing here sees more than the seat did. The data
is in `model`. What works on it, module by module:

    analysis.analyse(record, simulations=None, *, deep=False, progress=None) -> Analysis
    hints.hint(view, options, simulations=None) -> Hint
    hints.explain(view, options, simulations=None) -> tuple[Judged, ...]
    hints.warn(view, options, option, simulations=None) -> Warned | None
    telling.tell(reason, language, game, names) -> str
    whatif.play_on(record, moves) -> Game, whatif.line(record, number, move) -> moves
    puzzles.all_puzzles(game) -> tuple[Puzzle, ...], puzzles.of_the_day(date, game) -> Puzzle
"""
