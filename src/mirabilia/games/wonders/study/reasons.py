"""The reasons of 7 Wonders: payments, wars, cards passed on, coins, chains, sets of symbols, goods, the last stage.

All of it is public or in the seat's own hand: what neighbours have, and which card goes to whom.
"""

from __future__ import annotations

from mirabilia.game import Option
from mirabilia.games.wonders.catalog import Board, Card, Effect, wonders_catalog
from mirabilia.games.wonders.game.quotes import WondersQuote
from mirabilia.games.wonders.study.position import Position
from mirabilia.json_types import JsonFields
from mirabilia.study.model import Reason
from mirabilia.study.reasons import Compared, Finder, poor

CATALOG = wonders_catalog()
_CARDS = {edition.number: {card.name: card for card in edition.kinds} for edition in CATALOG.every_edition}
BUILDS = ("build", "free_build", "revive")
# Points from which on a card passed on is worth a sentence.
WORTH_NAMING = 3


def built_by(option: Option) -> str | None:
    """The card an option builds in the seat's city."""
    return option.card if option.action in BUILDS and option.city is None else None


def card_of(view: JsonFields, name: str) -> Card:
    """A card of the edition that is played."""
    return _CARDS[view["edition"]][name]


def effect_of(view: JsonFields, card: str | None) -> Effect:
    """The effect of a card; of none, one that does nothing."""
    return Effect() if card is None else card_of(view, card).effect


def board_of(view: JsonFields, city: JsonFields) -> Board:
    """A city's board, of the edition that is played."""
    edition = CATALOG.edition(view["edition"])
    return next(board for board in edition.boards if board.city == city["board"])


def coins_of(option: Option) -> int:
    """The coins an option costs."""
    return sum(option.pay or ()) + (option.bank or 0)


def free(quote: WondersQuote) -> bool:
    """Whether something can be had for nothing."""
    return quote.affordable and quote.bank == 0 and (0, 0) in quote.pays


def paying(compared: Compared[Position]) -> list[Reason]:
    """The same could be had for fewer coins, or for as many with less for a neighbour."""
    played, best = compared.played, compared.best
    if played.pay is None or best.pay is None or played.pay == best.pay:
        return []
    if (played.action, played.card, played.city) != (best.action, best.card, best.city):
        return []
    more = sum(played.pay) - sum(best.pay)
    if more:
        return [Reason("pays_more", "played", {"n": more})] if more > 0 else []
    side = 0 if played.pay[0] > best.pay[0] else 1
    city = compared.position.neighbours[side]
    return [Reason("pays_rival", "played", {"n": played.pay[side] - best.pay[side], "player": city})]


def thrown_away(compared: Compared[Position]) -> list[Reason]:
    """A card is given up for coins although it could have been built for nothing."""
    if compared.played.action != "discard" or compared.played.city is not None:
        return []
    for quote in compared.position.quotes:
        if quote.card == compared.played.card and quote.city is None and free(quote):
            return [Reason("thrown_away", "played", {"card": str(compared.played.card)})]
    return []


def conflict(compared: Compared[Position]) -> list[Reason]:
    """The better option brings the shields past a neighbour's who would not be beaten else."""
    cities, seat = compared.view["cities"], compared.seat
    more, less = (effect_of(compared.view, built_by(each)).shields for each in (compared.best, compared.played))
    for option, sign in ((compared.best, 1), (compared.played, -1)):
        if option.action == "stage" and option.city is None:
            more, less = (
                (more + _stage_shields(compared), less) if sign > 0 else (more, less + _stage_shields(compared))
            )
    mine = cities[seat]["shields"]
    for other in dict.fromkeys(compared.position.neighbours):
        if mine + less <= cities[other]["shields"] < mine + more:
            points = CATALOG.constants.victory_tokens[compared.view["age"] - 1]
            return [Reason("conflict", "best", {"player": other, "n": points})]
    return []


def _stage_shields(compared: Compared[Position]) -> int:
    """The shields of the next stage of the seat's wonder."""
    city = compared.view["cities"][compared.seat]
    board = board_of(compared.view, city)
    stages = board.stages(str(city["side"]))
    return stages[int(city["stages"])].effect.shields


def passes_on(compared: Compared[Position]) -> list[Reason]:
    """A card that the better option uses goes to the next player, who lacks it and would score by it."""
    found = _worth_to_receiver(compared)
    if found is None or compared.best.action in ("stage", "discard"):
        return []
    card, receiver, points = found
    return [Reason("passes_on", "played", {"card": card, "player": receiver, "n": points})]


