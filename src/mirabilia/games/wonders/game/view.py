"""What may be known of a game of 7 Wonders: `look` for a seat or spectator, `wonders_snapshot` for everything.

`look` is the only way out of the state for a seat. Of other hands it shows what the seat has seen and can still be in
them (`knowledge.py` of the rules has the reasoning); of the discard pile its size, what the seat itself put there, and
all of it only to the player choosing from it; of choices not yet revealed only who has made one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mirabilia.engine.records import plain
from mirabilia.game.base import RULES_VERSION
from mirabilia.game.option import Option
from mirabilia.game.reading import Values
from mirabilia.games.wonders.catalog import COLORS
from mirabilia.games.wonders.game.deal import WondersDeal, board_names
from mirabilia.games.wonders.game.drafting import BoardDraft, Drafting
from mirabilia.games.wonders.game.memory import Knowledge, Memory
from mirabilia.games.wonders.game.options import NAMES, AnyWondersOption, Build, Stage
from mirabilia.games.wonders.game.quotes import goods_of, structures, units
from mirabilia.games.wonders.game.turns import Passing, passing
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.knowledge import DRAWS_AT, HANDS_AT
from mirabilia.games.wonders.rules.tables import (
    AGES,
    CATALOG,
    DEFEATS,
    EDITION_NUMBERS,
    FREE_CITY,
    MILITARY,
    PACKET,
    PRICE,
    SEVENTH,
    STAGES,
    WONDER_STAGE,
)

Phase = Literal["board", "choose", "seventh", "revive", "over"]
PHASES: dict[int, Phase] = {
    rules.CHOOSE: "choose",
    rules.SEVENTH_CARD: "seventh",
    rules.REVIVE_CARD: "revive",
    rules.OVER: "over",
}
_PACKET, _STAGES = plain(PACKET), plain(STAGES)
_SYMBOLS = (*CATALOG.science.symbols, "any")


class WondersScore(msgspec.Struct, frozen=True):
    """A seat's points by category."""

    military: Annotated[int, Meta(description="victory and defeat tokens")]
    treasury: Annotated[int, Meta(description="coins")]
    wonder: Annotated[int, Meta(description="stages of the wonder")]
    civilian: Annotated[int, Meta(description="blue cards")]
    science: Annotated[int, Meta(description="green cards")]
    commerce: Annotated[int, Meta(description="yellow cards")]
    guilds: Annotated[int, Meta(description="purple cards")]
    total: Annotated[int, Meta(description="all of these")]


class WondersResult(msgspec.Struct, frozen=True):
    """How a game of 7 Wonders ended."""

    winners: Annotated[list[int], Meta(description="the seats that won; several share a tie")]
    kind: Annotated[Literal["civilian"], Meta(description="always on points")]
    scores: Annotated[list[WondersScore], Meta(description="every seat's points")]


class Sides(msgspec.Struct, frozen=True):
    """A price at each neighbour."""

    left: Annotated[int, Meta(description="coins a unit costs at the left neighbour")]
    right: Annotated[int, Meta(description="coins a unit costs at the right neighbour")]


class Prices(msgspec.Struct, frozen=True):
    """What a city pays its neighbours for a unit."""

    raw: Annotated[Sides, Meta(description="wood, stone, ore and clay")]
    manufactured: Annotated[Sides, Meta(description="glass, loom and papyrus")]


_PRICES = [Prices(Sides(*each[:2]), Sides(*each[2:])) for each in plain(PRICE)]


class WondersCity(msgspec.Struct, frozen=True):
    """A city; all of it is public."""

    board: Annotated[str, Meta(description="the city's name")]
    side: Annotated[Literal["A", "B"], Meta(description="the side of its board")]
    coins: Annotated[int, Meta(description="its coins")]
    shields: Annotated[int, Meta(description="its shields")]
    stages: Annotated[int, Meta(description="stages of its wonder that stand")]
    victory_points: Annotated[int, Meta(description="the sum of its victory tokens")]
    defeats: Annotated[int, Meta(description="how many defeat tokens it has")]
    cards: Annotated[list[str], Meta(description="its structures, in the order of the catalog")]
    stages_in_all: Annotated[int, Meta(description="how many stages its wonder has")]
    produces: Annotated[list[list[str]], Meta(description="units it produces, each a choice of goods")]
    sells: Annotated[list[list[str]], Meta(description="units its neighbours may buy")]
    prices: Annotated[Prices, Meta(description="what it pays for bought units")]
    symbols: Annotated[dict[str, int], Meta(description='science symbols by name; "any" for free choices')]
    colors: Annotated[dict[str, int], Meta(description="structures by colour")]
    free_builds: Annotated[int, Meta(description="structures it may still build for nothing in this age")]
    seventh_card: Annotated[bool, Meta(description="whether it plays the last card of an age too")]
    copies_guild: Annotated[bool, Meta(description="whether it copies a neighbour's guild at the end")]
    free_colors: Annotated[
        list[str], Meta(description="colours whose cards a power makes free in this turn (second edition)")
    ] = []


