"""The catalog of 7 Wonders: typed records for `wonders.toml`, and the checks that hold it together.

The file holds several editions of the game. An entry says in which of them it appears, and a game is played with the
cards and boards of one (`edition`). Cards of one name may differ between editions.

A few cards are printed for two ages under one name. A city may hold a name only once, so the rules number *kinds*: one
for each name, and one more where a card differs from its namesake of an earlier edition. Within an edition a name
stands for one kind. Boards are named by their city.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from mirabilia.catalog.reading import Checks, Resources, Science, Struct, data_text, parse

FILE = "catalog.toml"
COLORS = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
Side = Literal["A", "B"]
SIDES: tuple[Side, ...] = ("A", "B")
MIN_PLAYERS, MAX_PLAYERS = 3, 7
Color = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple"]
Counted = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple", "wonder_stage", "defeat_token"]
Whose = Literal["self", "left", "right"]
Special = Literal[
    "free_build_once_per_age",
    "build_from_discard",
    "play_seventh_card",
    "copy_neighbour_guild",
    "free_build_first_of_color",
    "free_build_first_of_age",
    "free_build_last_of_age",
]


class Constants(Struct, frozen=True):
    starting_coins: int
    hand_size: int
    turns_per_age: int
    discard_coins: int
    trade_price: int
    coins_per_point: int
    victory_tokens: tuple[int, int, int]
    defeat_token: int
    science_set_points: int
    guilds_beyond_players: int
    passing: tuple[Literal["left", "right"], Literal["left", "right"], Literal["left", "right"]]


class Trade(Struct, frozen=True):
    """A unit price for goods of one group bought from the neighbours named."""

    goods: Literal["raw", "manufactured"]
    neighbours: tuple[Literal["left", "right"], ...]
    price: int


class Count(Struct, frozen=True):
    """`each` for every `what` in the cities of `whose`; several entries are added up."""

    what: tuple[Counted, ...]
    each: int
    whose: tuple[Whose, ...]


class Condition(Struct, frozen=True):
    """Points at the end if something holds; `wonder_complete`: every stage of the own board side is built."""

    condition: Literal["wonder_complete"]
    points: int


class Effect(Struct, frozen=True):
    """All kinds of effect. `produces` lists units, each a tuple of alternatives of which it yields one."""

    produces: tuple[tuple[str, ...], ...] = ()
    sellable: bool | None = None
    points: int = 0
    shields: int = 0
    science: str | None = None
    coins: int = 0
    trade: Trade | None = None
    coins_per: Count | None = None
    points_per: Count | None = None
    points_if: Condition | None = None
    special: Special | None = None


class Card(Struct, frozen=True):
    name: str
    age: Literal[1, 2, 3]
    color: Color
    copies: tuple[int, ...]
    effect: Effect
    cost: dict[str, int] = {}
    free_with: tuple[str, ...] = ()
    unlocks: tuple[str, ...] = ()
    editions: tuple[int, ...] = ()  # none: all of them

    @property
    def is_built_like(self) -> tuple[object, ...]:
        """What makes entries of one name the same structure: they may differ in age, copies and edition."""
        return self.name, self.color, tuple(sorted(self.cost.items())), self.effect, self.free_with, self.unlocks


class Stage(Struct, frozen=True):
    cost: dict[str, int]
    effect: Effect


class Board(Struct, frozen=True):
    city: str
    title: str
    wonder: str
    resource: str
    A: tuple[Stage, ...]
    B: tuple[Stage, ...]
    editions: tuple[int, ...] = ()  # none: all of them

    def stages(self, side: str) -> tuple[Stage, ...]:
        """The stages of side "A" or "B", left to right."""
        return self.A if side == "A" else self.B


class EditionFacts(Struct, frozen=True):
    """An edition of the game, and how many may play it."""

    number: int
    players: tuple[int, ...]


class WondersCatalog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything in the file."""

    editions: tuple[EditionFacts, ...]
    resources: Resources
    colors: dict[Color, str]
    constants: Constants
    science: Science
    cards: tuple[Card, ...]
    boards: tuple[Board, ...]

    @cached_property
    def kinds(self) -> tuple[Card, ...]:
        """What the rules number: the first entry of every structure, in file order."""
        first: dict[object, Card] = {}
        for card in self.cards:
            first.setdefault(card.is_built_like, card)
        return tuple(first.values())

    @cached_property
    def kind_names(self) -> tuple[str, ...]:
        """A name for every kind: that of the card, with its edition if it differs from an earlier namesake."""
        earlier: set[str] = set()
        names = []
        for card in self.kinds:
            names.append(f"{card.name} ({min(card.editions, default=1)})" if card.name in earlier else card.name)
            earlier.add(card.name)
        return tuple(names)

    @cached_property
    def board_names(self) -> tuple[str, ...]:
        """A name for every board: its city, with its edition if it differs from an earlier board of that city."""
        earlier: set[str] = set()
        names = []
        for board in self.boards:
            names.append(f"{board.city} ({min(board.editions, default=1)})" if board.city in earlier else board.city)
            earlier.add(board.city)
        return tuple(names)

    @cached_property
    def every_edition(self) -> tuple[Edition, ...]:
        return tuple(Edition(self, facts) for facts in self.editions)

    def edition(self, number: int) -> Edition:
        """The cards and boards of one edition; `KeyError` if the catalog has none of that number."""
        for edition in self.every_edition:
            if edition.number == number:
                return edition
        raise KeyError(number)


