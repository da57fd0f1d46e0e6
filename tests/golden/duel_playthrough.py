"""A game of Duel written out for people: the position before every decision, what is possible at which price, the move.

The head of a playthrough is the game's record; everything below follows from it. So a change of a rule shows as a
readable difference, and a file can be written anew from its own head.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mirabilia
from mirabilia.game import Game

NUMERALS = {1: "I", 2: "II", 3: "III"}


def playthrough(title: str, record: mirabilia.Record) -> str:
    """The whole file."""
    lines = [
        f"# Golden playthrough of Duel: {title}.",
        "# Below the record everything follows from it. After a change of rules that is meant:",
        "#     pytest tests/golden --regenerate-golden",
        "# and read the difference.",
        "",
        record.dumps().rstrip("\n"),
        "",
    ]
    for number, game in enumerate(record.steps()):
        if number < len(record.moves):
            lines += [*position_lines(number + 1, game), f"    > {record.moves[number][1]}", ""]
        else:
            lines += end_lines(game)
    return "\n".join(lines) + "\n"


def position_lines(number: int, game: Game) -> Iterator[str]:
    """The position before a decision, as a spectator sees it, with the options of the seat to act."""
    view = game.view(None)
    seat = game.to_act[0]
    pawn = f"{view['pawn']:+d}" if view["pawn"] else "0"
    yield (
        f"{number}. Age {NUMERALS[view['age']]}, seat {seat}: {view['phase']}"
        f"   coins {_pair(view['coins'])}   pawn {pawn}   symbols {_pair(view['symbols'])}"
        f"   points {_pair(view['scores'])}"
    )
    if view["phase"] == "turn":
        yield from _turn_lines(game, seat, view)
    else:
        yield "    options  " + ", ".join(option.text for option in game.options(seat))


def _turn_lines(game: Game, seat: int, view: dict[str, Any]) -> Iterator[str]:
    if len(view["layout"]) == 20:
        for line in city_lines(view):
            yield f"    {line}"
    yield "    table    " + " ".join(_place(slot) for slot in view["layout"])
    quotes = [quote.as_dict() for quote in game.quotes(seat)]
    yield "    cards    " + ", ".join(_price(quote, "card") for quote in quotes if "card" in quote)
    wonders = [_price(quote, "wonder") for quote in quotes if "wonder" in quote]
    if wonders:
        yield "    wonders  " + ", ".join(wonders)
    options = game.options(seat)
    gain = next(option.get("gain") for option in options if option.action == "discard")
    yield f"    options  {len(options)}, discarding pays {gain}"


def _place(slot: dict[str, Any]) -> str:
    """A card of the layout: [open], covered, or its back."""
    if slot["card"] is None:
        return "?" if slot["back"] != "guild" else "?guild"
    return f"[{slot['card']}]" if slot["open"] else slot["card"].replace(" ", "_")


def _price(quote: dict[str, Any], what: str) -> str:
    """A price; in brackets when the purse does not reach."""
    if quote["chain"]:
        return f"{quote[what]} by chain"
    trade = sum(line["price"] for line in quote["plan"] if line["source"] == "trade")
    price = f"{quote['price']}" + (f" ({trade} trade)" if trade and quote["bank"] else "")
    return f"{quote[what]} {price}" if quote["affordable"] else f"({quote[what]} {price})"


def _pair(values: list[int]) -> str:
    return "-".join(map(str, values))


def city_lines(view: dict[str, Any]) -> Iterator[str]:
    """Both cities in full."""
    for seat, city in enumerate(view["cities"]):
        yield f"seat {seat}   cards: {', '.join(city['cards']) or 'none'}"
        built = [f"{w['name']} (on {w['under']})" for w in city["wonders"] if w["built"]]
        waiting = [w["name"] for w in city["wonders"] if not w["built"]]
        yield f"         wonders: {', '.join(built) or 'none'}; to build: {', '.join(waiting) or 'none'}"
        yield f"         tokens: {', '.join(city['tokens']) or 'none'}"
    yield f"board    tokens: {', '.join(view['board_tokens']) or 'none'}"
    yield f"discard  {', '.join(view['discard']) or 'nothing'}"


def end_lines(game: Game) -> Iterator[str]:
    """The end: cities, points by category, winners."""
    view = game.view(None)
    result = game.result
    assert result is not None
    yield f"The end: {result.kind} victory of seat {' and '.join(map(str, result.winners))}, pawn {view['pawn']:+d}"
    for line in city_lines(view):
        yield f"    {line}"
    for seat, score in enumerate(result.scores):
        yield f"    seat {seat}   " + ", ".join(f"{category} {points}" for category, points in score.items())