class OtherHand(msgspec.Struct, frozen=True):
    """Another hand as a seat knows it: cards of `among`, less `gone` of these, and `drawn` unknown ones besides."""

    seat: Annotated[int, Meta(description="who holds it")]
    size: Annotated[int, Meta(description="how many cards it has")]
    among: Annotated[list[str] | None, Meta(description="cards it can consist of; null for a hand never seen")]
    gone: Annotated[int, Meta(description="how many of these left it face down")]
    drawn: Annotated[int, Meta(description="unknown cards that came to it")]


class DiscardPile(msgspec.Struct, frozen=True):
    """The discard pile, which lies face down."""

    size: Annotated[int, Meta(description="how many cards lie there")]
    cards: Annotated[list[str] | None, Meta(description="all of them, for the seat that chooses one")]
    own: Annotated[list[str], Meta(description="what this seat put there")]


class FreeCity(msgspec.Struct, frozen=True):
    """Two players: facts about the Free City besides its city."""

    controller: Annotated[int, Meta(description="the seat that decides for it in this turn")]
    draw_pile: Annotated[int, Meta(description="cards left in the draw pile")]
    last_card: Annotated[
        str | UnsetType, Meta(description="its last card of the age, for the seat that decides about it")
    ] = UNSET


class Uncovered(msgspec.Struct, frozen=True):
    """What was hidden, shown after the end."""

    deal: Annotated[WondersDeal, Meta(description="everything that was random")]
    discard: Annotated[list[str], Meta(description="the discard pile, in the order laid down")]
    under_stages: Annotated[list[list[str]], Meta(description="the cards under each city's stages")]


class WondersView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat, or a spectator, may know of a game of 7 Wonders."""

    game: Annotated[Literal["wonders"], Meta(description="the game")] = "wonders"
    rules: Annotated[str, Meta(description="version of the rules")]
    edition: Annotated[int, Meta(description="the edition of the game")] = 1
    players: Annotated[int, Meta(description="how many seats play; two play with the Free City")]
    you: Annotated[int | None, Meta(description="the seat that sees this, null for a spectator")]
    over: Annotated[bool, Meta(description="whether the game has ended")]
    age: Annotated[int, Meta(description="1 to 3")]
    turn: Annotated[int, Meta(description="1 to 6")]
    passing: Annotated[Passing, Meta(description="where hands go in this age")]
    phase: Annotated[Phase, Meta(description="what kind of decision is awaited")]
    to_act: Annotated[list[int], Meta(description="seats that owe a decision")]
    ready: Annotated[list[int], Meta(description="seats whose hidden choice is made")]
    cities: Annotated[list[WondersCity], Meta(description="all cities by seat, the Free City last")]
    scores: Annotated[
        list[int | None],
        Meta(description="what each seat would score if the game ended now; null where a table hides it"),
    ]
    hand: Annotated[list[str] | None, Meta(description="your own hand, in the order of the catalog")]
    hands: Annotated[list[OtherHand], Meta(description="the other hands as this seat knows them")]
    choices: Annotated[list[AnyWondersOption], Meta(description="this seat's own choices that are not yet revealed")]
    discard: Annotated[DiscardPile, Meta(description="the discard pile as this seat knows it")]
    buried: Annotated[list[str], Meta(description="cards under this seat's own stages")]
    free_city: Annotated[FreeCity | None, Meta(description="two players: the Free City")]
    draft: Annotated[BoardDraft | UnsetType, Meta(description="while boards are chosen: the draft")] = UNSET
    memory: Annotated[
        Memory | UnsetType | None, Meta(description="what this seat remembers; for bots, left out for screens")
    ] = UNSET
    secrets: Annotated[Uncovered | UnsetType, Meta(description="after the end: what was hidden")] = UNSET
    result: Annotated[WondersResult | UnsetType, Meta(description="after the end: who won")] = UNSET


def _named(cards: Iterable[int]) -> list[str]:
    """Names in catalog order, so that the order tells nothing."""
    return [NAMES[card] for card in sorted(cards)]


def hand_of(values: Values, seat: int) -> list[int]:
    """The cards a seat holds."""
    packet = _PACKET[values["players"]][values["age"]][values["turn"]][seat]
    cards: list[int] = values["hand"][packet][: values["hand_size"][packet]]
    return cards


def draw_pile(values: Values) -> list[int]:
    """What is left of the Free City's draw pile."""
    pile: list[int] = values["deal"][values["age"]][FREE_CITY]
    if values["players"] != 2 or values["done_action"][values["age"]][SEVENTH][FREE_CITY]:
        return []
    return pile[values["turn"] + 1 :]


