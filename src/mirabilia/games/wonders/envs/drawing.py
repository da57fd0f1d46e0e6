"""A table of 7 Wonders as lines of coloured words: every city with its board, coins, shields, points and structures."""

from __future__ import annotations

from mirabilia.envs.rendering import Word, wrapped
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.json_types import JsonFields

COLOR = {card.name: card.color for card in wonders_catalog().kinds}
COLUMNS = 112
_CITY_ROWS = 6
_ROMAN = ("", "I", "II", "III")
_PASSING = {"left": "hands pass left", "right": "hands pass right", "exchange": "hands are swapped"}


def size(seats: int) -> tuple[int, int]:
    """Columns and rows of the whole."""
    return COLUMNS, 3 + _CITY_ROWS * (3 if seats == 2 else seats)


def lines(view: JsonFields) -> list[list[Word]]:
    """What everyone sees."""
    edition = ", second edition" if view["edition"] == 2 else ""
    heading = [(f"7 Wonders{edition}", "bright"), (f"   Age {_ROMAN[view['age']]}, turn {view['turn']}", "text")]
    result = view.get("result")
    if result:
        who = " and ".join(f"player {seat}" for seat in result["winners"])
        heading.append((f"   won by {who}", "bright"))
    else:
        heading.append((f"   {_PASSING[view['passing']]}   discarded {view['discard']['size']}", "text"))
    drawn: list[list[Word]] = [heading, []]
    for number, city in enumerate(view["cities"]):
        drawn += _city(view, number, city)
    return drawn


def _city(view: JsonFields, number: int, city: JsonFields) -> list[list[Word]]:
    turn = number in view["to_act"]
    free = number >= view["players"]
    who = "Free City" if free else f"Player {number}"
    points = "" if free else f"   points {view['scores'][number]}"
    heading = f"{'>' if turn else ' '} {who}: {city['board']} {city['side']}   coins {city['coins']}{points}"
    won = f"   shields {city['shields']} (victory points {city['victory_points']}, defeats {city['defeats']})"
    symbols = "  ".join(f"{name} {count}" for name, count in city["symbols"].items() if count)
    drawn: list[list[Word]] = [
        [(heading, "bright" if turn else "text"), (won, "red"), (f"   {symbols}" if symbols else "", "green")],
        [(f"  Stages: {city['stages']} of {city['stages_in_all']}", "text")],
        *wrapped([(card, COLOR[card]) for card in city["cards"]], COLUMNS),
    ]
    return (drawn + [[]] * _CITY_ROWS)[:_CITY_ROWS]
