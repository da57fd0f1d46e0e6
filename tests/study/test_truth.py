"""Whatever a reason names is so: over positions at random, both games and both editions, each is held against the game
itself, which plays the options that the reason is about.

A reason may only use what its seat knows; the game that is asked here knows everything, so a reason that guessed would
be found out.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mirabilia
from mirabilia.game import Game, Option
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.study.games import study_of
from mirabilia.study.judge import Followed
from mirabilia.study.model import Outlook, Reason
from mirabilia.study.reasons import Compared, every_reason

NOTHING = Followed(0.5, 0.0, Outlook())
DUEL_CARDS = {card.name: card for card in duel_catalog().cards}
DUEL_WONDERS = {wonder.name: wonder for wonder in duel_catalog().wonders}
WONDERS = wonders_catalog()


def random_positions(name: str, players: int, edition: int, seed: int) -> Iterator[Game]:
    """A game of random moves, stopped again and again where somebody has to choose and nothing is chosen yet."""
    more = {"edition": edition} if name == "wonders" else {}
    game, rng = mirabilia.new_game(name, players=players, seed=seed, **more), random.Random(seed)
    while not game.over:
        if not game.hidden_choices and rng.random() < 0.4:
            yield game
        seat = game.to_act[0]
        # More is built than at random, so that there is something to say.
        options = [option for option in game.options(seat) if option.action != "discard"] or list(game.options(seat))
        game.play(seat, rng.choice(options))


def told(game: Game, rng: random.Random, pairs: int) -> Iterator[tuple[Option, Option, Reason]]:
    """Reasons for pairs of options of the seat to act: the worse one, the better one, what is told."""
    seat = game.to_act[0]
    view, options = game.view(seat), list(game.options(seat))
    if len(options) < 2:
        return
    study = study_of(game.name)
    position = study.position_of(view)
    for _ in range(pairs):
        worse, better = rng.sample(options, 2)
        for reason in every_reason(Compared(view, position, worse, better, NOTHING, NOTHING), study.FINDERS):
            yield worse, better, reason


def after(game: Game, option: Option) -> tuple[Game, list[dict[str, Any]]]:
    """The game after an option of the seat to act, and what happened."""
    twin = copy.copy(game)
    return twin, [event.as_dict() for event in twin.play(game.to_act[0], option.text)]


def builds(game: Game, seat: int, card: str) -> int | None:
    """What building a card costs a seat that is to act; None where it cannot."""
    prices = [option.price for option in game.options(seat) if option.action == "build" and option.card == card]
    return min((price or 0 for price in prices), default=None)


def happens(events: list[dict[str, Any]], what: str, /, **args: Any) -> bool:
    return any(event["event"] == what and args.items() <= event.items() for event in events)


def holds_in_duel(game: Game, worse: Option, better: Option, kind: str, args: dict[str, Any]) -> bool:
    seat, foe = game.to_act[0], 1 - game.to_act[0]
    (after_worse, worse_events), (after_better, better_events) = after(game, worse), after(game, better)
    city = game.view(seat)["cities"][seat]
    kind, _, way = kind.partition(".")
    if kind == "wins_now":
        return happens(better_events, "over", winners=[seat], kind=way)
    if kind == "loses_now":
        wins = [
            option
            for option in after_worse.options(foe)
            if option.card == args["card"] and happens(after(after_worse, option)[1], "over", winners=[foe], kind=way)
        ]
        return args["player"] == foe and bool(wins)
    if kind == "leaves_symbol":
        price = builds(after_worse, foe, args["card"])
        then = after_worse if price is None else after(after_worse, build(after_worse, foe, args["card"]))[0]
        distinct = then.view(foe)["cities"][foe]["distinct_symbols"]
        return price is not None and distinct == args["number"]
    if kind == "opens":
        return builds(after_worse, foe, args["card"]) == args.get("n", 0) and args["card"] not in open_cards(game)
    if kind == "extra_turn":
        return happens(better_events, "extra_turn", city=seat) and not happens(worse_events, "extra_turn", city=seat)
    if kind == "pair":
        return happens(better_events, "asked", seat=seat, choice="token") and happens(better_events, "pair", city=seat)
    if kind == "denies":
        gone = args["card"] not in open_cards(after_better)
        return gone and builds(after_worse, foe, args["card"]) is not None
    if kind == "coins_short":
        payable = wonders_payable(game, seat)
        spent = city["coins"] - after_worse.view(seat)["cities"][seat]["coins"]
        return args["wonder"] in payable and worse.price == args["n"] and spent <= args["n"]
    if kind == "affords":
        now = {quote.wonder for quote in after_better.quotes(seat) if quote.affordable}
        return args["wonder"] in now and args["wonder"] not in wonders_payable(game, seat)
    if kind == "uncovers_nothing":
        before = open_cards(game)
        return open_cards(after_better) < before and bool(open_cards(after_worse) - before) and args["player"] == foe
    if kind == "poor":
        return better.action == "discard" and city["coins"] == args.get("n", 0)
    if kind == "goods":
        effect = DUEL_CARDS[str(better.card)].effect
        needing = [each["name"] for each in city["wonders"] if not each["built"] and not each["lost"]]
        needing = [name for name in needing if args["good"] in DUEL_WONDERS[name].cost]
        others = [
            DUEL_CARDS[each["card"]].effect
            for each in game.view(seat)["layout"]
            if each["up"] and each["card"] and each["card"] != better.card
        ]
        elsewhere = any(args["good"] in {*other.produces, *other.produces_choice} for other in others)
        return (
            args["good"] in effect.produces
            and args["good"] not in city["goods"]
            and len(needing) == args["n"]
            and [args[name] for name in ("wonder", "another", "third", "fourth") if name in args] == needing
            and elsewhere == (way == "wonders")
        )
    if kind == "chain":
        return DUEL_CARDS[args["later"]].free_with == args["card"] == better.card
    return False


def build(game: Game, seat: int, card: str) -> Option:
    return next(option for option in game.options(seat) if option.action == "build" and option.card == card)


def open_cards(game: Game) -> set[str]:
    return {str(each["card"]) for each in game.view(0)["layout"] if each["open"]}


def wonders_payable(game: Game, seat: int) -> set[str]:
    return {str(option.wonder) for option in game.options(seat) if option.action == "wonder"}


def holds_in_wonders(game: Game, worse: Option, better: Option, kind: str, args: dict[str, Any]) -> bool:
    seat = game.to_act[0]
    view = game.view(seat)
    cities, seats = view["cities"], len(view["cities"])
    cards = {card.name: card for card in WONDERS.edition(view["edition"]).kinds}
    left, right = (seat - 1) % seats, (seat + 1) % seats
    produced = {good for unit in cities[seat]["produces"] for good in unit}
    kind, _, way = kind.partition(".")

    def cost(option: Option) -> int:
        return sum(option.pay or ()) + (option.bank or 0)

    if kind == "pays_more":
        return cost(worse) - cost(better) == args["n"] > 0 and (worse.card, worse.action) == (
            better.card,
            better.action,
        )
    if kind == "pays_rival":
        assert worse.pay is not None and better.pay is not None
        more = [mine - other for mine, other in zip(worse.pay, better.pay, strict=True)]
        to = left if more[0] > 0 else right
        other_way = left + right - to if len(game.seats) == 2 else to  # two players sit the other way round, too
        return cost(worse) == cost(better) and max(more) == args["n"] and args["player"] in (to, other_way)
    if kind == "thrown_away":
        free = [option for option in game.options(seat) if option.action == "build" and option.card == args["card"]]
        return worse.action == "discard" and worse.card == args["card"] and any(cost(option) == 0 for option in free)
    if kind == "conflict":
        here = cities[seat]["shields"] <= cities[args["player"]]["shields"]
        return here and args["player"] in (left, right) and args["n"] == (1, 3, 5)[view["age"] - 1]
    if kind in ("passes_on", "keeps_from"):
        receiver = right if view["age"] == 2 else left
        to = (receiver,) if len(game.seats) > 2 else (left, right)  # the Free City, too, is between two players
        return args["card"] == better.card != worse.card and args["player"] in to and args["n"] > 0
    if kind == "stage_short":
        stages = [option for option in game.options(seat) if option.action == "stage"]
        return cost(worse) == args["n"] and bool(stages) and args["stage"] == cities[seat]["stages"] + 1
    if kind == "affords":
        stages = [option for option in game.options(seat) if option.action == "stage" and option.city is None]
        return better.action == "discard" and not stages and args["stage"] == cities[seat]["stages"] + 1
    if kind == "poor":
        return better.action == "discard" and cities[seat]["coins"] == args.get("n", 0)
    if kind == "science_set":
        symbols = cities[seat]["symbols"]
        new = cards[str(better.card)].effect.science
        counts = [symbols.get(name, 0) + (name == new) for name in WONDERS.science.symbols]
        return min(counts) == min(symbols.get(name, 0) for name in WONDERS.science.symbols) + 1
    if kind == "goods":
        brings = {good for unit in cards[str(better.card)].effect.produces for good in unit}
        if args["good"] not in brings - produced:
            return False
        if way == "stage":
            board = next(
                board for board in WONDERS.edition(view["edition"]).boards if board.city == cities[seat]["board"]
            )
            stage = board.stages(cities[seat]["side"])[args["stage"] - 1]
            return args["good"] in stage.cost and cities[seat]["stages"] == args["stage"] - 1
        sold = {good for other in (left, right) for unit in cities[other]["sells"] for good in unit}
        return way == "" or args["good"] not in sold
    if kind == "chain":
        return args["later"] in cards[args["card"]].unlocks and args["card"] == better.card
    return False


GAMES: list[tuple[str, int, int, Callable[..., bool], int]] = [
    ("duel", 2, 1, holds_in_duel, 40),
    ("wonders", 3, 1, holds_in_wonders, 12),
    ("wonders", 5, 1, holds_in_wonders, 8),
    ("wonders", 2, 1, holds_in_wonders, 10),
    ("wonders", 3, 2, holds_in_wonders, 12),
    ("wonders", 7, 2, holds_in_wonders, 6),
]


@pytest.mark.parametrize(("name", "players", "edition", "holds", "games"), GAMES)
def test_everything_a_reason_names_is_so(
    name: str, players: int, edition: int, holds: Callable[..., bool], games: int
) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        for game in random_positions(name, players, edition, seed):
            for worse, better, reason in told(game, rng, pairs=8):
                if reason.kind in ("points", "lead"):
                    continue  # about what a search expects, not about the position
                kinds[reason.kind] += 1
                assert holds(game, worse, better, reason.kind, dict(reason.args)), (
                    seed, len(game.moves), worse.text, better.text, reason
                )  # fmt: skip
    assert kinds.total() > 120, kinds
    assert len(kinds) >= 7, kinds