def used(values: Values, actions: tuple[int, ...], city: int | None = None) -> list[int]:
    """Cards of the history used in one of these ways, in order; a revived card is used otherwise."""
    found = []
    for done, cards in zip(values["done_action"], values["done_card"], strict=True):
        for row, names in zip(done, cards, strict=True):
            if city is not None:
                if row[city] in actions:
                    found.append(names[city])
            else:
                found += [card for action, card in zip(row, names, strict=True) if action in actions]
    return found


def discard_pile(values: Values) -> list[int]:
    """The discard pile in the order in which cards were laid on it."""
    return used(values, (rules.DISCARD, rules.SPARE))


# What a city has and makes changes once in several turns.


@lru_cache(maxsize=1 << 14)
def _card_names(words: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in structures(words))


@lru_cache(maxsize=1 << 14)
def _unit_names(board: int, stages: int, words: tuple[int, ...], for_sale: bool) -> tuple[tuple[str, ...], ...]:
    return tuple(goods_of(unit) for unit in units(board, stages, words, for_sale))


def city_view(values: Values, city: int, free: int = 0) -> WondersCity:
    """Everything public about a city; `free` are the colours, as bits, that a power makes free now."""
    board, side = board_names(values["board"][city])
    counts, words = values["count"][city], tuple(values["cards"][city])
    return WondersCity(
        board=board,
        side="A" if side == "A" else "B",
        coins=values["coins"][city],
        shields=values["shields"][city],
        stages=counts[WONDER_STAGE],
        victory_points=values["points"][city][MILITARY],
        defeats=counts[DEFEATS],
        cards=list(_card_names(words)),
        stages_in_all=_STAGES[values["board"][city]],
        produces=[*map(list, _unit_names(values["board"][city], counts[WONDER_STAGE], words, False))],
        sells=[*map(list, _unit_names(values["board"][city], 0, words, True))],
        prices=_PRICES[values["price"][city]],
        symbols=dict(zip(_SYMBOLS, values["symbols"][city], strict=True)),
        colors=dict(zip(COLORS, counts, strict=False)),
        free_builds=values["free_left"][city],
        seventh_card=values["sevenths"][city] > 0,
        copies_guild=values["copies"][city] > 0,
        free_colors=[color for number, color in enumerate(COLORS) if free >> number & 1],
    )


def known_hands(values: Values, knowledge: Knowledge, seat: int) -> list[OtherHand]:
    """Other hands as a seat knows them."""
    card, group = knowledge
    hands = []
    for holder in range(values["players"]):
        if holder == seat:
            continue
        size = len(hand_of(values, holder))
        among, gone, drawn = None, 0, 0
        if size:
            packet = _PACKET[values["players"]][values["age"]][values["turn"]][holder]
            number = group[HANDS_AT + packet * rules.HAND_ROOM]
            if number >= AGES:
                pool = [place for place in range(DRAWS_AT) if group[place] == number]
                possible = [card[place] for place in pool]
                draw = DRAWS_AT + values["age"] * rules.ENTRIES + values["turn"]
                if values["players"] == 2 and packet == rules.drawing_packet(values["age"]) and group[draw] != -1:
                    possible.remove(card[draw])
                    drawn = 1
                among = _named(possible)
                gone = sum(place < HANDS_AT for place in pool)
        hands.append(OtherHand(holder, size, among, gone, drawn))
    return hands