def keeps_from(compared: Compared[Position]) -> list[Reason]:
    """The better option buries or discards a card that would be worth points to the next player."""
    found = _worth_to_receiver(compared)
    if found is None or compared.best.action not in ("stage", "discard"):
        return []
    card, receiver, points = found
    return [Reason("keeps_from", "best", {"card": card, "player": receiver, "n": points})]


def _worth_to_receiver(compared: Compared[Position]) -> tuple[str, int, int] | None:
    card = compared.best.card
    if card is None or card == compared.played.card or compared.best.city or compared.view["phase"] != "choose":
        return None
    receiver = compared.position.receiver
    if receiver is None or card in compared.view["cities"][receiver]["cards"]:
        return None
    if list(compared.view["hand"] or ()).count(card) > 1:  # another copy is passed on anyway
        return None
    points = compared.position.worth(receiver, card)
    return (card, receiver, points) if points >= WORTH_NAMING else None


def stage_short(compared: Compared[Position]) -> list[Reason]:
    """The option played spends coins that the next stage needs, which could be paid for now."""
    spent = coins_of(compared.played)
    if not spent or compared.played.action == "stage" or compared.played.city or coins_of(compared.best) >= spent:
        return []
    coins = compared.view["cities"][compared.seat]["coins"]
    for quote in compared.position.quotes:
        if quote.stage is not None and quote.city is None and quote.affordable:
            needs = min(sum(pay) for pay in quote.pays) + quote.bank
            if coins - spent < needs <= coins - coins_of(compared.best):
                return [Reason("stage_short", "played", {"n": spent, "stage": quote.stage})]
    return []


def affords(compared: Compared[Position]) -> list[Reason]:
    """The better option is a discard whose coins pay for a stage that could not be paid for."""
    if compared.best.action != "discard" or compared.best.city is not None:
        return []
    for quote in compared.position.quotes:
        if quote.stage is not None and quote.city is None and quote.why and quote.why.short:
            if quote.why.short <= CATALOG.constants.discard_coins:
                return [Reason("affords.stage", "best", {"stage": quote.stage})]
    return []


def science_set(compared: Compared[Position]) -> list[Reason]:
    """The better option completes a set of three different symbols."""
    symbol = effect_of(compared.view, built_by(compared.best)).science
    if symbol is None or built_by(compared.best) == built_by(compared.played):
        return []
    have = dict(compared.view["cities"][compared.seat]["symbols"])
    counts = {name: have.get(name, 0) for name in CATALOG.science.symbols}
    if symbol not in counts:
        return []
    sets = min(counts.values())
    counts[symbol] += 1
    if min(counts.values()) <= sets or effect_of(compared.view, built_by(compared.played)).science == symbol:
        return []
    return [Reason("science_set", "best", {"n": CATALOG.constants.science_set_points})]


def goods(compared: Compared[Position]) -> list[Reason]:
    """The better option produces something the city has no source of."""
    card = built_by(compared.best)
    if card is None or card == built_by(compared.played):
        return []
    have = {good for unit in compared.view["cities"][compared.seat]["produces"] for good in unit}
    brought = {good for unit in effect_of(compared.view, built_by(compared.played)).produces for good in unit}
    new = [good for unit in effect_of(compared.view, card).produces for good in unit if good not in have | brought]
    if not new:
        return []
    cities = compared.view["cities"]
    stages = board_of(compared.view, cities[compared.seat]).stages(str(cities[compared.seat]["side"]))
    number = int(cities[compared.seat]["stages"])
    needed = [good for good in new if number < len(stages) and good in stages[number].cost]
    if needed:
        return [Reason("goods.stage", "best", {"good": needed[0], "stage": number + 1})]
    sold = {good for other in compared.position.neighbours for unit in cities[other]["sells"] for good in unit}
    scarce = [good for good in new if good not in sold]
    return [Reason("goods.scarce" if scarce else "goods", "best", {"good": (scarce or new)[0]})]


def chain(compared: Compared[Position]) -> list[Reason]:
    """The better option builds a card that makes later ones free."""
    card = built_by(compared.best)
    if card is None or card == built_by(compared.played):
        return []
    mine = compared.view["cities"][compared.seat]["cards"]
    age = compared.view["age"]
    unlocks = card_of(compared.view, card).unlocks
    later = [name for name in unlocks if name not in mine and card_of(compared.view, name).age > age]
    return [Reason("chain", "best", {"card": card, "later": later[0]})] if later else []


# The strongest kinds first.
FINDERS: tuple[Finder[Position], ...] = (
    paying,
    thrown_away,
    conflict,
    passes_on,
    keeps_from,
    stage_short,
    affords,
    science_set,
    goods,
    chain,
    poor,
)
