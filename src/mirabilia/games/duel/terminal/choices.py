"""The decisions of Duel as numbered choices: a grid for a turn, a list for everything else, and explanations.

In a turn there is one row for each open card (lettered as in the pyramid) and one column for each thing that can be
done with it, so that six cards and four wonders still fit on the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from mirabilia.cli.answers import help_text, which_one
from mirabilia.cli.language import spoken, t
from mirabilia.cli.look import INKS, MUTED, NO, NUMBER, TITLE, YES, fit, kind, padded
from mirabilia.game import Game, Option, Quote
from mirabilia.games.duel.terminal import pyramid
from mirabilia.games.duel.terminal.board import quotes_by_name
from mirabilia.games.duel.terminal.texts import (
    CARDS,
    TOKENS,
    WONDERS,
    card_name,
    cost_text,
    effect_long,
    effect_short,
    name_of,
    wonder_short,
)
from mirabilia.json_types import JsonFields
from mirabilia.locales import all_of
from mirabilia.locales.effects import amounts
from mirabilia.locales.folding import fold, found

FEW = 5  # more choices than these stand in columns
BIDDING = ("bid", "pass")
TURN = ("build", "discard", "wonder")
PLACE, NAME, BUILD, DISCARD, WONDER = 4, 21, 13, 9, 11  # widths of the columns


def draw(game: Game, seat: int, names: Sequence[str]) -> tuple[list[Text], list[list[Option]]]:
    """The choices as lines, and the option of each number (a list of one, as Duel has one price only)."""
    options = game.options(seat)
    if options and options[0].action in TURN:
        return _grid(game, seat, options)
    return _list(options, names)


def _list(options: Sequence[Option], names: Sequence[str]) -> tuple[list[Text], list[list[Option]]]:
    lines = [Text(_question(options[0]), style=TITLE)]
    if len(options) > FEW and options[0].action not in BIDDING:
        return [*lines, *_many(options)], [[option] for option in options]
    for number, option in enumerate(options, 1):
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), _described(option, names)))
    return lines, [[option] for option in options]


def _question(option: Option) -> str:
    """What is asked of the person who decides among options such as this one."""
    color = f".{CARDS[option.get('card')].color}" if option.action == "destroy" else ""
    return t("question.duel.bid" if option.action in BIDDING else f"question.duel.{option.action}{color}")


def _many(options: Sequence[Option]) -> list[Text]:
    """Many cards in three columns, with short effects; their names explain them."""
    cells = []
    for number, option in enumerate(options, 1):
        card = CARDS[option.get("card")]
        name = fit(f"{card_name(card.name)} {effect_short(card.effect)}", 19)
        cells.append(padded(Text.assemble((f"{number:>2}) ", NUMBER), kind(card.color, name)), 26))
    rows = -(-len(cells) // 3)
    return [Text.assemble(*cells[row::rows]) for row in range(rows)]


def _described(option: Option, names: Sequence[str]) -> Text:
    if option.action in BIDDING:
        return Text(t(f"option.duel.{option.action}", n=option.coins or 0))
    if option.action == "starter":
        return Text(names[option.get("seat")])
    if wonder := option.get("wonder"):
        cost = cost_text(WONDERS[wonder].cost)
        effect = fit(effect_long(WONDERS[wonder].effect), 74)
        return Text.assemble((f"{fit(name_of(wonder), 25):26}", TITLE), (fit(cost, 48), MUTED), f"\n     {effect}")
    if token := option.get("token"):
        return Text.assemble((f"{fit(name_of(token), 17):18}", TITLE), fit(effect_long(TOKENS[token].effect), 56))
    card = CARDS[option.get("card")]
    name = fit(card_name(card.name), 19)
    return Text.assemble(kind(card.color), " ", (f"{name:20}", TITLE), fit(effect_long(card.effect), 50))


def _grid(game: Game, seat: int, options: Sequence[Option]) -> tuple[list[Text], list[list[Option]]]:
    letters = pyramid.letters(game.view(seat))
    quotes = quotes_by_name(game, seat)
    wonders = list(dict.fromkeys(option.get("wonder") for option in options if option.action == "wonder"))
    width = min(WONDER, (79 - PLACE - NAME - BUILD - DISCARD) // max(1, len(wonders)))
    titles = fit(t("terminal.column.build"), BUILD - 1).ljust(BUILD) + fit(t("terminal.column.discard"), DISCARD - 1)
    head = Text("".ljust(PLACE + NAME) + titles.ljust(BUILD + DISCARD), style=MUTED)
    for wonder in wonders:
        head.append(fit(wonder_short(wonder), width - 1).ljust(width), style=TITLE)
    lines, ordered = [head], []
    for card, letter in letters.items():
        mine = {(option.action, option.get("wonder")): option for option in options if option.get("card") == card}
        line = Text.assemble(
            (f" {letter}  ", NUMBER), padded(kind(CARDS[card].color, fit(card_name(card), NAME - 3)), NAME)
        )
        for column, size in (
            (("build", None), BUILD),
            (("discard", None), DISCARD),
            *((("wonder", w), width) for w in wonders),
        ):
            option = mine.get(column)
            if option is not None:
                ordered.append(option)
            line.append_text(padded(_cell(option, len(ordered), quotes[card]), size))
        lines.append(line)
    return lines, [[option] for option in ordered]


def _cell(option: Option | None, number: int, quote: Quote) -> Text:
    if option is None:
        short = quote.why.short if quote.why else None
        return Text(f" –  {t('terminal.short_of', n=short)}" if short else " –", style=NO)
    if option.action == "discard":
        value = Text(f"+{option.get('gain')}¢", style=INKS["yellow"])
    elif option.action == "build" and quote.chain:
        value = Text(t("terminal.chain"), style=YES)
    else:
        value = Text(f"{option.get('price')}¢", style=YES)
    return Text.assemble((f"{number:>2}) ", NUMBER), value)


def explain(game: Game, seat: int, names: Sequence[str], word: str) -> list[Text] | None:
    """What a card (its letter or name), wonder or token does and costs; None if the word names none.

    A word that is part of several names is asked back.
    """
    view = game.view(seat)
    letters = {letter.lower(): card for card, letter in pyramid.letters(view).items()}
    fitting = [letters[word.lower()]] if word.lower() in letters else _named(word)
    if len(fitting) != 1:
        return which_one(word, [name_of(name) for name in fitting])
    (name,) = fitting
    thing = CARDS.get(name) or WONDERS.get(name) or TOKENS[name]
    lines = [Text.assemble((name_of(name), TITLE), f". {effect_long(thing.effect)}")]
    if name in CARDS:
        card = CARDS[name]
        about = t("tip.kind_age", kind=t(f"kind.{card.color}"), age=pyramid.ROMAN[card.age])
        lines.append(Text(f"  {about}. {t('terminal.cost', cost=cost_text(card.cost))}"))
        if card.free_with:
            lines.append(Text(f"  {t('tip.free_with', cards=card_name(card.free_with))}"))
        if freed := [card_name(other.name) for other in CARDS.values() if other.free_with == name]:
            lines.append(Text(f"  {t('tip.unlocks', cards=all_of(spoken(), freed))}"))
    elif name in WONDERS:
        lines.append(Text(f"  {t('terminal.cost', cost=cost_text(WONDERS[name].cost))}"))
    for who in (seat, 1 - seat):
        quote = quotes_by_name(game, who).get(name)
        if quote is not None:
            lines.append(Text(f"  {names[who]}: {_plan(quote)}"))
    if name in letters.values():
        opened = [_opened(slot, view["age"]) for slot in pyramid.opened_by(view, name)]
        lines.append(
            Text(
                "  " + (t("terminal.opens", cards=all_of(spoken(), opened)) if opened else t("terminal.opens_nothing"))
            )
        )
    return lines


def _opened(slot: JsonFields, age: int) -> str:
    if slot["card"]:
        return card_name(slot["card"])
    return t("terminal.hidden_guild") if slot["back"] == "guild" else t("terminal.hidden_card", age=pyramid.ROMAN[age])


def _named(word: str) -> list[str]:
    """The cards, wonders and tokens whose name holds this word, in the person's language or as records write it."""
    if len(word) < 2:
        return []
    known = {name: (name_of(name), name) for name in (*CARDS, *WONDERS, *TOKENS)}
    wanted = fold(spoken(), word)
    fitting = [name for name, both in known.items() if wanted in (fold(spoken(), each) for each in both)]
    fitting = fitting or [name for name, both in known.items() if any(found(spoken(), word, each) for each in both)]
    return fitting


def _plan(quote: Quote) -> str:
    """What a thing costs someone, and how the price comes about."""
    if quote.chain:
        return t("source.chain")
    parts = []
    for source in ("own", "choice", "discount", "trade"):
        lines = [line for line in quote.plan if line.source == source]
        if lines:
            goods = amounts(spoken(), Counter(line.good for line in lines)).replace("\u00a0", " ")
            parts.append(t(f"pay.{source}", goods=goods, n=sum(line.price for line in lines)))
    bank = sum(line.price for line in quote.plan if line.source == "bank")
    parts += [t("pay.bank", n=bank)] if bank else []
    price = t("good.count.coins", n=quote.price)
    short = f"; {t('terminal.short_of', n=quote.why.short or 0)}" if quote.why else ""
    return price + short + (f" ({'; '.join(parts)})" if parts else "")


def help_lines() -> str:
    """The help of the screen."""
    return help_text(
        f"{wonder_short('The Sphinx')}, {name_of('Law')}",
        pyramid.COLUMNS,
        t("terminal.help.duel_frame"),
        t("terminal.help.duel_city", has=t("terminal.has"), buy=t("terminal.buy")),
        t("terminal.help.duel_track"),
    )
