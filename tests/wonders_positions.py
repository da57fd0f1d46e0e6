"""Positions of 7 Wonders by name, for tests.

`position(...)` makes a game that stands anywhere a test wants it: boards, structures, stages, coins, hands, discard
pile, age and turn. Everything that follows from the cities (production, prices, shields, symbols, points ...) is
worked out here from the catalog, without the rules, by `derived`; a universal test holds the rules to the same
function at every step.

    game = position(City("Gizah A", cards=["Baths"]), City(), City(), age=2, turn=3, hands=[["Aqueduct"]])
    take_turn(game, "build Aqueduct")

Hands need only what matters: they are filled up to the right size with other cards of the age, and a seat without a
move in `take_turn` discards. `two_players(a, b, free_city, ...)` is the same for the two-player game; there nothing is
filled up where a test names a hand, because the Free City's duties look at every card.

Such a position has no history: what seats know of other hands, and redeals, must be tested in games really played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mirabilia.engine.records import ints, plain
from mirabilia.game.base import Option
from mirabilia.games.wonders.catalog import COLORS, SIDES, Board, Edition, Effect, wonders_catalog
from mirabilia.games.wonders.game.game import WondersGame
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, score
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import CATEGORIES, PACKET, goods_mask, mask, pool_lanes

WHOLE = wonders_catalog()
CATALOG = WHOLE.edition(1)
CARD = {card.name: card for card in CATALOG.cards}
BOARD = {board.city: board for board in CATALOG.boards}
FREE_CITY = 2
# Boards for cities of which nothing is said; the first ones have no power that asks anything.
ANY_BOARD = ("Gizah A", "Rhodos A", "Ephesos A", "Alexandria A", "Babylon A", "Halikarnassos A", "Olympia A")

GIFTS = ("free_build_first_of_color", "free_build_first_of_age", "free_build_last_of_age")
SYMBOLS = (*WHOLE.science.symbols, "any")
DERIVED = {
    "cards", "own", "sell", "price", "count", "shields", "symbols", "points", "free_builds", "sevenths", "copies",
    "gifts",
}  # fmt: skip


@dataclass
class City:
    """One city: a board such as "Rhodos A" (any that is left if not named) and what stands there."""

    board: str = ""
    cards: Sequence[str] = ()
    stages: int = 0
    coins: int = 3
    victory_points: int = 0
    defeats: int = 0
    free_build_used: bool = False


def board_of(city: City, edition: Edition) -> tuple[Board, str]:
    """A city's board, and the side that is up."""
    name, side = city.board.split()
    return next(board for board in edition.boards if board.city == name), side


def effects_of(city: City, edition: Edition) -> list[Effect]:
    """Every effect a city has."""
    board, side = board_of(city, edition)
    effects = {card.name: card.effect for card in edition.cards}
    return [*(effects[card] for card in city.cards), *(stage.effect for stage in board.stages(side)[: city.stages])]


def city_values(city: City, edition: Edition) -> dict[str, Any]:
    """What follows from a city, under the names of the state's fields."""
    board, side = board_of(city, edition)
    effects = effects_of(city, edition)
    card_of = {card.name: card for card in edition.cards}
    start = [goods_mask([board.resource])]
    units = [(goods_mask(unit), e.sellable) for e in effects for unit in e.produces]
    cheap = {(e.trade.goods, where) for e in effects if e.trade for where in e.trade.neighbours}
    full = [(goods, where) not in cheap for goods in ("raw", "manufactured") for where in ("left", "right")]
    colors = [sum(card_of[card].color == color for card in city.cards) for color in COLORS]
    points = dict.fromkeys(CATEGORIES, 0)
    points["military"] = city.victory_points
    points["wonder"] = sum(stage.effect.points for stage in board.stages(side)[: city.stages])
    points["civilian"] = sum(card_of[card].effect.points for card in city.cards)
    specials = [e.special for e in effects]
    return {
        "cards": mask(edition.card_id[card] for card in city.cards),
        "own": pool_lanes([*start, *(unit for unit, _ in units)]),
        "sell": pool_lanes([*start, *(unit for unit, sellable in units if sellable)]),
        "price": sum(1 << bit for bit, is_full in enumerate(full) if is_full),
        "count": [*colors, city.stages, city.defeats],
        "shields": sum(e.shields for e in effects),
        "symbols": [sum(e.science == symbol for e in effects) for symbol in (*WHOLE.science.symbols, "any")],
        "points": list(points.values()),
        "free_builds": specials.count("free_build_once_per_age"),
        "sevenths": specials.count("play_seventh_card"),
        "copies": specials.count("copy_neighbour_guild"),
        "gifts": sum(1 << bit for bit, gift in enumerate(GIFTS) if gift in specials),
    }


