"""How things look in a terminal: colours and marks of the kinds of card, a canvas of characters, boxes side by side.

Colour is never the only sign: every kind has its mark, a card that may be taken has a heavy frame. The characters are
those that practically every terminal font has; where the output is not Unicode they become plain ASCII.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

MARKS = {"brown": "■", "grey": "□", "blue": "▲", "green": "◊", "yellow": "○", "red": "▼", "purple": "◆"}
# A band carries its own background, so it reads the same on dark and light terminals.
BANDS = {
    "brown": "#1b1a22 on #c0764a",
    "grey": "#1b1a22 on #8f98ad",
    "yellow": "#1b1a22 on #ffd84a",
    "blue": "#fbf6ea on #2450c4",
    "green": "#1b1a22 on #63ddb9",
    "red": "#fbf6ea on #930f1e",
    "purple": "#fbf6ea on #5b3a6e",
}
INKS = {
    "brown": "#c0764a",
    "grey": "#8f98ad",
    "yellow": "#c9a227",
    "blue": "#5b82f0",
    "green": "#35a98a",
    "red": "#d0475a",
    "purple": "#9a6bb5",
}
YES, NO, MUTED, TITLE, NUMBER = "#35a98a", "#d0475a", "dim", "bold", "bold"

ASCII = str.maketrans(
    "┌┐└┘┏┓┗┛─│━┃┆█░▒■□▲◊○▼◆►★¢·•×↑→←–−✓✗“”„’…",
    '++++++++-|=H:#::#oAs$v@>*c..x^><--+x"""\'.',
)


class PlainLetters:
    """A stream that turns our drawing characters into ASCII for terminals that cannot show them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        encoding = getattr(self._stream, "encoding", None) or "ascii"
        plain = text.translate(ASCII)
        return self._stream.write(plain.encode(encoding, "replace").decode(encoding))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def make_console(columns: int) -> Console:
    """A console whose drawings are `columns` wide, whatever the terminal's width."""
    stream = sys.stdout
    if "utf" not in (getattr(stream, "encoding", None) or "").lower():
        stream = PlainLetters(stream)
    return Console(file=stream, width=columns, highlight=False, markup=False, emoji=False)


def kind(color: str, text: str = "") -> Text:
    """The mark of a kind of card, and a text after it in the same ink."""
    return Text(MARKS[color] + (f" {text}" if text else ""), style=INKS[color])


def fit(text: str, width: int) -> str:
    """The text in at most `width` characters; what is cut off leaves “…” behind."""
    return text if len(text) <= width else text[: width - 1].rstrip(" .") + "…"


def padded(text: Text | str, width: int, align: str = "left") -> Text:
    """A copy exactly `width` columns wide."""
    result = text.copy() if isinstance(text, Text) else Text(text)
    result.truncate(width, overflow="crop")
    if align == "left":
        result.pad_right(width - result.cell_len)
    elif align == "right":
        result.pad_left(width - result.cell_len)
    else:
        result.pad_left((width - result.cell_len) // 2)
        result.pad_right(width - result.cell_len)
    return result


class Canvas:
    """A rectangle of styled characters; what is put later lies on top."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: Text | str, style: str = "") -> None:
        """Writes at a place; what would stand outside is left out."""
        styled = text if isinstance(text, Text) else Text(text, style=style)
        for number, letter in enumerate(styled.plain):
            if 0 <= y < len(self.letters) and 0 <= x + number < len(self.letters[y]):
                self.letters[y][x + number] = letter
                self.styles[y][x + number] = _style_at(styled, number)

    def lines(self) -> list[Text]:
        """The rows as texts, without blank ends and without blank rows above and below."""
        rows = [_row(letters, styles) for letters, styles in zip(self.letters, self.styles, strict=True)]
        while rows and not rows[0].plain.strip():
            rows.pop(0)
        while rows and not rows[-1].plain.strip():
            rows.pop()
        for row in rows:
            row.rstrip()
        return rows


def _style_at(text: Text, place: int) -> str:
    style = str(text.style)
    for span in text.spans:
        if span.start <= place < span.end:
            style = str(span.style)
    return style


def _row(letters: Sequence[str], styles: Sequence[str]) -> Text:
    row = Text()
    for letter, style in zip(letters, styles, strict=True):
        row.append(letter, style=style or None)
    return row


def box(title: Text | str, lines: Iterable[Text], width: int, foot: Text | str = "", style: str = MUTED) -> list[Text]:
    """Lines in a frame, with a title in its upper edge and a foot in its lower one."""
    framed = [_edge("┌", "┐", title, width, style)]
    for line in lines:
        framed.append(Text.assemble(("│", style), padded(line, width - 2), ("│", style)))
    framed.append(_edge("└", "┘", foot, width, style))
    return framed


def _edge(left: str, right: str, label: Text | str, width: int, style: str) -> Text:
    text = label.copy() if isinstance(label, Text) else Text(label)
    if text.plain:
        text = Text.assemble(" ", text, " ")
        text.truncate(width - 4, overflow="crop")
    rest = "─" * (width - 3 - text.cell_len)
    return Text.assemble((left + "─", style), text, (rest + right, style))


def beside(left: list[Text], right: list[Text], gap: int = 0) -> list[Text]:
    """Two blocks next to each other; the left one decides where the right one starts."""
    width = max((line.cell_len for line in left), default=0)
    height = max(len(left), len(right))
    left = left + [Text()] * (height - len(left))
    right = right + [Text()] * (height - len(right))
    return [Text.assemble(padded(a, width), " " * gap, b) for a, b in zip(left, right, strict=True)]


def joined(parts: Iterable[Text | str], between: str = "  ") -> Text:
    """Parts with the same space between them."""
    return Text(between).join([part if isinstance(part, Text) else Text(part) for part in parts])
