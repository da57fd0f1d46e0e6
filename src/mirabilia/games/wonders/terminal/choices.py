"""The decisions of 7 Wonders as numbered choices: one row for each card of the hand, one column for each use of it.

A build that can be paid in several ways is one choice; the ways are asked for afterwards. Quotes give the reason when a
card cannot be built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from rich.text import Text

from mirabilia.cli.answers import help_text, which_one
from mirabilia.cli.language import named, spoken, t
from mirabilia.cli.look import INKS, MARKS, MUTED, NO, NUMBER, TITLE, YES, fit, kind, padded
from mirabilia.game import Game, Option, Quote
from mirabilia.games.wonders.catalog import Board, Card
from mirabilia.games.wonders.terminal.board import COLUMNS, ROMAN, city_names, neighbours
from mirabilia.games.wonders.terminal.texts import (
    CATALOG,
    COLOR,
    board_name,
    boards_of,
    card_name,
    cards_of,
    cost_text,
    edition_of,
    effect_long,
    effect_short,
    payment,
    plan_text,
    reason,
)
from mirabilia.json_types import JsonFields
from mirabilia.locales import all_of, one_of
from mirabilia.locales.folding import fold, found

Group = list[Option]  # the ways to pay for one thing
PLACE, NAME, EFFECT, COST, BUILD, STAGE, DISCARD = 4, 22, 18, 22, 15, 9, 9  # widths of the columns


def draw(game: Game, seat: int, names: Sequence[str]) -> tuple[list[Text], list[Group]]:
    """The choices as lines, and for each number its options (several where only the payment differs)."""
    options = game.options(seat)
    if options and options[0].action == "revive":
        return _revive(cards_of(edition_of(game)), options)
    if options and options[0].action == "board":
        return _boards(boards_of(edition_of(game)), options)
    return _hand(game, seat, options, city_names(game, names))


def _revive(cards: Mapping[str, Card], options: Sequence[Option]) -> tuple[list[Text], list[Group]]:
    lines = [Text(t("question.wonders.revive"), style=TITLE)]
    for number, option in enumerate(options, 1):
        name = option.get("card")
        text = Text(t("action.revive_none"))
        if name is not None:
            effect = fit(effect_long(cards[name].effect), COLUMNS - 33)
            text = Text.assemble(kind(COLOR[name]), " ", (f"{card_name(name):23}", TITLE), effect)
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), text))
    return lines, [[option] for option in options]


def _boards(boards: Mapping[str, Board], options: Sequence[Option]) -> tuple[list[Text], list[Group]]:
    lines = [Text(t("question.wonders.board"), style=TITLE)]
    for number, option in enumerate(options, 1):
        assert option.board is not None and option.side is not None
        board = boards[option.board]
        stages = [f"{cost_text(stage.cost, 12)}: {effect_short(stage.effect)}" for stage in board.stages(option.side)]
        facts = fit(f"{t(f'good.{board.resource}')}   {' | '.join(stages)}", COLUMNS - 21)
        name = fit(f"{board_name(option.board)} {option.side}", 15)
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), (name.ljust(16), TITLE), (facts, MUTED)))
    return lines, [[option] for option in options]


def _hand(game: Game, seat: int, options: Sequence[Option], names: Sequence[str]) -> tuple[list[Text], list[Group]]:
    quotes = {quote.card: quote for quote in game.quotes(seat) if quote.card is not None}
    can_free = any(option.action == "free_build" for option in options)
    stage = next((quote.stage for quote in game.quotes(seat) if quote.stage is not None), 0)
    copies: Counter[str] = Counter(game.view(seat)["hand"])
    cards = cards_of(edition_of(game))
    lines = [_question(game, seat, options, names), _head(can_free, stage)]
    groups: list[Group] = []
    for letter, (card, quote) in zip(ascii_uppercase, quotes.items(), strict=False):
        label = card_name(card) if copies[card] < 2 else f"{fit(card_name(card), NAME - 6)} ×{copies[card]}"
        cost = t("terminal.chain") if quote.chain else fit(cost_text(cards[card].cost, COST - 1), COST - 1)
        line = Text.assemble((f" {letter}  ", NUMBER), padded(kind(COLOR[card], fit(label, NAME - 3)), NAME))
        line.append(fit(effect_short(cards[card].effect), EFFECT - 1).ljust(EFFECT))
        line.append(cost.ljust(COST), style=YES if quote.chain else MUTED)
        for action, width in _columns(can_free):
            ways = [option for option in options if option.get("card") == card and option.action == action]
            if ways:
                groups.append(sorted(ways, key=_price))
            line.append_text(padded(_cell(action, ways, len(groups), quote, width), width))
        lines.append(line)
    return lines, groups


def _columns(can_free: bool) -> list[tuple[str, int]]:
    if can_free:
        return [("build", BUILD - 3), ("free_build", 6), ("stage", STAGE - 1), ("discard", DISCARD - 1)]
    return [("build", BUILD), ("stage", STAGE), ("discard", DISCARD)]


def _question(game: Game, seat: int, options: Sequence[Option], names: Sequence[str]) -> Text:
    view = game.view(seat)
    if options and options[0].get("city") == "free":
        facts = view["cities"][-1]
        about = f"{board_name(facts['board'])} {facts['side']}, {facts['coins']}¢"
        asked = f"{t('question.wonders.free_city')} ({about})"
        own = chosen_text(view["choices"][0]) if view["choices"] else ""
        return Text.assemble(
            (asked, f"bold {INKS['yellow']}"),
            (fit(f"   {t('terminal.your_choice', choice=own)}", COLUMNS - len(asked) - 1) if own else "", MUTED),
        )
    return Text(t(f"question.wonders.{view['phase']}"), style=TITLE)


def chosen_text(option: JsonFields) -> str:
    """A choice that is made but still hidden, in a few words: "Build: Baths"."""
    return f"{t('action.' + option['action'])}: {card_name(option['card'])}"


def _head(can_free: bool, stage: int) -> Text:
    titles = {action: t(f"terminal.column.{action}", n=stage) for action, _ in _columns(can_free)}
    first = {"card": NAME, "gives": EFFECT, "costs": COST}
    head = "".ljust(PLACE) + "".join(t(f"terminal.column.{title}").ljust(width) for title, width in first.items())
    columns = (fit(titles[action], width - 1).ljust(width) for action, width in _columns(can_free))
    return Text(head + "".join(columns), style=MUTED)


def _price(option: Option) -> int:
    return sum(option.get("pay") or (0, 0)) + int(option.get("bank", 0))


def _cell(action: str, ways: Group, number: int, quote: Quote, width: int) -> Text:
    if not ways:
        why = reason(quote.why) if action == "build" and quote.why else ""
        return Text(fit(f" –  {why}", width - 1) if why else " –", style=NO if why else MUTED)
    if action == "discard":
        value = Text(f"+{CATALOG.constants.discard_coins}¢", style=INKS["yellow"])
    elif action == "free_build":
        value = Text()
    elif len(ways) > 1:
        value = Text(f"{_price(ways[0])}¢ " + (t("terminal.ways", n=len(ways)) if width > 14 else ".."), style=YES)
    elif action == "build":
        value = Text(payment(ways[0].as_dict()), style=YES)
    else:
        value = Text(f"{_price(ways[0])}¢", style=YES)
    return Text.assemble((f"{number:>2}) ", NUMBER), value)


def ways_to_pay(game: Game, seat: int, names: Sequence[str], group: Group) -> list[Text]:
    """The ways to pay for one thing, numbered, each with where its goods come from."""
    cities = city_names(game, names)
    left, right = neighbours(len(game.seats), -1 if group[0].get("city") == "free" else seat)
    sellers = {"left": cities[left], "right": cities[right]}
    lines = [Text(t("terminal.how_to_pay"), style=TITLE)]
    for number, option in enumerate(group, 1):
        plan = plan_text(game.plan(seat, option), sellers)
        text = fit(f"{payment(option.as_dict()):12} {plan}", COLUMNS - 6)
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), text))
    return lines


def explain(game: Game, seat: int, names: Sequence[str], word: str) -> list[Text] | None:
    """What a card (its letter or name) or a board does and costs; None if the word names none.

    A word that is part of several names is asked back.
    """
    quotes = {quote.card: quote for quote in game.quotes(seat) if quote.card is not None}
    letters = dict(zip(ascii_uppercase.lower(), quotes, strict=False))
    cards, boards = cards_of(edition_of(game)), boards_of(edition_of(game))
    fitting = [letters[word.lower()]] if word.lower() in letters else _named(edition_of(game), word)
    if len(fitting) != 1:
        return which_one(word, [board_name(name) if name in boards else card_name(name) for name in fitting])
    (name,) = fitting
    if name in boards:
        return _explain_board(boards[name])
    card = cards[name]
    lines = [
        Text.assemble(
            kind(card.color), " ", (card_name(name), TITLE),
            f". {effect_long(card.effect)}",
        )
    ]  # fmt: skip
    about = t("tip.kind_age", kind=t(f"kind.{card.color}"), age=ROMAN[card.age])
    lines.append(Text(f"  {about}. {t('terminal.cost', cost=cost_text(card.cost))}"))
    if card.free_with:
        givers = one_of(spoken(), [card_name(other) for other in card.free_with])
        lines.append(Text(f"  {t('tip.free_with', cards=givers)}"))
    if card.unlocks:
        freed = all_of(spoken(), [card_name(other) for other in card.unlocks])
        lines.append(Text(f"  {t('tip.unlocks', cards=freed)}"))
    if name in quotes:
        cities = city_names(game, names)
        left, right = neighbours(len(game.seats), -1 if quotes[name].city == "free" else seat)
        plan = plan_text(quotes[name].plan, {"left": cities[left], "right": cities[right]})
        why = quotes[name].why
        giver = quotes[name].plan[0].by if quotes[name].chain else None
        by_power = any(line.source == "power" for line in quotes[name].plan)
        verdict = t("pay.power") if by_power else plan or t("pay.nothing")
        if giver:
            verdict = t("pay.chain_from", card=card_name(giver))
        lines.append(Text(f"  {verdict}" + (f" ({t('verdict.no')}: {reason(why)})" if why else "")))
    return lines


def _explain_board(board: Board) -> list[Text]:
    makes = t("effect.wonders.produces", goods=t(f"good.count.{board.resource}", n=1))
    lines = [Text.assemble((named("wonders", "wonder", board.city), TITLE), f". {makes}")]
    for side in ("A", "B"):
        for number, stage in enumerate(board.stages(side), 1):
            lines.append(Text(f"  {side}{number}  {cost_text(stage.cost, 28):28} {effect_long(stage.effect)}"))
    return lines


def _named(edition: int, word: str) -> list[str]:
    """The cards and boards whose name holds this word, in the person's language or as records write it."""
    if len(word) < 3:
        return []
    known = {name: (card_name(name), name) for name in cards_of(edition)}
    known |= {name: (board_name(name), name) for name in boards_of(edition)}
    wanted = fold(spoken(), word)
    fitting = [name for name, both in known.items() if wanted in (fold(spoken(), each) for each in both)]
    fitting = fitting or [name for name, both in known.items() if any(found(spoken(), word, each) for each in both)]
    return fitting


def help_lines() -> str:
    """The help of the screen."""
    return help_text(
        f"{card_name('Baths')}, {board_name('Gizah')}",
        COLUMNS,
        t("terminal.help.wonders_arrows", mark=MARKS["brown"]),
        t("terminal.help.wonders_boxes"),
        t("terminal.help.wonders_stage"),
    )
