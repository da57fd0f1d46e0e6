"""The decisions of Duel as numbered choices: a grid for a turn, a list for everything else, and explanations.

In a turn there is one row for each open card (lettered as in the pyramid) and one column for each thing that can be
done with it, so that six cards and four wonders still fit on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from mirabilia.cli.duel import pyramid
from mirabilia.cli.duel.board import quotes_by_name
from mirabilia.cli.duel.texts import CARDS, TOKENS, WONDERS, cost_text, effect_long, effect_short, wonder_short
from mirabilia.cli.look import INKS, MARKS, MUTED, NO, NUMBER, TITLE, YES, fit, kind, padded
from mirabilia.game import Game, Option, Quote

QUESTIONS = {
    "draft": "Which wonder do you take?",
    "token": "A pair of symbols: which progress token do you take?",
    "library": "Drawn from the box: which token do you keep?",
    "destroy": "Which card does the opponent lose?",
    "revive": "Which discarded card do you build for free?",
    "starter": "Who begins the next age?",
}
FEW = 5  # more choices than these stand in columns
TURN = ("build", "discard", "wonder")
PLACE, NAME, BUILD, DISCARD, WONDER = 4, 21, 13, 9, 11  # widths of the columns


def draw(game: Game, seat: int, names: Sequence[str]) -> tuple[list[Text], list[list[Option]]]:
    """The choices as lines, and the option of each number (a list of one, as Duel has one price only)."""
    options = game.options(seat)
    if options and options[0].action in TURN:
        return _grid(game, seat, options)
    return _list(options, names)


def _list(options: Sequence[Option], names: Sequence[str]) -> tuple[list[Text], list[list[Option]]]:
    lines = [Text(QUESTIONS[options[0].action], style=TITLE)]
    if len(options) > FEW:
        return [*lines, *_many(options)], [[option] for option in options]
    for number, option in enumerate(options, 1):
        lines.append(Text.assemble((f"{number:>3}) ", NUMBER), _described(option, names)))
    return lines, [[option] for option in options]


def _many(options: Sequence[Option]) -> list[Text]:
    """Many cards in three columns, with short effects; their names explain them."""
    cells = []
    for number, option in enumerate(options, 1):
        card = CARDS[option.get("card")]
        name = fit(f"{card.name} {effect_short(card.effect)}", 19)
        cells.append(padded(Text.assemble((f"{number:>2}) ", NUMBER), kind(card.color, name)), 26))
    rows = -(-len(cells) // 3)
    return [Text.assemble(*cells[row::rows]) for row in range(rows)]


def _described(option: Option, names: Sequence[str]) -> Text:
    if option.action == "starter":
        return Text(names[option.get("seat")])
    if wonder := option.get("wonder"):
        cost = cost_text(WONDERS[wonder].cost)
        effect = fit(effect_long(WONDERS[wonder].effect), 74)
        return Text.assemble((f"{wonder:24}", TITLE), (f"costs {cost}", MUTED), f"\n     {effect}")
    if token := option.get("token"):
        return Text.assemble((f"{token:14}", TITLE), fit(effect_long(TOKENS[token].effect), 60))
    card = CARDS[option.get("card")]
    return Text.assemble(kind(card.color), " ", (f"{card.name:20}", TITLE), fit(effect_long(card.effect), 50))


def _grid(game: Game, seat: int, options: Sequence[Option]) -> tuple[list[Text], list[list[Option]]]:
    letters = pyramid.letters(game.view(seat))
    quotes = quotes_by_name(game, seat)
    wonders = list(dict.fromkeys(option.get("wonder") for option in options if option.action == "wonder"))
    width = min(WONDER, (79 - PLACE - NAME - BUILD - DISCARD) // max(1, len(wonders)))
    head = Text("".ljust(PLACE + NAME) + "build".ljust(BUILD) + "discard".ljust(DISCARD), style=MUTED)
    for wonder in wonders:
        head.append(fit(wonder_short(wonder), width - 1).ljust(width), style=TITLE)
    lines, ordered = [head], []
    for card, letter in letters.items():
        mine = {(option.action, option.get("wonder")): option for option in options if option.get("card") == card}
        line = Text.assemble((f" {letter}  ", NUMBER), padded(kind(CARDS[card].color, fit(card, NAME - 3)), NAME))
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
        short = quote.why.get("short") if quote.why else None
        return Text(f" –  short {short}¢" if short else " –", style=NO)
    if option.action == "discard":
        value = Text(f"+{option.get('gain')}¢", style=INKS["yellow"])
    elif option.action == "build" and quote.chain:
        value = Text("chain", style=YES)
    else:
        value = Text(f"{option.get('price')}¢", style=YES)
    return Text.assemble((f"{number:>2}) ", NUMBER), value)


def explain(game: Game, seat: int, names: Sequence[str], word: str) -> list[Text] | None:
    """What a card (its letter or name), wonder or token does and costs; None if the word names none."""
    view = game.view(seat)
    letters = {letter.lower(): card for card, letter in pyramid.letters(view).items()}
    name = letters.get(word.lower()) or _named(word, view)
    if name is None:
        return None
    if name in TOKENS:
        return [Text.assemble((name, TITLE), f": {effect_long(TOKENS[name].effect)}")]
    thing = CARDS.get(name) or WONDERS[name]
    what = f"{CARDS[name].color} card, " if name in CARDS else "wonder, "
    lines = [Text.assemble((name, TITLE), f" ({what}costs {cost_text(thing.cost)}): {effect_long(thing.effect)}.")]
    if name in CARDS and (chain := CARDS[name].free_with):
        lines.append(Text(f"  Free for who has {chain}."))
    if name in CARDS and (freed := [card.name for card in CARDS.values() if card.free_with == name]):
        lines.append(Text(f"  Makes {', '.join(freed)} free later."))
    for who in (seat, 1 - seat):
        quote = quotes_by_name(game, who).get(name)
        if quote is not None:
            lines.append(Text(f"  {names[who]}: {_plan(quote)}"))
    if name in letters.values():
        opened = [slot["card"] or f"a face-down card ({slot['back']})" for slot in pyramid.opened_by(view, name)]
        lines.append(Text(f"  Taking it opens {' and '.join(opened) or 'nothing'}."))
    return lines


def _named(word: str, view: Mapping[str, object]) -> str | None:
    """The one card, wonder or token whose name holds this word; what lies on the table goes first."""
    if len(word) < 2:
        return None
    known = [*CARDS, *WONDERS, *TOKENS]
    fitting = [name for name in known if word.lower() == name.lower()]
    fitting = fitting or [name for name in known if word.lower() in name.lower()]
    return fitting[0] if len(fitting) == 1 else None


def _plan(quote: Quote) -> str:
    if quote.chain:
        return "free by chain"
    ways = {"own": "made", "choice": "made by choice", "discount": "spared by a token"}
    units = [
        f"{line['good']} bought for {line['price']}¢" if line["source"] == "trade"
        else f"{line['price']}¢ to the bank" if line["source"] == "bank"
        else f"{line['good']} {ways[line['source']]}"
        for line in quote.plan
    ]  # fmt: skip
    short = f", {quote.why['short']}¢ short" if quote.why else ""
    return f"{quote.price}¢{short}" + (f" ({', '.join(units)})" if units else "")


HELP = f"""\
Type the number of a choice, or a move such as "build Baths" or "discard Baths".
A part of a move will do if it fits only one choice: "build ba".
  A, B, C ...     what that card does, costs and opens
  Sphinx, Law     what that wonder, token or card does
  s   draw the table again          r   save the record (r FILE: there)
  q   leave (the game is saved)     ?   this help
{MARKS["brown"]} raw material  {MARKS["grey"]} manufactured good  {MARKS["blue"]} civilian  {MARKS["green"]} scientific
{MARKS["yellow"]} commercial    {MARKS["red"]} military           {MARKS["purple"]} guild
★ victory points   ¢ coins   again: another turn   1★1¢/■: 1 point and 1 coin for
each raw material card   most: counted in the city that has most of them
A heavy frame: the card may be taken. Below it stand its letter, your price and
the opponent's. B↑: this card opens when card B is taken.
City: "has" is what it makes, "buy" what one unit costs from the bank; raw* and
man* make any one raw material or manufactured good.
Track: ★ is what the zone is worth at the end, -2¢ what its owner loses when
the pawn first enters it.\
"""
