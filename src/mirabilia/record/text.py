"""The text form of a record: lines people can read, compare and mend.

    mirabilia record 1
    game duel
    rules 1
    tag seat0 Anna
    deal
      first_player 0
      board_tokens Law, Economy, Urbanism, Masonry, Strategy
      ages.1 Baths, Quarry, ...
    moves
      0 draft The Sphinx
      1 draft Piraeus
    result civilian 0
      score 0 military 2, civilian 17, ...
    end 71

The last line counts the moves, so that a record cut short is noticed. A deal's lists become lines named by their
path (`hands.1.0` = age 1, seat 0). Empty lines are ignored.

A line `# text` among the moves is a comment on the move before it, a line `> 0 discard Baths; 1 build Press` a
variation: what might have been played from there instead. Both are kept.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mirabilia.errors import BadRecord
from mirabilia.game import KINDS, Result
from mirabilia.json_types import Json, JsonFields, JsonObject

FORMAT_VERSION = 1
MAX_CHARACTERS = 1_000_000  # a game of seven is under 20,000; anything larger is rejected
MAX_IN_VARIATIONS = 5000  # moves; every one of them is tried
FIRST_LINE = f"mirabilia record {FORMAT_VERSION}"
_TAG = re.compile(r"[A-Za-z0-9_]{1,40}")


Comments = Mapping[int, tuple[str, ...]]  # by the number of moves before them
Line = tuple[tuple[int, str], ...]  # some moves
Variations = Mapping[int, tuple[Line, ...]]  # by the number of moves before them


@dataclass
class Lines:
    """The parts of a record, between text and `Record`."""

    rules: str
    tags: dict[str, str]
    deal: JsonFields
    moves: tuple[tuple[int, str], ...]
    result: Result | None
    move_lines: tuple[int, ...] = ()
    places: dict[str, int] = field(default_factory=dict)  # "rules", "deal", "ages.1", "result" ... -> line
    comments: Comments = field(default_factory=dict)
    variations: Variations = field(default_factory=dict)


def write_lines(record: Lines) -> str:
    """The text of a record."""
    lines = [FIRST_LINE, f"game {record.deal['game']}", f"rules {record.rules}"]
    for tag, value in record.tags.items():
        if not _TAG.fullmatch(tag) or not isinstance(value, str) or value != " ".join(value.split()):
            raise BadRecord(f"tag {tag!r}: a name of letters and digits and a value on one line", code="bad_tag")
        lines.append(f"tag {tag} {value}")
    lines.append("deal")
    for key, value in record.deal.items():
        if key != "game":
            lines += [f"  {line}" for line in _deal_lines(key, value)]
    lines.append("moves")
    for number in range(len(record.moves) + 1):
        if number:
            seat, text = record.moves[number - 1]
            lines.append(f"  {seat} {text}")
        lines += [f"  # {_one_line(comment)}" for comment in record.comments.get(number, ())]
        for variation in record.variations.get(number, ()):
            lines.append("  > " + "; ".join(f"{seat} {text}" for seat, text in variation))
    if record.result is not None:
        winners = " ".join(map(str, record.result.winners))
        lines.append(f"result {record.result.kind} {winners}")
        for seat, score in enumerate(record.result.scores):
            points = ", ".join(f"{category} {value}" for category, value in score.items())
            lines.append(f"  score {seat} {points}")
    lines.append(f"end {len(record.moves)}")
    return "\n".join(lines) + "\n"


def _one_line(comment: str) -> str:
    if not isinstance(comment, str) or comment != " ".join(comment.split()) or not comment:
        raise BadRecord(f"a comment is a text on one line, not {comment!r}", code="bad_comment")
    return comment


def _deal_lines(path: str, value: Json) -> Iterator[str]:
    """A value of the deal as lines: lists of lists one line per inner list, counted from 1."""
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], list | tuple):
            for number, inner in enumerate(value, 1):
                yield from _deal_lines(f"{path}.{number}", inner)
        else:
            yield f"{path} {', '.join(map(str, value))}"
    elif isinstance(value, bool):
        yield f"{path} {'yes' if value else 'no'}"
    elif value is not None:
        yield f"{path} {value}"


class _Reader:
    """Walks over the lines that count, remembering where it is."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_CHARACTERS:
            raise BadRecord(f"more than {MAX_CHARACTERS} characters", code="too_long")
        every = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
        self.lines = [(number, line) for number, line in every if line and not line.startswith("#")]
        found = [(number, " ".join(line.lstrip("#").split())) for number, line in every if line.startswith("#")]
        self.comments = [(number, comment) for number, comment in found if comment]
        self.place = 0
        self.places: dict[str, int] = {}

    def remember(self, what: str) -> None:
        """Notes the line read last as the place of `what`."""
        self.places.setdefault(what, self.lines[self.place - 1][0])

    @property
    def number(self) -> int:
        """The line's number in the text, the last one's at the end."""
        if not self.lines:
            return 1
        return self.lines[min(self.place, len(self.lines) - 1)][0]

    def peek(self) -> str | None:
        return self.lines[self.place][1] if self.place < len(self.lines) else None

    def next(self, expected: str) -> str:
        line = self.peek()
        if line is None:
            raise BadRecord(f"the text ends where {expected} should stand", line=self.number, code="cut_short")
        self.place += 1
        return line

    def fail(self, fault: str, code: str = "bad_record") -> BadRecord:
        """The error for the line read last."""
        number = self.lines[max(0, min(self.place, len(self.lines)) - 1)][0] if self.lines else 1
        return BadRecord(fault, line=number, code=code)


