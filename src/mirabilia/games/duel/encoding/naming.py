"""What the columns of Duel's observation say. "Mine" is the observer's, "theirs" the opponent's."""

from __future__ import annotations

from mirabilia.encoding.naming import Meaning
from mirabilia.game import Option
from mirabilia.games.duel.catalog import COLORS
from mirabilia.games.duel.encoding.observation import LOOT, PENDING, PER_AGE
from mirabilia.games.duel.game.view import PHASES
from mirabilia.games.duel.rules.state import TOKEN
from mirabilia.games.duel.rules.tables import CAPITAL, CATALOG, CHOICE_GROUPS, GOODS, SLOTS, SYMBOLS

_CARDS = tuple(card.name for card in CATALOG.cards)
_WONDERS = tuple(wonder.name for wonder in CATALOG.wonders)
_TOKENS = tuple(token.name for token in CATALOG.tokens)
_SLOTS = tuple(str(slot) for slot in range(SLOTS))
_BY_AGE = [[card.name for card in CATALOG.cards if card.age == age] for age in (1, 2, 3)]


def _in_slot(place: int) -> str:
    """The cards that a column of `slot_card` stands for: one in each age."""
    return "/".join(cards[place] for cards in _BY_AGE if place < len(cards))


_GROUPS = tuple("/".join(group) for group in CHOICE_GROUPS)

# Parts that both players have: a sentence with whose they are, and the labels.
_BOTH: dict[str, tuple[str, tuple[str, ...]]] = {
    "loot": (
        "1 for each loot token in front of {whose} capital, by its distance from the middle",
        tuple(str(distance) for distance in LOOT),
    ),
    "goods": ("units of each good that {whose} city always produces", tuple(GOODS)),
    "prices": ("{whose} price for one unit of each good", tuple(GOODS)),
    "choices": ("units in {whose} city that give any one good of a group", _GROUPS),
    "symbols": ("science symbols in {whose} city", tuple(SYMBOLS)),
    "colors": ("cards of each colour in {whose} city", COLORS),
    "tokens": ("1 for each of {whose} progress tokens", _TOKENS),
    "wonders_waiting": ("1 for each of {whose} wonders that is not built", _WONDERS),
    "wonders_built": ("1 for each of {whose} wonders that is built", _WONDERS),
    "cards": ("1 for each card in {whose} city", _CARDS),
}

MEANINGS: dict[str, Meaning] = {
    "phase": Meaning("1 for the kind of decision that is awaited", PHASES),
    "my_turn": Meaning("1 if the observer is to decide"),
    "seat": Meaning("the observer's seat, 0 or 1"),
    "first": Meaning("1 if the observer began the draft"),
    "age": Meaning("1 for the current age", ("I", "II", "III")),
    "extra_turn": Meaning("1 if the player to decide plays again after this turn"),
    "pending": Meaning("1 for each choice that this turn still asks for", PHASES[TOKEN : TOKEN + PENDING]),
    "destroy_color": Meaning("1 for the colour of the card that may be destroyed", COLORS),
    "pawn": Meaning(
        "1 for the conflict pawn's place: how many spaces it is ahead for the observer",
        tuple(f"{distance:+}" if distance else "0" for distance in range(-CAPITAL, CAPITAL + 1)),
    ),
    "coins": Meaning("coins", ("mine", "theirs")),
    "wonders_standing": Meaning("wonders that both players have built together"),
    "tokens_board": Meaning("1 for each progress token on the board", _TOKENS),
    "tokens_box": Meaning("1 for each progress token left in the box", _TOKENS),
    "wonders_offered": Meaning("1 for each wonder on offer in the draft", _WONDERS),
    "discarded": Meaning("1 for each card on the discard pile", _CARDS),
    "buried": Meaning("1 for each card under a built wonder", _CARDS),
    "open": Meaning("1 for each card that can be taken", _CARDS),
    "covered": Meaning("1 for each card that lies face up under others", _CARDS),
    "slot_open": Meaning("1 for each slot of the layout whose card can be taken", _SLOTS),
    "slot_covered": Meaning("1 for each slot whose card lies face up under others", _SLOTS),
    "slot_face_down": Meaning("1 for each slot whose card lies face down", _SLOTS),
    "slot_guild_back": Meaning("1 for each slot whose face-down card has a guild's back", _SLOTS),
    "slot_card": Meaning(
        "for each slot, 1 for the card that lies there face up; a column stands for one card in each age",
        tuple(f"{slot}:{_in_slot(place)}" for slot in _SLOTS for place in range(PER_AGE)),
    ),
    "library": Meaning("1 for each token from the box that the observer is choosing among", _TOKENS),
    **{
        f"{name}_{side}": Meaning(words.format(whose=whose), labels)
        for name, (words, labels) in _BOTH.items()
        for side, whose in (("mine", "the observer's"), ("theirs", "the opponent's"))
    },
}


def meaning_of(part: str) -> Meaning:
    """What a part says."""
    return MEANINGS[part]


def action_name(option: Option) -> str:
    """What `actions.NAMES` calls an option; a bid is not among them."""
    return option.text
