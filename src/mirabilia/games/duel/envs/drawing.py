"""A table of Duel as lines of coloured words: layout, track, both cities. A star marks a wonder that stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mirabilia.envs.rendering import Word, wrapped
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.json_types import JsonFields

COLOR = {card.name: card.color for card in duel_catalog().cards}
COLUMNS, ROWS = 112, 34
_SLOT = 17  # signs for a card of the layout
_ROMAN = ("", "I", "II", "III")


def size(seats: int) -> tuple[int, int]:
    """Columns and rows of the whole."""
    return COLUMNS, ROWS


def lines(view: JsonFields) -> list[list[Word]]:
    """What everyone sees."""
    drawn = [_heading(view), [], *_layout(view), [], _track(view), _listed("Tokens", view["board_tokens"], "green"), []]
    for seat, city in enumerate(view["cities"]):
        drawn += _city(view, seat, city)
    drawn.append(_listed("Discarded", view["discard"], None))
    return drawn


def _heading(view: JsonFields) -> list[Word]:
    heading = [("7 Wonders Duel", "bright"), (f"   Age {_ROMAN[view['age']]}", "text")]
    result = view.get("result")
    if result:
        who = " and ".join(f"player {seat}" for seat in result["winners"])
        return [*heading, (f"   {who} won: {result['kind']}", "bright")]
    who = "".join(f"   player {seat} decides: {view['phase']}" for seat in view["to_act"])
    return [*heading, (who, "text")]


def _layout(view: JsonFields) -> list[list[Word]]:
    """Rows of the layout, from the far one; [x] can be taken, a row of dots is a card face down."""
    if view["draft"]:
        return [_listed("Wonders to choose from", view["draft"], "bright")]
    rows: dict[int, list[JsonFields]] = {}
    for slot in view["layout"]:
        rows.setdefault(slot["row"], []).append(slot)
    drawn = []
    for number in sorted(rows):
        line: list[Word] = []
        column = 0
        for slot in sorted(rows[number], key=lambda slot: slot["offset"]):
            start = COLUMNS // 2 + slot["offset"] * _SLOT // 2 - _SLOT // 2 + 1
            if slot["card"] is not None:
                name = slot["card"][: _SLOT - 3]
                text, color = (f"[{name}]", COLOR[slot["card"]]) if slot["open"] else (f" {name} ", "quiet")
            else:
                text, color = (" guild? " if slot["back"] == "guild" else " ....... "), "quiet"
            place = max(column, start + (_SLOT - 1 - len(text)) // 2)
            line += [(" " * (place - column), "text"), (text, color)]
            column = place + len(text)
        drawn.append(line)
    return drawn


def _track(view: Mapping[str, object]) -> list[Word]:
    """The military track: the pawn moves to the right when player 0 attacks."""
    track = "".join("*" if place == view["pawn"] else "|" if place == 0 else "-" for place in range(-9, 10))
    return [("Conflict  0 ", "text"), (f"<{track}>", "red"), (" 1", "text")]


def _city(view: JsonFields, seat: int, city: JsonFields) -> list[list[Word]]:
    turn = seat in view["to_act"]
    heading = f"{'>' if turn else ' '} Player {seat}   coins {city['coins']}   points {view['scores'][seat]}"
    drawn: list[list[Word]] = [[(heading, "bright" if turn else "text")]]
    wonders: list[Word] = [("  Wonders: ", "text")]
    for wonder in city["wonders"]:
        mark = "*" if wonder["built"] else "x" if wonder["lost"] else ""
        wonders += [(f"{mark}{wonder['name']}  ", "bright" if wonder["built"] else "quiet")]
    drawn.append(wonders)
    if city["tokens"]:
        drawn.append(_listed("  Tokens", city["tokens"], "green"))
    if city["cards"]:
        drawn += wrapped([(card, COLOR[card]) for card in city["cards"]], COLUMNS)
    drawn.append([])
    return drawn


def _listed(title: str, names: Iterable[str], color: str | None) -> list[Word]:
    return [(f"{title}: ", "text"), *((f"{name}  ", color or COLOR[name]) for name in names)]