def parse_lines(text: str) -> Lines:
    """The parts of a record; `BadRecord` names the line."""
    reader = _Reader(text)
    first = reader.next(f"{FIRST_LINE!r}")
    if first != FIRST_LINE:
        known = first.startswith("mirabilia record ")
        raise reader.fail(f"must be {FIRST_LINE!r}, is {first[:60]!r}", "other_format" if known else "not_a_record")
    game = _word_after(reader, "game")
    if game not in KINDS:
        raise reader.fail(f"unknown game {game[:40]!r}")
    rules = _word_after(reader, "rules")
    reader.remember("rules")
    tags = _read_tags(reader)
    if reader.next("'deal'") != "deal":
        raise reader.fail("'deal' must stand here")
    reader.remember("deal")
    deal = _read_deal(reader, game)
    reader.next("'moves'")
    moves_begin = reader.lines[reader.place - 1][0]
    moves, move_lines, variations = _read_moves(reader)
    last = reader.number
    result = _read_result(reader, game)
    end = reader.next("'end'")
    if end != f"end {len(moves)}":
        raise reader.fail(f"must be 'end {len(moves)}' after {len(moves)} moves, is {end[:60]!r}", "cut_short")
    if reader.peek() is not None:
        reader.place += 1
        raise reader.fail("nothing may follow the end")
    comments: dict[int, list[str]] = {}
    for line, comment in reader.comments:
        if not moves_begin < line < last:
            continue  # above the moves and below them lines like these say nothing about the game
        comments.setdefault(bisect_left(move_lines, line), []).append(comment)
    kept = {number: tuple(each) for number, each in comments.items()}
    return Lines(rules, tags, deal, moves, result, move_lines, reader.places, kept, variations)


def _word_after(reader: _Reader, key: str) -> str:
    line = reader.next(f"'{key} ...'")
    word, _, value = line.partition(" ")
    if word != key or not value:
        raise reader.fail(f"'{key} ...' must stand here, not {line[:60]!r}")
    return value


def _read_tags(reader: _Reader) -> dict[str, str]:
    tags: dict[str, str] = {}
    while (line := reader.peek()) is not None and line.startswith("tag "):
        reader.place += 1
        _, name, *value = line.split(" ", 2)
        if not _TAG.fullmatch(name) or name in tags:
            raise reader.fail(f"bad or repeated tag {name[:40]!r}")
        tags[name] = " ".join(" ".join(value).split())
    return tags


def _read_deal(reader: _Reader, game: str) -> dict[str, object]:
    """Lines of the deal until 'moves'; what they mean is checked when the game is set up."""
    deal: JsonObject = {"game": game}
    while (line := reader.peek()) is not None and line != "moves":
        reader.place += 1
        path, _, value = line.partition(" ")
        reader.remember(path)
        key, *numbers = path.split(".")
        if not value or not all(re.fullmatch(r"[1-9][0-9]?", number) for number in numbers):
            raise reader.fail(f"a line of the deal is a name and a value, not {line[:60]!r}", "bad_deal")
        _put(reader, deal, key, [int(number) for number in numbers], _deal_value(game, key, numbers, value))
    return deal