def derived(cities: Sequence[City], edition: Edition = CATALOG) -> dict[str, list[Any]]:
    """All fields of a state that follow from the cities, one entry per city."""
    sides = [city_values(city, edition) for city in cities]
    assert set(sides[0]) == DERIVED
    return {key: [side[key] for side in sides] for key in DERIVED}


def cities_of(game: WondersGame) -> list[City]:
    """The cities of a game, by its snapshot."""
    return [
        City(f"{c['board']} {c['side']}", c["cards"], c["stages"], c["coins"], c["victory_points"], c["defeats"])
        for c in game.snapshot()["cities"]
    ]


def _with_boards(cities: Sequence[City]) -> list[City]:
    named = {city.board.split()[0] for city in cities if city.board}
    spare = [board for board in ANY_BOARD if board.split()[0] not in named]
    return [City(**{**vars(city), "board": city.board or spare.pop(0)}) for city in cities]


def _fillers(edition: Edition, age: int, players: int, taken: Iterable[str]) -> list[str]:
    """Cards of the age's deck that the test does not name, each name once."""
    used = set(taken)
    deck = edition.deck(age, max(players, 3))
    return [name for name in dict.fromkeys([*deck, *(edition.guilds if age == 3 else ())]) if name not in used]


def position(
    *cities: City,
    age: int = 1,
    turn: int = 1,
    hands: Sequence[Sequence[str]] = (),
    discard: Sequence[str] = (),
    edition: int = 1,
) -> WondersGame:
    """A game of 3 to 7 players at the start of a turn. Cards of the `discard` pile were laid there in earlier turns."""
    players = len(cities)
    size = 8 - turn
    filler = _fillers(WHOLE.edition(edition), age, players, [name for hand in hands for name in hand])
    held = []
    for seat in range(players):
        hand = list(hands[seat]) if seat < len(hands) else []
        assert len(hand) <= size, f"turn {turn} has hands of {size} cards"
        while len(hand) < size:
            hand.append(filler.pop(0))
            filler.append(hand[-1])  # decks have copies: the same card may lie in two hands
        held.append(hand)
    game = _placed(new_wonders(players, seed=1, edition=edition), list(cities), age, turn, held, discard, ())
    game.kept = {name for hand in hands for name in hand}  # type: ignore[attr-defined]  # see take_turn
    return game


def two_players(
    a: City,
    b: City,
    free_city: City,
    *,
    age: int = 1,
    turn: int = 1,
    hands: Sequence[Sequence[str]] = ((), ()),
    pile: Sequence[str] = (),
    discard: Sequence[str] = (),
) -> WondersGame:
    """A two-player game at the start of a turn.

    The hand of the seat with the Free City card includes the card just drawn; `pile` is what is left to draw. Hands
    named are taken as they are, in the sixth turn three cards for that seat and two for the other.
    """
    seat_in_charge = (age - 1 + turn - 1) % 2
    named = [name for hand in hands for name in hand] + list(pile)
    filler = _fillers(CATALOG, age, 2, named)
    held = []
    for seat in (0, 1):
        hand = list(hands[seat]) if seat < len(hands) else []
        if not hand:
            hand = [filler.pop(0) for _ in range(8 - turn + (seat == seat_in_charge))]
        held.append(hand)
    rest = list(pile)
    while len(rest) < 7 - turn:
        rest.append(filler.pop(0))
    assert len(rest) == 7 - turn, f"turn {turn} leaves {7 - turn} cards to draw"
    return _placed(new_wonders(2, seed=1), [a, b, free_city], age, turn, held, discard, rest)


def _placed(
    game: WondersGame,
    given: list[City],
    age: int,
    turn: int,
    hands: list[list[str]],
    discard: Sequence[str],
    pile: Sequence[str],
) -> WondersGame:
    cities = _with_boards(given)
    values = State.as_dict(game.states)
    edition = WHOLE.every_edition[values["edition"]]
    unknown = set(values) - DERIVED - SET_HERE - LEFT_AS_THEY_ARE
    assert not unknown, f"position() must learn to set {sorted(unknown)}"
    for key, entries in derived(cities, edition).items():
        values[key][: len(cities)] = entries
    values.update(age=age - 1, turn=turn - 1)
    values["coins"][: len(cities)] = [city.coins for city in cities]
    values["board"][: len(cities)] = [_board_code(city.board, edition) for city in cities]
    values["free_left"][: len(cities)] = [
        0 if city.free_build_used else power
        for city, power in zip(cities, values["free_builds"][: len(cities)], strict=True)
    ]
    for seat, hand in enumerate(hands):
        packet = plain(PACKET)[len(hands)][age - 1][turn - 1][seat]
        cards = sorted(edition.card_id[name] for name in hand)
        values["hand"][packet][: len(cards)] = cards
        values["hand_size"][packet] = len(cards)
    if pile:
        values["deal"][age - 1][FREE_CITY][turn:] = [edition.card_id[name] for name in pile]
    slots = [
        (a, t, c) for a in range(age) for t in range(7) for c in range(len(cities)) if (a, t) < (age - 1, turn - 1)
    ]
    assert len(discard) <= len(slots), "so many cards cannot have been discarded yet"
    for name, (a, t, c) in zip(discard, slots, strict=False):
        values["done_card"][a][t][c] = edition.card_id[name]
        values["done_action"][a][t][c] = rules.DISCARD
    game._states = State.from_dict(values)
    game._refresh()
    return game


