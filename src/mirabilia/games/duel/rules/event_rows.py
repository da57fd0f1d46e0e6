"""The rows that a step of Duel reports, and those of a game's opening. Nothing in them is secret.

Cities are seats. `thing` is what caused a row, numbered as in `tables.py`: cards, then wonders, then tokens.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Events, Ints, compiled
from mirabilia.engine.reporting import (
    BANK,
    EVENT_ROOM,
    EVENT_WIDTH,
    NOTHING,
    WHYS,
    report,
)
from mirabilia.games.duel.rules.state import DRAFT, State
from mirabilia.games.duel.rules.tables import ALWAYS_EXTRA, DRAFT_ROUND, DRAFTED, FIRST_TOKEN, TOKENS

(
    OFFERED,
    PICKED,
    PAID,
    GAINED,
    BUILT,
    RAISED,
    WITHDRAWN,
    DISCARDED,
    PAWN,
    LOOTED,
    LOST,
    PAIR,
    TOKEN_TAKEN,
    DESTROYED,
    REVIVED,
    ASKED,
    IN_VAIN,
    TURNED_UP,
    AGAIN,
    AGE_ENDED,
    AGE,
    BEGINS,
    ENDED,
) = range(23)

# By kind: its name, and the names of its fields in their order.
ROWS: dict[int, tuple[str, tuple[str, ...]]] = {
    OFFERED: ("offered", ("wonder", "place")),  # laid out for the draft
    PICKED: ("drafted", ("city", "wonder", "place")),
    PAID: ("paid", ("city", "to", "coins", "why", "thing")),  # cost or trade, for a thing; to the bank or a city
    GAINED: ("gained", ("city", "coins", "why", "thing")),  # from the bank: discard, effect, count, chain
    BUILT: ("built", ("city", "card", "slot", "chain")),  # `chain`: the card that made it free
    RAISED: ("wonder", ("city", "wonder", "place", "card", "slot")),  # with the card buried
    WITHDRAWN: ("withdrawn", ("city", "wonder")),  # cannot be built any more: enough wonders stand
    DISCARDED: ("discarded", ("city", "card", "slot")),
    PAWN: ("pawn", ("city", "start", "end", "shields", "extra")),  # printed shields, and those of a token
    LOOTED: ("looted", ("city", "coins", "at", "face")),  # what a city really lost of what is printed
    LOST: ("lost", ("city", "coins", "thing", "face")),
    PAIR: ("pair", ("city", "symbol", "thing")),
    TOKEN_TAKEN: ("token", ("city", "token", "why")),  # from the board or the box
    DESTROYED: ("destroyed", ("city", "card", "by")),
    REVIVED: ("revived", ("city", "card")),
    ASKED: ("asked", ("seat", "why", "thing")),  # token, library, destroy, revive, starter
    IN_VAIN: ("in_vain", ("city", "why", "thing")),  # the same, when there is nothing to choose from
    TURNED_UP: ("turned_up", ("slot", "card")),
    AGAIN: ("extra_turn", ("city", "why", "thing")),  # by the wonder or by a token
    AGE_ENDED: ("age_ended", ("age",)),
    AGE: ("age", ("age",)),  # its cards are laid out
    BEGINS: ("starter", ("city", "seat")),  # a city decides who begins the age
    ENDED: ("over", ("winners", "victory", "why", "first", "second")),  # what was compared, of seat 0 and of seat 1
}


@compiled
def report_offer(s: State, events: Events) -> None:
    """The wonders of the draft round that begins."""
    for place in range(s.picks, min(s.picks + DRAFT_ROUND, DRAFTED)):
        report(events, OFFERED, s.offered[place], place, 0, 0, 0)


@compiled
def report_start(states: State.Array, i: int, events: Ints) -> int:
    """Tells the opening of a game that has just been started, and returns the number of rows."""
    events[EVENT_ROOM - 1] = 0
    s = states[i]
    if s.phase == DRAFT:
        report_offer(s, events)
    else:
        for seat in range(2):
            for place in range(s.wonders_owned[seat]):
                report(events, PICKED, seat, s.wonders[seat][place], place, 0, 0)
        report(events, AGE, 0, 0, 0, 0, 0)
    return events[EVENT_ROOM - 1]


@compiled
def wonder_of_play(s: State) -> int:
    """The place of the wonder built in this play, or -1: the one that lies over the card taken."""
    card = s.deck[s.age][s.taken]
    for place in range(s.wonders_owned[s.actor]):
        if (s.wonder_built[s.actor] >> place) & 1 and s.under[s.actor][place] == card:
            return place
    return NOTHING


@compiled
def token_of_extra_turns(s: State, seat: int) -> int:
    """The token that makes the seat's wonders give extra turns, as a thing."""
    for token in range(TOKENS):
        if (s.tokens[seat] >> token) & 1 and ALWAYS_EXTRA[FIRST_TOKEN + token]:
            return FIRST_TOKEN + token
    return NOTHING


__all__ = ["BANK", "NOTHING", "ROWS", "EVENT_ROOM", "EVENT_WIDTH", "WHYS", "report_offer", "report_start"]
