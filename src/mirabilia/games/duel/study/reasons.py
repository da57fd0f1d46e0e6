"""The reasons of Duel: wins and losses at once, what a card opens, symbols, extra turns, coins, resources, ways to win.

What is turned up by a decision was not known when it was made: cards count here only if they lay face up before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mirabilia.game.events import Event
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.events import Asked, ExtraTurn, Over, Pair
from mirabilia.games.duel.study.position import Position
from mirabilia.study.model import Reason
from mirabilia.study.reasons import Compared, Finder, poor

CATALOG = duel_catalog()
CARDS = {card.name: card for card in CATALOG.cards}
WONDERS = {wonder.name: wonder for wonder in CATALOG.wonders}
# With this many different symbols another one is worth a warning: the sixth wins.
MANY_SYMBOLS = CATALOG.constants.symbols_to_win - 2
# A card is worth naming from here on (`worth`), a change of a way to win from here on.
WORTH_NAMING = 3
WORTH_FEARING = 0.05


def over_in(events: Sequence[Event]) -> Over | None:
    """How the game ended, if it did."""
    return next((event for event in events if isinstance(event, Over)), None)


@cache
def worth(card: str) -> int:
    """A rough order of cards by how much one minds the opponent having them; only to choose which to name."""
    effect = CARDS[card].effect
    goods = sum(effect.produces.values()) + bool(effect.produces_choice) + bool(effect.trade_price_one)
    counted = 5 * bool(effect.points_per) + 2 * bool(effect.coins_per)
    return effect.points + 3 * effect.shields + 4 * bool(effect.science) + counted + 3 * goods + effect.coins // 3


def wins_now(compared: Compared[Position]) -> list[Reason]:
    """The better option wins the game on the spot, the one played does not."""
    over = over_in(compared.position.after(compared.best)[1])
    missed = over_in(compared.position.after(compared.played)[1])
    if over is None or over.winners != (compared.seat,) or (missed is not None and missed.winners == over.winners):
        return []
    return [Reason(f"wins_now.{over.kind}", "best", {})]


def winning_card(position: Position, seat: int) -> tuple[str, str] | None:
    """A known open card with which a seat to move wins by arms or science at once, and how."""
    if position.actor != seat:
        return None
    for option in position.options:
        if option.action in ("build", "wonder") and option.card in position.known:
            over = over_in(position.after(option)[1])
            if over is not None and over.winners == (seat,) and over.kind != "civilian":
                return str(option.card), over.kind
    return None


def loses_now(compared: Compared[Position]) -> list[Reason]:
    """After the option played the opponent can win at once, after the better one it cannot."""
    opponent = 1 - compared.seat
    threat = winning_card(compared.position.after(compared.played)[0], opponent)
    if threat is None or winning_card(compared.position.after(compared.best)[0], opponent):
        return []
    card, kind = threat
    return [Reason(f"loses_now.{kind}", "played", {"card": card, "player": opponent})]


def leaves_symbol(compared: Compared[Position]) -> list[Reason]:
    """The option played leaves the opponent, who has many, a symbol it lacks; the better one takes it away."""
    opponent, card = 1 - compared.seat, compared.best.card
    city = compared.view["cities"][opponent]
    number = city["distinct_symbols"] + 1
    if number < MANY_SYMBOLS or card is None or card == compared.played.card or card not in compared.position.open:
        return []
    after = compared.position.after(compared.played)[0]
    symbol = CARDS[card].effect.science
    if after.actor != opponent or card not in after.payable_cards(opponent):
        return []
    if symbol is None or city["symbols"].get(symbol):
        return []
    return [Reason("leaves_symbol", "played", {"card": card, "player": opponent, "number": number})]


def opens(compared: Compared[Position]) -> list[Reason]:
    """The option played lays a known card open that the opponent can pay for; the better one does not."""
    opponent = 1 - compared.seat
    after_played = compared.position.after(compared.played)[0]
    if after_played.actor != opponent:
        return []
    after_best = compared.position.after(compared.best)[0]
    prices = after_played.payable_cards(opponent)
    new = (after_played.open - compared.position.open - after_best.open) & compared.position.known
    found = sorted((card for card in new if card in prices and worth(card) >= WORTH_NAMING), key=_most_worth)
    return [
        Reason("opens", "played", {"card": card, "player": opponent, "n": prices[card]})
        if prices[card]
        else Reason("opens.free", "played", {"card": card, "player": opponent})
        for card in found[:1]
    ]


def _most_worth(card: str) -> tuple[int, str]:
    return -worth(card), card


def extra_turn(compared: Compared[Position]) -> list[Reason]:
    """The better option brings another turn, the one played does not."""
    played, best = (compared.position.after(each)[1] for each in (compared.played, compared.best))
    if _has(played, ExtraTurn) or not _has(best, ExtraTurn):
        return []
    return [Reason("extra_turn", "best", {})]


def pair(compared: Compared[Position]) -> list[Reason]:
    """The better option completes a pair of symbols, for a progress token; the one played does not."""
    played, best = (compared.position.after(each)[1] for each in (compared.played, compared.best))
    found = next((event for event in best if isinstance(event, Pair)), None)
    asked = any(isinstance(event, Asked) and event.choice == "token" for event in best)
    if _has(played, Pair) or found is None or not asked:
        return []
    return [Reason("pair", "best", {"symbol": found.symbol})]


def _has(events: Sequence[Event], kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in events)


def denies(compared: Compared[Position]) -> list[Reason]:
    """The better option takes a card away without building it that the opponent could else build next."""
    card, opponent = compared.best.card, 1 - compared.seat
    if card is None or card == compared.played.card or compared.best.action not in ("discard", "wonder"):
        return []
    after = compared.position.after(compared.played)[0]
    if after.actor != opponent or card not in after.payable_cards(opponent) or worth(card) < WORTH_NAMING:
        return []
    return [Reason("denies", "best", {"card": card, "player": opponent})]


def coins_short(compared: Compared[Position]) -> list[Reason]:
    """The option played spends coins that a wonder needs, which could be paid before and after the better option."""
    spent = compared.played.price or 0
    after_played, after_best = (compared.position.after(each)[0] for each in (compared.played, compared.best))
    if not spent or after_played.actor is None or after_best.actor is None:
        return []
    seat = compared.seat
    could = compared.position.payable_wonders(seat) & (after_best.payable_wonders(seat) | {compared.best.wonder})
    lost = sorted(could - after_played.payable_wonders(seat) - {compared.played.wonder})
    return [Reason("coins_short", "played", {"n": spent, "wonder": lost[0]})] if lost else []


def goods(compared: Compared[Position]) -> list[Reason]:
    """The better option adds a resource that wonders of the seat need and that its city does not produce."""
    card, other = (each.card if each.action == "build" else None for each in (compared.best, compared.played))
    if card is None or card == other:
        return []
    city = compared.view["cities"][compared.seat]
    have = {*city["goods"], *(good for choice in city["choices"] for good in choice)}
    have |= set(CARDS[other].effect.produces) if other else set()
    wonders = [each["name"] for each in city["wonders"] if not each["built"] and not each["lost"]]
    found = []
    for good in CARDS[card].effect.produces:
        needing = [name for name in wonders if good in WONDERS[name].cost and name != compared.best.wonder]
        if good in have or not needing:
            continue
        named = dict(zip(("wonder", "another", "third", "fourth"), needing, strict=False))
        only = not any(makes(name, good) for name in compared.position.known - {card})
        found.append(
            Reason("goods.only" if only else "goods.wonders", "best", {"n": len(needing), "good": good, **named})
        )
    return found[:1]


def affords(compared: Compared[Position]) -> list[Reason]:
    """The better option is a discard whose coins pay for a wonder that could not be paid for."""
    if compared.best.action != "discard":
        return []
    after = compared.position.after(compared.best)[0]
    if after.actor is None:
        return []
    seat = compared.seat
    new = sorted(after.payable_wonders(seat) - compared.position.payable_wonders(seat))
    return [Reason("affords.wonder", "best", {"wonder": new[0]})] if new else []


def uncovers_nothing(compared: Compared[Position]) -> list[Reason]:
    """The better option uncovers no card for the opponent, who is next; the one played does."""
    before = compared.position
    after_best, after_played = (before.after(each)[0] for each in (compared.best, compared.played))
    if not before.age == after_best.age == after_played.age or after_best.actor != 1 - compared.seat:
        return []
    if after_best.open_slots & ~before.open_slots or not after_played.open_slots & ~before.open_slots:
        return []
    return [Reason("uncovers_nothing", "best", {"player": 1 - compared.seat})]


def makes(card: str, good: str) -> bool:
    """Whether a card produces a resource, for sure or by choice."""
    effect = CARDS[card].effect
    return good in effect.produces or good in effect.produces_choice


def risk(compared: Compared[Position]) -> list[Reason]:
    """After the option played the opponent wins more often by arms or by science."""
    return _way(compared, 1 - compared.seat, "risk", "played")


def way(compared: Compared[Position]) -> list[Reason]:
    """After the better option one wins more often by arms or by science."""
    return _way(compared, compared.seat, "way", "best")


def _way(compared: Compared[Position], seat: int, kind: str, about: str) -> list[Reason]:
    best, played = compared.after_best.outlook.ways, compared.after_played.outlook.ways
    if not best or not played:
        return []
    more = {name: best[seat][name] - played[seat][name] for name in ("military", "science")}
    if about == "played":
        more = {name: -change for name, change in more.items()}
    name = max(more, key=lambda each: more[each])
    if more[name] < WORTH_FEARING:
        return []
    args: dict[str, str | int | float] = {"share": round(more[name], 2)}
    if seat != compared.seat:
        args["player"] = seat
    return [Reason(f"{kind}.{name}", "played" if about == "played" else "best", args)]


def chain(compared: Compared[Position]) -> list[Reason]:
    """The better option builds a card whose sign makes a later one free that may still come."""
    option = compared.best
    built = compared.played.card if compared.played.action == "build" else None
    if option.action != "build" or option.card is None or option.card == built:
        return []
    gone = {*compared.view["discard"], *(name for city in compared.view["cities"] for name in city["cards"])}
    gone |= {wonder["under"] for city in compared.view["cities"] for wonder in city["wonders"]}
    later = [card for card in CATALOG.cards if card.free_with == option.card and card.name not in gone]
    later = [card for card in later if card.age >= compared.view["age"] and worth(card.name) >= WORTH_NAMING]
    return [Reason("chain", "best", {"card": option.card, "later": later[0].name})] if later else []


# The strongest kinds first.
FINDERS: tuple[Finder[Position], ...] = (
    wins_now,
    loses_now,
    leaves_symbol,
    opens,
    extra_turn,
    pair,
    denies,
    coins_short,
    goods,
    affords,
    risk,
    way,
    chain,
    uncovers_nothing,
    poor,
)