class Edition:
    """The cards and boards that one edition is played with. Numbers are those of the whole catalog."""

    def __init__(self, catalog: WondersCatalog, facts: EditionFacts) -> None:
        self.number, self.players = facts.number, facts.players
        self.constants = catalog.constants
        self.cards = tuple(card for card in catalog.cards if not card.editions or self.number in card.editions)
        places = {card.is_built_like: number for number, card in enumerate(catalog.kinds)}
        self.card_id = {card.name: places[card.is_built_like] for card in self.cards}
        self.kinds = tuple(catalog.kinds[number] for number in self.card_id.values())
        numbers = [n for n, b in enumerate(catalog.boards) if not b.editions or self.number in b.editions]
        self.boards = tuple(catalog.boards[number] for number in numbers)
        self.board_id = {catalog.boards[number].city: number for number in numbers}
        self.guilds = tuple(card.name for card in self.cards if card.color == "purple")

    def deck(self, age: int, players: int) -> list[str]:
        """Names of the physical cards of an age for that many players, guilds left out."""
        return [
            card.name
            for card in self.cards
            if card.age == age and card.color != "purple"
            for least in card.copies
            if least <= players
        ]


def check(catalog: WondersCatalog) -> None:
    """Raises `CatalogError` with every contradiction found."""
    checks = Checks(FILE)
    checks.unique((str(edition.number) for edition in catalog.editions), "edition")
    known = {edition.number for edition in catalog.editions}
    named = [(card.name, card.editions) for card in catalog.cards]
    for name, editions in [*named, *((board.city, board.editions) for board in catalog.boards)]:
        checks.that(set(editions) <= known, f"{name!r} is of unknown editions {editions}")
    checks.unique(catalog.kind_names, "kind of card")
    checks.unique(catalog.board_names, "kind of board")
    for edition in catalog.every_edition:
        checks.unique((f"{card.name} of age {card.age}" for card in edition.cards), "card")
        checks.unique((board.city for board in edition.boards), "board")
        _check_namesakes(edition, checks)
        _check_counts(edition, checks)
        _check_chains(edition, checks)
    checks.that(set(catalog.colors) == set(COLORS), "colors must describe exactly " + ", ".join(COLORS))
    _check_costs_and_effects(catalog, checks)
    _check_payment_conditions(catalog, checks)
    checks.finish()


def _check_namesakes(edition: Edition, checks: Checks) -> None:
    """Entries of one name and edition are one structure: they may differ in age and copies only."""
    kinds = {card.name: card for card in edition.kinds}
    for card in edition.cards:
        kind = kinds[card.name]
        same = card.is_built_like == kind.is_built_like
        checks.that(same, f"{card.name!r} differs between ages {kind.age} and {card.age}")


def _check_counts(edition: Edition, checks: Checks) -> None:
    hand = edition.constants.hand_size
    players_of_deck = {max(players, MIN_PLAYERS) for players in edition.players}  # two play with a deck for three
    for players in sorted(players_of_deck):
        for age in (1, 2, 3):
            guilds = players + edition.constants.guilds_beyond_players if age == 3 else 0
            cards = len(edition.deck(age, players)) + guilds
            checks.that(
                cards == hand * players, f"age {age} with {players} players: {cards} cards, not {hand * players}"
            )
        checks.that(
            len(edition.guilds) >= players + edition.constants.guilds_beyond_players,
            f"too few guilds for {players} players",
        )
    for card in edition.cards:
        checks.that(bool(card.copies), f"{card.name!r} has no copies")
        for least in card.copies:
            checks.that(MIN_PLAYERS <= least <= MAX_PLAYERS, f"{card.name!r} has a copy for {least} players")
        checks.that(
            card.color != "purple" or (card.age, card.copies) == (3, (3,)), f"guild {card.name!r} has odd copies"
        )
    checks.that(set(edition.players) <= set(range(2, MAX_PLAYERS + 1)), f"edition {edition.number}: who plays?")
    checks.that(len(edition.boards) >= MAX_PLAYERS, "fewer boards than players")


