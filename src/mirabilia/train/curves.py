"""Pictures of a run: its curves as SVG, drawn from `curves.csv`. Plain shapes and text, readable on light and dark."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from html import escape
from pathlib import Path

from mirabilia.games import KINDS

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 260, 56, 34, 34, 150
COLOURS = ("#2f6db5", "#c4572b", "#3f8f4f", "#8a5bb0", "#8f7a1f")

ENDINGS = tuple(dict.fromkeys(ending for kind in KINDS.values() for ending in kind.endings))

# Each picture: its title and the columns it shows.
PICTURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "strength": ("Share of wins by looking one decision ahead", ("against_quick", "against_first", "against_before")),
    "loss": ("Loss by part", ("loss_win", "loss_ending", "loss_points", "loss_prior")),
    "calibration": ("Largest gap between chances called and seen", ("calibration",)),
    "endings": ("Kinds of victory in self-play", ENDINGS),
}


def draw_curves(folder: Path) -> list[Path]:
    """Draws every picture the folder's `curves.csv` has columns for; returns the files."""
    path = folder / "curves.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    made = []
    for name, (title, columns) in PICTURES.items():
        lines = {column: _numbers(rows, column) for column in columns}
        lines = {column: points for column, points in lines.items() if points}
        if lines:
            target = folder / f"{name}.svg"
            target.write_text(line_chart(title, lines, "generation"))
            made.append(target)
    return made


def _numbers(rows: Sequence[dict[str, str]], column: str) -> list[tuple[float, float]]:
    return [(float(row["generation"]), float(row[column])) for row in rows if row.get(column)]


def line_chart(title: str, lines: dict[str, list[tuple[float, float]]], axis: str) -> str:
    """Lines over one axis, as SVG text."""
    points = [point for line in lines.values() for point in line]
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = min(0.0, *(y for _, y in points)), max(y for _, y in points)
    wide, high = max(high_x - low_x, 1e-9), max(high_y - low_y, 1e-9)

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + (x - low_x) / wide * (WIDTH - LEFT - RIGHT)
        return round(across, 1), round(HEIGHT - BOTTOM - (y - low_y) / high * (HEIGHT - BOTTOM - TOP), 1)

    parts = [f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    for k in range(5):
        value = low_y + high * k / 4
        _, y = place(low_x, value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#999" stroke-opacity="0.3"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value:.3g}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(axis)} {high_x:g}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 8}">{low_x:g}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x},{y}" for x, y in (place(*point) for point in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 16 + 18 * number
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{y}" fill="{colour}">{escape(name)} {line[-1][1]:.3g}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="#777" role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>\n'
    )


def bar_chart(title: str, bars: dict[str, tuple[float, float]], fair: float = 0.5) -> str:
    """Shares round a fair one as points with their intervals, highest first, as SVG text."""
    row, label = 22, 200
    height = TOP + row * len(bars) + 12
    low = min(share - wide for share, wide in bars.values())
    high = max(share + wide for share, wide in bars.values())
    low, high = min(low, fair - 0.05), max(high, fair + 0.05)

    def x(share: float) -> float:
        return round(label + (share - low) / (high - low) * (WIDTH - label - 70), 1)

    middle = (
        f'<line x1="{x(fair)}" x2="{x(fair)}" y1="{TOP - 6}" y2="{height - 8}" stroke="#999" stroke-dasharray="4 3"/>'
    )
    parts = [f'<text x="12" y="20" font-weight="bold">{escape(title)}</text>', middle]
    for number, (name, (share, wide)) in enumerate(sorted(bars.items(), key=lambda bar: -bar[1][0])):
        y = TOP + row * number + row / 2
        parts.append(f'<text x="{label - 8}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        ends = f'x1="{x(share - wide)}" x2="{x(share + wide)}" y1="{y}" y2="{y}"'
        parts.append(f'<line {ends} stroke="{COLOURS[0]}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(share)}" cy="{y}" r="4" fill="{COLOURS[0]}"/>')
        parts.append(f'<text x="{WIDTH - 8}" y="{y + 4}" text-anchor="end">{100 * share:.1f} %</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12" fill="#777" role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>\n'
    )
