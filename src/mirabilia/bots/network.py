"""The network that judges positions: yes/no features in, a chance to win and priors for decisions out, all in integers.

Each feature that is there adds its row to 128 sums; these are cut off at 0 and 1 and go through a layer of 32, which
differs by the moment of the game, to the outputs. The first output is the logarithm of the odds to win; a direct path
from the features adds to it. The policy weighs the traits of each decision against the 128 sums.

A search with the network finds chances that are a little too careful: it averages over all it tried, and the games the
network learned from were played worse. So the file also has slopes and lifts that calibrate them (`calibration.py`).

Weights and sums are integers, so that answers are the same on every machine and in plain mode: 1.0 is `ONE` in sums,
`ONE * ONE` in outputs. Exponentials come from tables of rounded numbers. A network is one file: a line that says what
it is, a line of JSON (version, game, names of its features and traits, shapes, its card), then the numbers. Rows go
by name when a file is read: a card the file does not know gets the mean of the others (`carried_over`).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.base import BotError
from mirabilia.encoding.blocks import Blocks, carried_over, size_of
from mirabilia.engine.arrays import Numbers, ShortRows, Shorts
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import ints, table
from mirabilia.json_types import Json, JsonObject

HIDDEN, MIDDLE = 128, 32
SHIFT = 9
ONE = 1 << SHIFT
LIMIT = 8 * ONE - 1  # of weights after the first layer: sums of 128 products stay within 32 bits

ODDS_SHIFT = 9  # outputs are looked up in steps of 1/512
MAX_ODDS = 8 * ONE  # odds beyond e to the 8th count as that
EXP_ENTRIES = 16 * 64
SIGMOID = table([round(65536 / (1 + math.exp(-k / ONE))) / 65536 for k in range(-MAX_ODDS, MAX_ODDS + 1)], np.float64)
EXP = table([round(65536 * math.exp(-k / 64)) / 65536 for k in range(EXP_ENTRIES)], np.float64)
EXP_SHIFT = 2 * SHIFT - 6

MAGIC = b"mirabilia network\n"
VERSION = 4
MAX_FILE = 32 << 20

Whole = NDArray[np.signedinteger]  # a field of a network as integers


class Network(NamedTuple):
    """Weights. Rows of `second` and `third` are numbered by moment, then by what they give."""

    first: ShortRows
    first_bias: Numbers
    direct: Numbers
    second: ShortRows
    second_bias: Numbers
    third: ShortRows
    third_bias: Numbers
    policy: ShortRows
    policy_bias: Numbers
    slopes: Numbers  # of odds that are shown, by moment; ONE leaves them as they are
    lifts: Numbers  # added to odds that are shown, by moment, in units of 1 / ONE


LEARNED = tuple(name for name in Network._fields if name not in ("slopes", "lifts"))


class Buffers(NamedTuple):
    """What an evaluation works on."""

    which: Ints  # features that are there
    sums: Numbers  # of the first layer, before they are cut off
    hidden: Shorts
    middle: Shorts
    traits: Ints  # of the decision looked at
    worth: Ints  # of every trait, where `stamp` has the number of this evaluation
    stamp: Ints
    logits: Ints  # of every option


def new_buffers(most_features: int, most_traits: int, traits: int, options: int) -> Buffers:
    """Memory for evaluations of one game."""
    sums, hidden, middle = (
        np.zeros(size, kind) for size, kind in ((HIDDEN, np.int32), (HIDDEN, np.int16), (MIDDLE, np.int16))
    )
    rest = (ints(most_traits), ints(traits), ints(traits + 1), ints(options))
    return Buffers(ints(most_features), sums, hidden, middle, *rest)


@compiled
def add_up(net: Network, buffers: Buffers, count: int) -> None:
    """The first layer, of the first `count` features on the buffers."""
    sums = buffers.sums
    for h in range(HIDDEN):
        sums[h] = net.first_bias[h]
    for k in range(count):
        row = net.first[buffers.which[k]]
        for h in range(HIDDEN):
            sums[h] += row[h]
    for h in range(HIDDEN):
        buffers.hidden[h] = min(max(sums[h], 0), ONE)
    buffers.stamp[0] += 1


@compiled
def go_through(net: Network, buffers: Buffers, moment: int) -> None:
    """The middle layer, of a moment of the game."""
    hidden = buffers.hidden
    for j in range(MIDDLE):
        row = net.second[moment * MIDDLE + j]
        total = net.second_bias[moment * MIDDLE + j] + 0
        for h in range(HIDDEN):
            total += hidden[h] * row[h]
        buffers.middle[j] = min(max(total >> SHIFT, 0), ONE)


@compiled
def output(net: Network, buffers: Buffers, at: int) -> int:
    """One output, in units of ONE * ONE; `at` counts moments times outputs."""
    row = net.third[at]
    total = net.third_bias[at] + 0
    for j in range(MIDDLE):
        total += buffers.middle[j] * row[j]
    return total


@compiled
def direct_path(net: Network, buffers: Buffers, count: int) -> int:
    """What the features themselves say about the odds, in units of ONE * ONE."""
    total = 0
    for k in range(count):
        total += net.direct[buffers.which[k]]
    return total << SHIFT


@compiled
def chance_of(odds: int) -> float:
    """The chance, from 0 to 1, that these odds mean."""
    return SIGMOID[min(max(odds >> ODDS_SHIFT, -MAX_ODDS), MAX_ODDS) + MAX_ODDS]


@compiled
def trait_worth(net: Network, buffers: Buffers, trait: int) -> int:
    """What the policy gives for a trait of a decision; found once per evaluation."""
    if buffers.stamp[1 + trait] == buffers.stamp[0]:
        return buffers.worth[trait]
    row = net.policy[trait]
    total = net.policy_bias[trait] + 0
    for h in range(HIDDEN):
        total += buffers.hidden[h] * row[h]
    buffers.stamp[1 + trait] = buffers.stamp[0]
    buffers.worth[trait] = total
    return total


@compiled
def share_out(buffers: Buffers, count: int, priors: Floats) -> None:
    """The priors of `count` options from their logits: they add up to one, and none is zero."""
    highest = buffers.logits[0]
    for k in range(1, count):
        highest = max(highest, buffers.logits[k])
    total = 0.0
    for k in range(count):
        step = min((highest - buffers.logits[k]) >> EXP_SHIFT, EXP_ENTRIES - 1)
        priors[k] = EXP[step] + 0.0001
        total += priors[k]
    for k in range(count):
        priors[k] /= total


# ---- files ----

_KINDS = {"first": np.int16, "second": np.int16, "third": np.int16, "policy": np.int16}


class Format(NamedTuple):
    """What the networks of a game look like."""

    game: str
    features: Blocks
    traits: Blocks
    shapes: Mapping[str, tuple[int, ...]]


def _shapes(features: int, traits: int, moments: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {
        "first": (features, HIDDEN),
        "first_bias": (HIDDEN,),
        "direct": (features,),
        "second": (moments * MIDDLE, HIDDEN),
        "second_bias": (moments * MIDDLE,),
        "third": (moments * outputs, MIDDLE),
        "third_bias": (moments * outputs,),
        "policy": (traits, HIDDEN),
        "policy_bias": (traits,),
        "slopes": (moments,),
        "lifts": (moments,),
    }


def format_for(game: str, features: Blocks, traits: Blocks, moments: int, outputs: int) -> Format:
    """The format of a game's networks from its features, traits, moments and outputs."""
    return Format(game, features, traits, _shapes(size_of(features), size_of(traits), moments, outputs))


