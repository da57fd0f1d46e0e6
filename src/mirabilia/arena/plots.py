"""Plots of a report as SVG text: intervals round a point, and stacked bars. Plain shapes and text, nothing fetched.

Colours are classes (`c0` ... `c7`) that the page's style sheet fills for light and dark; every mark has a title that
says its numbers, and the page has the same numbers as tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 760
ROW = 30
TOP = 28
LABEL = 190
RIGHT = 90


@dataclass(frozen=True)
class Interval:
    """A row of an interval plot."""

    label: str
    value: float
    low: float
    high: float
    text: str  # the numbers in words


def interval_plot(rows: Sequence[Interval], title: str, *, reference: float | None = None, unit: str = "") -> str:
    """Points with their intervals, one row each, over one scale; `reference` is a dashed line (a fair share, 0 Elo)."""
    values = [value for row in rows for value in (row.low, row.high)] + ([] if reference is None else [reference])
    low, high = _range(values)
    height = TOP + ROW * len(rows) + 26

    def x(value: float) -> float:
        return round(LABEL + (value - low) / (high - low) * (WIDTH - LABEL - RIGHT), 1)

    parts = []
    for tick in _ticks(low, high):
        parts.append(f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP}" y2="{height - 22}"/>')
        parts.append(f'<text class="tick" x="{x(tick)}" y="{height - 6}">{tick:g}{unit}</text>')
    if reference is not None:
        parts.append(f'<line class="reference" x1="{x(reference)}" x2="{x(reference)}" y1="{TOP}" y2="{height - 22}"/>')
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        parts.append(f"<g><title>{escape(row.label)}: {escape(row.text)}</title>")
        parts.append(f'<text class="label" x="{LABEL - 10}" y="{y + 4}">{escape(_short(row.label))}</text>')
        parts.append(f'<line class="whisker" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>')
        for end in (row.low, row.high):
            parts.append(f'<line class="whisker" x1="{x(end)}" x2="{x(end)}" y1="{y - 5}" y2="{y + 5}"/>')
        parts.append(f'<circle class="c0" cx="{x(row.value)}" cy="{y}" r="5"/>')
        parts.append(f'<text class="value" x="{WIDTH - 4}" y="{y + 4}">{row.value:.0f}{unit}</text></g>')
    return _svg(height, title, parts)


def stacked_bars(
    rows: Sequence[tuple[str, Sequence[float]]],
    parts_of_row: Sequence[str],
    title: str,
    *,
    digits: int = 1,
    unit: str = "",
    inks: Sequence[int] | None = None,
) -> str:
    """One bar per row, made of parts, with a legend above. Parts below zero stand to the left of the zero line.

    `inks` are the colours of the parts, else they come in order.
    """
    inks = range(len(parts_of_row)) if inks is None else inks
    most = max((sum(max(0.0, value) for value in values) for _, values in rows), default=0.0) or 1.0
    least = max((sum(max(0.0, -value) for value in values) for _, values in rows), default=0.0)
    scale = (WIDTH - LABEL - RIGHT) / (most + least)
    zero = LABEL + least * scale
    legend_rows = -(-len(parts_of_row) // 4)
    top = 18 + 20 * legend_rows
    height = top + ROW * len(rows) + 8
    out = []
    for number, part in enumerate(parts_of_row):
        x, y = LABEL + (number % 4) * 135, 14 + 20 * (number // 4)
        out.append(f'<rect class="c{inks[number] % 8}" x="{x}" y="{y - 9}" width="11" height="11"/>')
        out.append(f'<text class="legend" x="{x + 16}" y="{y + 1}">{escape(part)}</text>')
    for number, (label, values) in enumerate(rows):
        y, left, right = top + ROW * number, zero, zero
        out.append(f'<text class="label" x="{LABEL - 10}" y="{y + ROW / 2 + 4}">{escape(_short(label))}</text>')
        for place, value in enumerate(values):
            width = abs(value) * scale
            if value < 0:
                left -= width
            at = left if value < 0 else right
            words = f"{label}, {parts_of_row[place]}: {value:.{digits}f}{unit}"
            out.append(
                f'<rect class="c{inks[place] % 8}" x="{at:.1f}" y="{y + 5}" width="{width:.1f}" height="{ROW - 10}">'
                f"<title>{escape(words)}</title></rect>"
            )
            if value >= 0:
                right += width
        if least:
            out.append(f'<line class="reference" x1="{zero:.1f}" x2="{zero:.1f}" y1="{y}" y2="{y + ROW}"/>')
        out.append(f'<text class="value" x="{WIDTH - 4}" y="{y + ROW / 2 + 4}">{sum(values):.{digits}f}{unit}</text>')
    return _svg(height, title, out)


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<div class="scroll"><svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg></div>"
    )


def _short(label: str, most: int = 26) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends, about six of them."""
    step = 10.0 ** len(str(int((high - low) / 6)))
    for finer in (step / 10, step / 5, step / 4, step / 2, step):
        if (high - low) / finer <= 7:
            step = finer
            break
    first = -(-low // step)
    return [step * n for n in range(int(first), int(first) + 50) if step * n <= high]
