"""The cards of an age as they lie: later rows cover earlier ones, so they are painted over them.

An open card has a heavy frame, a letter and in its lower edge what it costs the viewer and the opponent. Where the half
of a covered card's lower edge is free, `B↑` says that taking card B opens it.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from rich.text import Text

from mirabilia.cli.language import t
from mirabilia.cli.look import BANDS, INKS, MARKS, MUTED, NO, YES, Canvas, fit
from mirabilia.game import Quote
from mirabilia.games.duel.terminal.texts import CARDS, card_name, effect_short
from mirabilia.json_types import JsonFields

COLUMNS = 80
ROW_STEP = 2  # a card is three lines high; the next row hides its lower edge
ROMAN = ("", "I", "II", "III")


def letters(view: JsonFields) -> dict[str, str]:
    """The letter of every open card, left to right from the far row."""
    open_cards = [slot["card"] for slot in view["layout"] if slot["open"]]
    return dict(zip(open_cards, ascii_uppercase, strict=False))


def opened_by(view: JsonFields, card: str) -> list[dict[str, object]]:
    """The slots that would be open if this card were taken."""
    (taken,) = (slot["slot"] for slot in view["layout"] if slot["card"] == card)
    return [slot for slot in view["layout"] if slot["under"] == [taken]]


def draw(view: JsonFields, mine: Mapping[str, Quote], other: Mapping[str, Quote]) -> list[Text]:
    """The pyramid; `mine` and `other` are the quotes of both seats by card."""
    slots = view["layout"]
    if not slots:
        return []
    # Ages I and II are six cards wide; the third is four, which leaves room for long names.
    width = 13 if view["age"] < 3 else 19
    canvas = Canvas(COLUMNS, (max(slot["row"] for slot in slots) + 1) * ROW_STEP + 1)
    by_number = {slot["slot"]: slot for slot in slots}
    letter = letters(view)
    for slot in slots:
        x = int((COLUMNS - width) / 2 + slot["offset"] * width / 2)
        y = (slot["row"] - 1) * ROW_STEP
        _draw_card(canvas, x, y, width, slot, view["age"])
        if slot["open"]:
            price = _prices(letter[slot["card"]], mine.get(slot["card"]), other.get(slot["card"]))
            canvas.put(x + 1 + (width - 2 - len(price.plain)) // 2, y + 2, price)
    for slot in slots:
        if len(slot["under"]) == 1 and by_number[slot["under"][0]]["open"]:
            cover = by_number[slot["under"][0]]
            x = int((COLUMNS - width) / 2 + slot["offset"] * width / 2)
            free_half = x + 2 if cover["offset"] > slot["offset"] else x + width - 4
            canvas.put(free_half, (slot["row"] - 1) * ROW_STEP + 2, f"{letter[cover['card']]}↑", MUTED)
    return canvas.lines()


def _draw_card(canvas: Canvas, x: int, y: int, width: int, slot: JsonFields, age: int) -> None:
    inner = width - 2
    if not slot["up"]:
        label = f" {t('terminal.guild')} " if slot["back"] == "guild" else f" {ROMAN[age]} "
        back = label.center(inner, "▒" if slot["back"] == "guild" else "░")
        style = INKS["purple"] if slot["back"] == "guild" else MUTED
        _frame(canvas, x, y, width, "┌─┐│└┘", MUTED)
        canvas.put(x + 1, y + 1, back, style)
        return
    card = CARDS[slot["card"]]
    ink, band = INKS[card.color], BANDS[card.color]
    _frame(canvas, x, y, width, "┏━┓┃┗┛" if slot["open"] else "┌─┐│└┘", ink if slot["open"] else MUTED)
    name = fit(card_name(card.name), inner)
    canvas.put(x + 1, y, name, f"bold {band}" if slot["open"] else band)
    effect = effect_short(card.effect)
    space = " " if len(effect) + 2 <= inner else ""
    canvas.put(x + 1, y + 1, fit(MARKS[card.color] + space + effect, inner).ljust(inner), ink if slot["open"] else "")


def _frame(canvas: Canvas, x: int, y: int, width: int, lines: str, style: str) -> None:
    top_left, across, top_right, side, low_left, low_right = tuple(lines)
    canvas.put(x, y, top_left + across * (width - 2) + top_right, style)
    canvas.put(x, y + 1, side + " " * (width - 2) + side, style)
    canvas.put(x, y + 2, low_left + across * (width - 2) + low_right, style)


def _prices(letter: str, mine: Quote | None, other: Quote | None) -> Text:
    text = Text(letter, style="bold")
    if mine is not None:
        text.append(" " + _price(mine), style=YES if mine.affordable else NO)
    if other is not None:
        text.append("/" + _price(other), style=MUTED)
    return text


def _price(quote: Quote) -> str:
    return t("terminal.chain") if quote.chain else f"{quote.price}¢"