_ROWS = {"first": "features", "direct": "features", "policy": "traits", "policy_bias": "traits"}  # named rows


def _unit_of(name: str) -> int:
    """What 1.0 is in the integers of a field."""
    return ONE if name in ("first", "first_bias", "direct", "second", "third", "policy") else ONE * ONE


def rounded(weights: Mapping[str, NDArray[np.float32]]) -> dict[str, Whole]:
    """Weights as integers: those of the first layer and the direct path with its biases in units of 1 / ONE.

    All slopes are one and nothing is lifted: a network that was just trained says what it learned.
    """
    moments = len(weights["second_bias"]) // MIDDLE
    whole: dict[str, Whole] = {"slopes": np.full(moments, ONE, np.int32), "lifts": np.zeros(moments, np.int32)}
    for name in LEARNED:
        limit = LIMIT if name in ("second", "third", "policy") else 32767 if name == "first" else (1 << 30)
        numbers = np.clip(np.rint(np.asarray(weights[name], np.float64) * _unit_of(name)), -limit, limit)
        whole[name] = np.ascontiguousarray(numbers.astype(_KINDS.get(name, np.int32)))
    return whole


def weights_of(net: Network) -> dict[str, NDArray[np.float32]]:
    """The other way round: what a network has learned, for training that goes on from it."""
    return {name: (np.asarray(getattr(net, name)) / _unit_of(name)).astype(np.float32) for name in LEARNED}


def network_of(whole: Mapping[str, Whole]) -> Network:
    """Integers as compiled code takes them."""
    return Network(*(whole[name] for name in Network._fields))