def _deal_value(game: str, key: str, numbers: list[str], value: str) -> object:
    if key in KINDS[game].single_facts and not numbers:
        if value in ("yes", "no"):
            return value == "yes"
        return int(value) if re.fullmatch(r"[0-9]{1,3}", value) else value
    return [name.strip() for name in value.split(",")]


def _put(reader: _Reader, deal: JsonObject, key: str, numbers: list[int], value: Json) -> None:
    """Puts a value at its path. Lists grow in order, so a line missing in between is noticed."""
    if not numbers:
        if key in deal:
            raise reader.fail(f"{key!r} stands twice", "bad_deal")
        deal[key] = value
        return
    target = deal.setdefault(key, [])
    for number in numbers[:-1]:
        if not isinstance(target, list) or number > len(target) + 1:
            raise reader.fail(f"a line before {key}.{number} is missing", "bad_deal")
        if number == len(target) + 1:
            target.append([])
        target = target[number - 1]
    if not isinstance(target, list) or numbers[-1] != len(target) + 1:
        raise reader.fail(f"{key}.{'.'.join(map(str, numbers))} is out of order", "bad_deal")
    target.append(value)


def _read_moves(reader: _Reader) -> tuple[Line, tuple[int, ...], dict[int, tuple[Line, ...]]]:
    moves: list[tuple[int, str]] = []
    where: list[int] = []
    variations: dict[int, list[Line]] = {}
    in_variations = 0
    while (line := reader.peek()) is not None and (line[0].isdigit() or line[0] == ">"):
        reader.place += 1
        if line[0] == ">":
            made = tuple(_read_move(reader, part.strip()) for part in line[1:].split(";"))
            variations.setdefault(len(moves), []).append(made)
            in_variations += len(made)
            if in_variations > MAX_IN_VARIATIONS:
                raise reader.fail(f"more than {MAX_IN_VARIATIONS} moves in variations", "too_long")
            continue
        moves.append(_read_move(reader, line))
        where.append(reader.lines[reader.place - 1][0])
    return tuple(moves), tuple(where), {number: tuple(each) for number, each in variations.items()}


def _read_move(reader: _Reader, line: str) -> tuple[int, str]:
    seat, _, text = line.partition(" ")
    if not re.fullmatch(r"[0-9]", seat) or not text:
        raise reader.fail(f"a move is a seat and a text, not {line[:60]!r}", "bad_move")
    return int(seat), text


def _read_result(reader: _Reader, game: str) -> Result | None:
    line = reader.peek()
    if line is None or not line.startswith("result "):
        return None
    reader.place += 1
    reader.remember("result")
    endings = "|".join(KINDS[game].endings)
    match = re.fullmatch(rf"result ({endings})((?: [0-9])+)", line)
    if not match:
        raise reader.fail(f"a result is its kind and the winning seats, not {line[:60]!r}", "bad_result")
    scores: list[dict[str, int]] = []
    while (line := reader.peek()) is not None and line.startswith("score "):
        reader.place += 1
        scores.append(_read_score(reader, line, len(scores)))
    return Result(tuple(int(seat) for seat in match[2].split()), match[1], scores)


def _read_score(reader: _Reader, line: str, seat: int) -> dict[str, int]:
    match = re.fullmatch(r"score ([0-9]) ([a-z]+ -?[0-9]{1,4}(?:, [a-z]+ -?[0-9]{1,4})*)", line)
    if not match or int(match[1]) != seat:
        raise reader.fail(f"a score is 'score {seat} category points, ...', not {line[:60]!r}", "bad_result")
    return {category: int(points) for category, points in (part.split(" ") for part in match[2].split(", "))}


def split_records(text: str) -> list[tuple[int, str]]:
    """The records of a text that holds several, each with the number of lines before it."""
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n")):
        if line.strip().startswith("mirabilia record ") or not found:
            found.append((number, []))
        found[-1][1].append(line)
    return [(first, "\n".join(lines)) for first, lines in found if any(line.strip() for line in lines)]