# Fields that _placed sets itself, and those that are the same at the start of every turn.
SET_HERE = {
    "age", "turn", "coins", "board", "free_left", "hand", "hand_size", "deal", "done_card", "done_action",
}  # fmt: skip
LEFT_AS_THEY_ARE = {
    "edition", "players", "cities", "phase", "actor", "choice", "owed", "barred",
    "looks", "look_seat", "look_city", "look_time", "look_card", "look_slot", "look_cards",
}  # fmt: skip


def _board_code(board: str, edition: Edition) -> int:
    name, side = board.split()
    return edition.board_id[name] * 2 + SIDES.index(side)


# ---- playing and reading ----


def take_turn(game: WondersGame, *moves: str | None, free: str | None = None) -> WondersGame:
    """One simultaneous turn: a move text per seat; without one a seat discards a card, if it can one not named to
    `position`.

    `free` is the Free City's move without its prefix; without one it gets the first option there is.
    """
    for seat in game.seats:
        text = moves[seat] if seat < len(moves) else None
        game.play(seat, text or _any_discard(game, seat))
        if game.seats == 2 and game.options(seat) and game.options(seat)[0].get("city") == "free":
            game.play(seat, f"free city: {free}" if free else game.options(seat)[0])
    return game


def _any_discard(game: WondersGame, seat: int) -> Option:
    kept = getattr(game, "kept", ())
    discards = [option for option in game.options(seat) if option.action == "discard"]
    return min(discards, key=lambda option: option.get("card") in kept)


def texts(game: WondersGame, seat: int) -> list[str]:
    """The options of a seat as texts."""
    return [option.text for option in game.options(seat)]


def ways(game: WondersGame, seat: int, what: str) -> list[tuple[int, int]]:
    """The payments with which a seat may build a card, or its next stage (`what` = "stage")."""
    found = set()
    for option in game.options(seat):
        is_stage = what == "stage" and option.action == "stage"
        if is_stage or (option.action == "build" and option.get("card") == what):
            left, right = option.get("pay")
            found.add((left, right))
    return sorted(found)


def of_card(game: WondersGame, seat: int, card: str) -> list[str]:
    """The actions open to a seat with a card, each once."""
    return sorted({option.action for option in game.options(seat) if option.get("card") == card})


def quote(game: WondersGame, seat: int, what: str | int) -> dict[str, Any]:
    """A seat's quote for a card or, by its number, a stage."""
    found = [q.as_dict() for q in game.quotes(seat)]
    (entry,) = (q for q in found if what in (q.get("card"), q.get("stage")))
    return entry


def coins(game: WondersGame) -> list[int]:
    """The coins of all cities."""
    return [city["coins"] for city in game.snapshot()["cities"]]


def cards(game: WondersGame, city: int) -> list[str]:
    """The structures of a city."""
    found: list[str] = game.snapshot()["cities"][city]["cards"]
    return found


def scores(game: WondersGame, seat: int) -> dict[str, int]:
    """A seat's points by category if the game ended now."""
    buffer = ints(SCORE_ROOM)
    score(game.states, 0, buffer)
    width = len(CATEGORIES) + 1
    row = [int(n) for n in buffer[seat * width : (seat + 1) * width]]
    return dict(zip((*CATEGORIES, "total"), row, strict=True))


def facts(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """The promised part of a snapshot, lists without an order of their own sorted; see `Referee.snapshot`."""
    return {
        **{key: snapshot[key] for key in ("age", "turn", "draw_pile", "to_act")},
        "cities": [{**city, "cards": sorted(city["cards"])} for city in snapshot["cities"]],
        "hands": [sorted(hand) for hand in snapshot["hands"]],
        "discard": sorted(snapshot["discard"]),
    }