def look(
    values: Values,
    seat: int | None,
    knowledge: Knowledge | None,
    *,
    to_act: tuple[int, ...],
    chosen: Mapping[int, Option],
    cities: list[WondersCity],
    scores: list[int],
    memory: Memory | UnsetType | None,
    deal: WondersDeal | None,
    result: WondersResult | None,
) -> WondersView:
    """What a seat (None: a spectator) may know. `chosen` are the choices not yet revealed, by city.

    `knowledge` is what the seat knows of every card dealt (`knowledge_of`). `deal` and `result` are shown once the game
    is over.
    """
    players, phase = values["players"], values["phase"]
    two = players == 2
    control = int(rules.controller_at(values["age"], values["turn"]))
    if seat is None or knowledge is None:
        hands = [OtherHand(holder, len(hand_of(values, holder)), None, 0, 0) for holder in range(players)]
    else:
        hands = known_hands(values, knowledge, seat)
    own = [city for city in (seat, FREE_CITY if two and control == seat else None) if city is not None]
    free_city = None
    if two:
        deciding = phase == rules.SEVENTH_CARD and values["actor"] == FREE_CITY and seat == control
        pile = draw_pile(values)
        free_city = FreeCity(control, len(pile), NAMES[pile[0]] if deciding else UNSET)
    return WondersView(
        rules=RULES_VERSION,
        edition=EDITION_NUMBERS[values["edition"]],
        players=players,
        you=seat,
        over=phase == rules.OVER,
        age=values["age"] + 1,
        turn=values["turn"] + 1,
        passing=passing(players, values["age"]),
        phase=PHASES[phase],
        to_act=list(to_act),
        ready=[city for city in range(players) if city in chosen and city not in to_act],
        cities=cities,
        scores=[*scores],
        hand=None if seat is None else _named(hand_of(values, seat)),
        hands=hands,
        choices=[shown_choice(chosen[city]) for city in own if city in chosen],
        discard=_discard_view(values, seat, to_act),
        buried=[] if seat is None else [NAMES[card] for card in used(values, (rules.STAGE_BUILT,), seat)],
        free_city=free_city,
        memory=memory,
        secrets=UNSET if deal is None else _uncovered(values, deal),
        result=result if result is not None else UNSET,
    )


def during(drafting: Drafting, view: WondersView) -> WondersView:
    """What is seen while boards are chosen: nobody has a hand yet, and nothing was done that could be remembered."""
    remembered = Memory([], [], []) if isinstance(view.memory, Memory) else view.memory
    return msgspec.structs.replace(view, phase="board", draft=drafting.shown(), memory=remembered)


def shown_choice(option: Option) -> AnyWondersOption:
    """An option as views show it: how its payment ranks is left out."""
    assert isinstance(option, AnyWondersOption)
    return msgspec.structs.replace(option, rank=0) if isinstance(option, Build | Stage) else option


def _uncovered(values: Values, deal: WondersDeal) -> Uncovered:
    pile = [NAMES[card] for card in discard_pile(values)]
    return Uncovered(deal, pile, _under_stages(values))


def _discard_view(values: Values, seat: int | None, to_act: tuple[int, ...]) -> DiscardPile:
    size = sum(row.count(rules.DISCARD) + row.count(rules.SPARE) for age in values["done_action"] for row in age)
    reviving = values["phase"] == rules.REVIVE_CARD and seat is not None and seat in to_act
    cards = [NAMES[card] for card in discard_pile(values)] if reviving else None
    own = [] if seat is None else used(values, _EVER_DISCARDED, seat)
    return DiscardPile(size, cards, [NAMES[card] for card in own])


_EVER_DISCARDED = (rules.DISCARD, rules.SPARE, rules.DISCARD + rules.TAKEN, rules.SPARE + rules.TAKEN)
_SNAPSHOT_CITY = ("board", "side", "coins", "shields", "stages", "victory_points", "defeats", "cards")


def _under_stages(values: Values) -> list[list[str]]:
    return [[NAMES[card] for card in used(values, (rules.STAGE_BUILT,), city)] for city in range(values["cities"])]


def wonders_snapshot(values: Values, drafting: Drafting | None) -> dict[str, object]:
    """Everything; choices not yet resolved do not show."""
    cities = [city_view(values, city) for city in range(values["cities"])]
    return {
        "game": "wonders",
        "players": values["players"],
        "age": values["age"] + 1,
        "turn": values["turn"] + 1,
        "phase": "board" if drafting else PHASES[values["phase"]],
        "cities": [{name: getattr(city, name) for name in _SNAPSHOT_CITY} for city in cities],
        "hands": [_named(hand_of(values, seat)) for seat in range(values["players"])],
        "discard": [NAMES[card] for card in discard_pile(values)],
        "draw_pile": [NAMES[card] for card in draw_pile(values)],
        "under_stages": _under_stages(values),
    }
