"""A game of 7 Wonders written out for people: every turn with all cities, then each decision with its prices.

The head of a playthrough is the game's record; everything below follows from it. So a change of a rule shows as a
readable difference, and a file can be written anew from its own head.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mirabilia
from mirabilia.game import Game

NUMERALS = {1: "I", 2: "II", 3: "III"}
PHASES = {"seventh": "the seventh card", "revive": "a card from the discard pile"}


def playthrough(title: str, record: mirabilia.Record) -> str:
    """The whole file."""
    lines = [
        f"# Golden playthrough of 7 Wonders: {title}.",
        "# Below the record everything follows from it. After a change of rules that is meant:",
        "#     pytest tests/golden --regenerate-golden",
        "# and read the difference.",
        "#",
        "# A card is followed by what it costs: nothing, coins to the bank, or every split l,r of coins to the left",
        "# and right neighbour. In brackets: it cannot be built, and why not.",
        "",
        record.dumps().rstrip("\n"),
        "",
    ]
    shown = None
    for number, game in enumerate(record.steps()):
        snapshot = game.snapshot()
        at = (snapshot["age"], snapshot["turn"], snapshot["phase"])
        if at != shown:
            shown = at
            lines += ["", *turn_lines(snapshot, game.view(None))]
        if number < len(record.moves):
            seat, text = record.moves[number]
            lines += [*decision_lines(game, seat), f"        > {text}"]
        else:
            lines += end_lines(game)
    return "\n".join(lines) + "\n"


def turn_lines(snapshot: dict[str, Any], view: dict[str, Any]) -> Iterator[str]:
    """The table at the start of a turn, or of a step of its own within it."""
    title = f"Age {NUMERALS[snapshot['age']]}, turn {snapshot['turn']}"
    if snapshot["phase"] in PHASES:
        title += f": {PHASES[snapshot['phase']]}"
    elif view["over"]:
        title = "The end"
    elif view["free_city"]:
        title += f"   seat {view['free_city']['controller']} has the Free City card"
    yield title
    for number, city in enumerate(snapshot["cities"]):
        free = snapshot["players"] == 2 and number == 2
        yield (
            f"  {'free city' if free else f'seat {number}'}  {city['board']} {city['side']}"
            f"   stages {city['stages']}   coins {city['coins']}   shields {city['shields']}"
            f"   conflicts +{city['victory_points']} -{city['defeats']}   {', '.join(city['cards']) or 'no cards'}"
        )
    if snapshot["draw_pile"]:
        yield f"  to draw  {', '.join(snapshot['draw_pile'])}"
    yield f"  discard  {', '.join(snapshot['discard']) or 'nothing'}"


def decision_lines(game: Game, seat: int) -> Iterator[str]:
    """What a seat may decide now, before its choice."""
    options = game.options(seat)
    free = options[0].get("city") == "free"
    number = f"{len(options)} option{'s' if len(options) > 1 else ''}"
    yield f"    seat {seat}{' for the Free City' if free else ''}, {number}"
    if options[0].action == "revive":
        yield "        pile   " + ", ".join(option.get("card") or "none" for option in options)
        return
    quotes = [quote.as_dict() for quote in game.quotes(seat)]
    yield "        cards  " + "; ".join(_price(quote, quote["card"]) for quote in quotes if "card" in quote)
    yield "        stage  " + "; ".join(_price(quote, str(quote["stage"])) for quote in quotes if "stage" in quote)
    powers = sorted({option.get("card") for option in options if option.action == "free_build"})
    if powers:
        yield "        free   " + ", ".join(powers)
    if free:
        yield "        may    " + "; ".join(option.text.removeprefix("free city: ") for option in options)


def _price(quote: dict[str, Any], name: str) -> str:
    if quote["why"]:
        why = dict(quote["why"])
        words = [why.pop("key").replace("_", " ")]
        for value in why.values():
            words += [f"{n} {good}" for good, n in value.items()] if isinstance(value, dict) else [str(value)]
        return f"({name}: {' '.join(words)})"
    if quote["chain"]:
        return f"{name} by chain"
    if quote["bank"]:
        return f"{name} {quote['bank']} to the bank"
    return " ".join([name, *(f"{left},{right}" for left, right in quote["pays"] if left + right)])


def end_lines(game: Game) -> Iterator[str]:
    """Points by category and winners."""
    result = game.result
    assert result is not None
    yield f"  won by seat {' and '.join(map(str, result.winners))}"
    for seat, score in enumerate(result.scores):
        yield f"  seat {seat}   " + ", ".join(f"{category} {points}" for category, points in score.items())