def write_network(path: Path, form: Format, whole: Mapping[str, Whole], card: Mapping[str, object]) -> None:
    """Writes a network's file; a file is there whole or not at all."""
    numbers = b"".join(
        whole[name].astype(np.dtype(_KINDS.get(name, np.int32)).newbyteorder("<")).tobytes() for name in Network._fields
    )
    about = {
        "version": VERSION,
        "game": form.game,
        "features": dict(form.features),
        "traits": dict(form.traits),
        "shapes": {name: list(whole[name].shape) for name in Network._fields},
        "sha256": hashlib.sha256(numbers).hexdigest(),
        "card": dict(card),
    }
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(MAGIC + json.dumps(about, separators=(",", ":")).encode() + b"\n" + numbers)
    aside.replace(path)


def about_network(path: Path) -> tuple[JsonObject, bytes]:
    """What a file says of itself, and its numbers; `BotError` if it is no network."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise BotError(f"{path.name} is too large to be a network", code="bad_network")
        content = path.read_bytes()
    except OSError as error:
        raise BotError(f"the network {path.name} cannot be read: {error.strerror}", code="bad_network") from error
    if not content.startswith(MAGIC) or b"\n" not in content[len(MAGIC) :]:
        raise BotError(f"{path.name} is not a network of Mirabilia", code="bad_network")
    line, numbers = content[len(MAGIC) :].split(b"\n", 1)
    try:
        about = json.loads(line)
        version, digest = about["version"], about["sha256"]
        str(about["game"]), dict(about["shapes"])
    except (ValueError, KeyError, TypeError) as error:
        raise BotError(f"the network {path.name} is damaged", code="bad_network") from error
    if version != VERSION:
        raise BotError(
            f"the network {path.name} has version {version!r}; this program reads {VERSION}", code="bad_network"
        )
    if hashlib.sha256(numbers).hexdigest() != digest:
        raise BotError(f"the network {path.name} is damaged: its numbers do not fit their hash", code="bad_network")
    return about, numbers


def _blocks(stored: Json) -> dict[str, tuple[int | tuple[str, ...], ...]]:
    """Blocks as a file's JSON has them."""
    return {
        str(name): tuple(int(axis) if isinstance(axis, int) else tuple(map(str, axis)) for axis in axes)
        for name, axes in dict(stored).items()
    }


def read_network(path: Path, form: Format) -> Network:
    """The network of a file; `BotError` if it is damaged, made for another game, or has rows that fit nowhere.

    Its rows go by name, so that it also plays with cards that it never saw.
    """
    about, numbers = about_network(path)
    if about["game"] != form.game:
        raise BotError(f"the network {path.name} plays {about['game']!r}, not {form.game!r}", code="bad_network")
    try:
        stored = {rows: _blocks(about[rows]) for rows in ("features", "traits")}
        shapes = {str(name): tuple(map(int, shape)) for name, shape in about["shapes"].items()}
    except (KeyError, TypeError, ValueError) as error:
        raise BotError(f"the network {path.name} is damaged: {error!r}", code="bad_network") from error
    counts = form.shapes["slopes"][0], form.shapes["third"][0] // form.shapes["slopes"][0]
    if shapes != _shapes(size_of(stored["features"]), size_of(stored["traits"]), *counts):
        raise _foreign(path, "its layers have other sizes")
    wanted = {"features": form.features, "traits": form.traits}
    for rows, blocks in wanted.items():
        if not blocks.keys() & stored[rows].keys():
            raise _foreign(path, f"none of its {rows} is known")
    whole: dict[str, Whole] = {}
    at = 0
    for name in Network._fields:
        kind = np.dtype(_KINDS.get(name, np.int32))
        size = math.prod(shapes[name])
        if at + size * kind.itemsize > len(numbers):
            raise BotError(f"the network {path.name} is damaged: it ends too early", code="bad_network")
        part = np.frombuffer(numbers, kind.newbyteorder("<"), size, at).reshape(shapes[name])
        whole[name] = np.array(part, kind)
        if name in _ROWS:
            rows = _ROWS[name]
            try:
                whole[name] = np.ascontiguousarray(carried_over(whole[name], stored[rows], wanted[rows]))
            except ValueError as error:
                raise _foreign(path, str(error)) from error
        at += size * kind.itemsize
    if at != len(numbers):
        raise BotError(f"the network {path.name} is damaged: it does not end where it should", code="bad_network")
    return network_of(whole)


def _foreign(path: Path, why: str) -> BotError:
    return BotError(
        f"the network {path.name} was trained for other features than this program has ({why}); train it again",
        code="bad_network",
    )
