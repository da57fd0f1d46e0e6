"""What the columns of the observation of 7 Wonders say. A city's columns have its place before their names."""

from __future__ import annotations

from mirabilia.encoding.naming import Meaning, distinct
from mirabilia.game import Option
from mirabilia.games.wonders.catalog import COLORS, MAX_PLAYERS
from mirabilia.games.wonders.encoding.observation import CHOICE_KINDS
from mirabilia.games.wonders.game.view import PHASES
from mirabilia.games.wonders.rules.state import BUILD, DISCARD, FREE_BUILD, STAGE_BUILT
from mirabilia.games.wonders.rules.tables import (
    BOARD_NAMES,
    CARD_NAMES,
    CATALOG,
    EDITION_NUMBERS,
    GOODS,
    MAX_STAGES,
    TURNS,
)

_CARDS = distinct(CARD_NAMES)
_ACTIONS = {BUILD: "build", STAGE_BUILT: "stage", DISCARD: "discard", FREE_BUILD: "free_build"}
_SYMBOLS = (*CATALOG.science.symbols, "any")

MEANINGS: dict[str, Meaning] = {
    "phase": Meaning("1 for the kind of decision that is awaited", tuple(PHASES[phase] for phase in sorted(PHASES))),
    "age": Meaning("1 for the current age", ("I", "II", "III")),
    "turn": Meaning("1 for the turn of the age", tuple(str(turn + 1) for turn in range(TURNS))),
    "players": Meaning("1 for the number of players", tuple(map(str, range(2, MAX_PLAYERS + 1)))),
    "edition": Meaning("1 for the edition that is played", tuple(map(str, EDITION_NUMBERS))),
    "passes_left": Meaning("1 if hands are passed to the left in this age, 0 if to the right"),
    "discard_size": Meaning("cards on the discard pile"),
    "draw_pile_size": Meaning("two players: cards left on the draw pile of the age"),
    "seat": Meaning("the observer's seat, from 0"),
    "owes": Meaning("1 if the observer owes a decision"),
    "for_free_city": Meaning("two players: 1 if that decision is for the Free City"),
    "hand": Meaning("how many of each card the observer holds", _CARDS),
    "chosen_card": Meaning("1 for the card the observer has chosen and not yet shown", _CARDS),
    "chosen_action": Meaning(
        "1 for what the observer has chosen to do with it",
        tuple(_ACTIONS.get(number, f"unused {number}") for number in range(CHOICE_KINDS)),
    ),
    "discard_known": Meaning("how many of each card the observer knows to be on the discard pile", _CARDS),
    "last_card": Meaning("two players: 1 for the last card that the Free City plays", _CARDS),
}

# Of each city; the hands are those of other cities.
CITY: dict[str, Meaning] = {
    "board": Meaning("1 for the city's board and its side", distinct(BOARD_NAMES)),
    "coins": Meaning("coins"),
    "stages": Meaning("1 for each stage that is built", tuple(str(stage + 1) for stage in range(MAX_STAGES))),
    "cards": Meaning("1 for each structure", _CARDS),
    "colors": Meaning("structures of each colour", COLORS),
    "symbols": Meaning("science symbols; `any` is chosen at the end", _SYMBOLS),
    "shields": Meaning("shields"),
    "victory_points": Meaning("points of its victory tokens"),
    "defeats": Meaning("defeat tokens"),
    "goods": Meaning("units that can produce each good", GOODS),
    "sells": Meaning("units of each good that neighbours can buy", GOODS),
    "full_prices": Meaning(
        "1 where the city pays the full price", ("raw left", "raw right", "manufactured left", "manufactured right")
    ),
    "free_builds": Meaning("cards it may still build free of charge in this age by its board"),
    "seventh_card": Meaning("1 if it may play the seventh card of an age"),
    "copies_guild": Meaning("1 if it copies a neighbour's guild at the end"),
    "free_new_color": Meaning("1 if its first card of each colour is free"),
    "free_first_turn": Meaning("1 if its first card of each age is free"),
    "free_last_turn": Meaning("1 if its last card of each age is free"),
    "is_free_city": Meaning("two players: 1 if it is the Free City"),
    "controls_free_city": Meaning("two players: 1 if its player decides for the Free City this turn"),
    "ready": Meaning("1 if its player has chosen in this turn"),
    "deciding": Meaning("1 if a decision of its own is awaited, after the turn of all"),
    "hand_size": Meaning("cards in its hand"),
    "hand_seen": Meaning("1 if the observer has held that hand"),
    "hand_among": Meaning("how many of each card that hand may hold, as far as the observer knows", _CARDS),
    "hand_certain": Meaning("how many of each card that hand holds for certain", _CARDS),
    "hand_gone": Meaning("how many of the cards it may hold have been put down unseen"),
    "hand_drawn": Meaning("two players: 1 if a card was drawn into it that the observer has not seen"),
}


def meaning_of(part: str) -> Meaning:
    """What a part says; one that is not described is called what it is called in the code."""
    place, _, name = part.rpartition(".")
    found = CITY.get(name) if place else MEANINGS.get(name)
    return found or Meaning(name.replace("_", " "))


def action_name(option: Option) -> str:
    """What `actions.NAMES` calls an option."""
    payment = f", payment {option.rank + 1}" if option.rank else ""
    return f"{option.action} {option.get('card') or 'none'}{payment}"