def _check_costs_and_effects(catalog: WondersCatalog, checks: Checks) -> None:
    goods = set(catalog.resources.all)
    symbols = {*catalog.science.symbols, "any"}
    entries: list[tuple[str, dict[str, int], Effect]] = [(card.name, card.cost, card.effect) for card in catalog.cards]
    for board in catalog.boards:
        checks.that(board.resource in goods, f"{board.city!r} starts with unknown {board.resource!r}")
        for side in SIDES:
            checks.that(
                2 <= len(board.stages(side)) <= 4, f"{board.city!r} {side} has {len(board.stages(side))} stages"
            )
            for number, stage in enumerate(board.stages(side), 1):
                name = f"{board.city} {side}{number}"
                entries.append((name, stage.cost, stage.effect))
                checks.that(bool(stage.cost) and "coins" not in stage.cost, f"{name} must cost resources and no coins")
                checks.that(not stage.effect.sellable, f"{name}: production of a stage is never for sale")
    for name, cost, effect in entries:
        for key, amount in cost.items():
            checks.that(key == "coins" or key in goods, f"{name!r} costs unknown {key!r}")
            checks.that(amount > 0, f"{name!r} costs {amount} {key}")
        for unit in effect.produces:
            checks.that(bool(unit) and set(unit) <= goods, f"{name!r} produces unknown goods {unit}")
        checks.that(bool(effect.produces) == (effect.sellable is not None), f"{name!r}: sellable goes with produces")
        checks.that(effect.science is None or effect.science in symbols, f"{name!r}: unknown symbol {effect.science!r}")
        checks.that(effect != Effect(), f"{name!r} has no effect")
    for card in catalog.cards:
        if card.effect.produces:
            wanted = card.color in ("brown", "grey")
            checks.that(
                card.effect.sellable == wanted, f"{card.name!r}: brown and grey production is sold, other is not"
            )


def _check_chains(edition: Edition, checks: Checks) -> None:
    """`free_with` and `unlocks` are two ends of the same link."""
    kinds = {card.name: card for card in edition.kinds}
    for card in edition.cards:
        for names, back in ((card.free_with, "unlocks"), (card.unlocks, "free_with")):
            for name in names:
                checks.that(name in kinds, f"{card.name!r} is chained to unknown {name!r}")
                if name in kinds:
                    checks.that(
                        card.name in getattr(kinds[name], back), f"{name!r} does not name {card.name!r} in {back}"
                    )
        for name in card.free_with:
            if name in kinds:
                checks.that(kinds[name].age < card.age, f"{name!r} frees {card.name!r} of no later age")


def closed_form_holds(catalog: WondersCatalog) -> bool:
    """Whether prices follow from the closed form: no unit mixes raw and manufactured goods (see docs/payment.md).

    Trade effects always name a whole group of goods, so a neighbour's price is the same for all goods of one group.
    """
    raw = set(catalog.resources.raw)
    effects = [card.effect for card in catalog.cards]
    effects += [stage.effect for board in catalog.boards for side in SIDES for stage in board.stages(side)]
    return all(set(unit) <= raw or not set(unit) & raw for effect in effects for unit in effect.produces)


def _check_payment_conditions(catalog: WondersCatalog, checks: Checks) -> None:
    """Bounds that the packed lanes of the payment rely on."""
    for card in catalog.cards:
        units = sum(amount for key, amount in card.cost.items() if key != "coins")
        made = sum(amount for key, amount in card.cost.items() if key in catalog.resources.manufactured)
        checks.that(units <= 7 and made <= 3, f"{card.name!r} costs more units than the payment can pack")
    checks.that(
        len(catalog.resources.raw) <= 4 and len(catalog.resources.manufactured) <= 3,
        "more goods than the payment can pack",
    )


@lru_cache(maxsize=1)
def wonders_catalog() -> WondersCatalog:
    """The catalog, read and checked once per process."""
    catalog = parse(data_text(__package__, FILE), WondersCatalog, FILE)
    check(catalog)
    return catalog
