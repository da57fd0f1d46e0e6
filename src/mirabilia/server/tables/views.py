"""What leaves the server about a table: one viewer's state, made from `game.look` alone.

Nothing here reads the rules' state or another seat's view. Parts that are the same for everyone (table, prices,
clocks) are encoded once per change and shared by all messages of that change; views, quotes and options are encoded as
the typed values they are (`view` and `as_dict` would give the same JSON by way of dicts, for twice the time).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from mirabilia.game import Game, kind_of
from mirabilia.game.events import shown_event
from mirabilia.game.option import Option
from mirabilia.game.quote import Quote
from mirabilia.server.tables import clocks
from mirabilia.server.tables.facts import shown, shown_json
from mirabilia.server.tables.messages import Event, SentState, StateChange, Update
from mirabilia.server.tables.state import TableState

_encode = msgspec.json.Encoder().encode
_NULL = msgspec.Raw(b"null")
PUBLIC_READINESS = ("to_act", "ready")  # fields of every view that a hidden choice changes
OWN_READINESS = (*PUBLIC_READINESS, "choices")  # and of the view of whoever made it
HIDDEN_FROM_WATCHERS = frozenset({"chat"})


def table_facts(state: TableState) -> dict[str, object]:
    """What everyone who may see the table may know about it."""
    return shown(state.facts, state.to_act, state.ready)


class Renderer:
    """Makes the states of one table at one sequence number. Viewers are seats, or None for whoever watches."""

    def __init__(self, state: TableState, now: int, game_now: int) -> None:
        self._state = state
        self._game = state.game
        self._table = msgspec.Raw(shown_json(state.facts, state.to_act, state.ready, state.texts))
        late = [seat.late for seat in state.facts.seats]
        self._clock = msgspec.Raw(_encode(clocks.shown(state.facts.clock, state.facts.game, game_now, now, late)))
        self._quotes: dict[int, Sequence[Quote]] = {}
        self._prices: msgspec.Raw | None = None
        self._made: dict[int | None, msgspec.Raw] = {}
        self._updates: dict[int | None, bytes] = {}
        self._public: dict[str, object] | None = None  # fields of every view about who is ready
        self.is_small = False  # only readiness has changed, so updates carry nothing else

    def state_for(self, viewer: int | None) -> msgspec.Raw:
        """The encoded state for a viewer."""
        if viewer not in self._made:
            self._made[viewer] = msgspec.Raw(_encode(self._state_of(viewer)))
        return self._made[viewer]

    def update_for(self, viewer: int | None, events: Sequence[Event]) -> bytes:
        """The encoded `update` with these events; the same for all connections of one seat."""
        if viewer not in self._updates:
            shown = shown_events(events, viewer)
            if self.is_small:
                message = Update(self._state.facts.seq, shown, None, self._change_for(viewer, events))
            else:
                message = Update(self._state.facts.seq, shown, self.state_for(viewer))
            self._updates[viewer] = _encode(message)
        return self._updates[viewer]

    def _change_for(self, viewer: int | None, events: Sequence[Event]) -> StateChange:
        """Who is ready now; for the seat that got ready, or no longer is, what it may do."""
        state = self._state
        assert self._game is not None
        waiting_for, ready = list(state.to_act), state.ready
        if viewer is None or all(event.seat != viewer for event in events):
            if self._public is None:
                self._public = _readiness(self._game.look(None, memory=False), PUBLIC_READINESS)
            return StateChange(waiting_for, ready, self._public, self._clock)
        view = _readiness(self._game.look(viewer, memory=False), OWN_READINESS)
        return StateChange(waiting_for, ready, view, self._clock, *self._choices_of(self._game, viewer))

    def _choices_of(self, game: Game, seat: int) -> tuple[list[msgspec.Raw], list[msgspec.Raw], list[msgspec.Raw]]:
        """What a seat may do: its options, the options a hidden choice may be changed to, and the choice."""
        listed = game.options(seat)
        options = [_option(option) for option in listed]
        if not self._state.pending:
            return options, [], []
        known = {option.text for option in listed}
        playable = game.playable(seat)
        mine = {move for place, move in self._state.pending if place == seat}
        changes = [_option(option) for option in playable if option.text not in known]
        return options, changes, [_option(option) for option in playable if option.text in mine]

    def _state_of(self, viewer: int | None) -> SentState:
        game = self._game
        if game is None:
            return SentState(self._table, None, [], [], [], [], _NULL, self._clock)
        options: list[msgspec.Raw] = []
        changes: list[msgspec.Raw] = []
        chosen: list[msgspec.Raw] = []
        quotes: Sequence[Quote] = []
        if viewer is not None and self._state.facts.status == "playing":
            options, changes, chosen = self._choices_of(game, viewer)
            quotes = self._quotes_of(game, viewer)
        view = shown_view(game.look(viewer, memory=False), viewer, self._state.facts.options.live_score, game.over)
        return SentState(self._table, view, options, changes, chosen, quotes, self._prices_of(game), self._clock)

    def _quotes_of(self, game: Game, seat: int) -> Sequence[Quote]:
        if seat not in self._quotes:
            self._quotes[seat] = game.quotes(seat)
        return self._quotes[seat]

    def _prices_of(self, game: Game) -> msgspec.Raw:
        """What each seat would pay for the open cards; only in games in which prices reveal no hands."""
        if self._prices is None:
            self._prices = _NULL
            if kind_of(game.name).open_prices and not game.over:
                prices = [
                    {quote.card or quote.wonder: quote.price for quote in self._quotes_of(game, seat)}
                    for seat in game.seats
                ]
                self._prices = msgspec.Raw(_encode(prices))
        return self._prices


def _readiness(view: msgspec.Struct, fields: tuple[str, ...]) -> dict[str, object]:
    """The fields of a view that a hidden choice changes."""
    return {name: getattr(view, name) for name in fields if hasattr(view, name)}


def option_facts(option: Option) -> dict[str, object]:
    """An option with its text."""
    return {"text": option.text, **option.as_dict()}


@lru_cache(maxsize=1 << 14)
def _option(option: Option) -> msgspec.Raw:
    """An option with its text, encoded and cached: the same few recur."""
    return msgspec.Raw(_encode(option_facts(option)))


def shown_view(view: msgspec.Struct, viewer: int | None, live_score: str, over: bool) -> msgspec.Struct:
    """The view, without running scores if the table hides them."""
    scores: list[int | None] | None = getattr(view, "scores", None)
    if live_score == "open" or over or scores is None:
        return view
    own_only = live_score == "own"
    kept = [score if own_only and seat == viewer else None for seat, score in enumerate(scores)]
    return msgspec.structs.replace(view, scores=kept)


def shown_events(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """The events as a viewer may read them. An event that watchers may not read keeps its number."""
    return [_shown_event(event, viewer) for event in events]


def _shown_event(event: Event, viewer: int | None) -> Event:
    if viewer is None and event.kind in HIDDEN_FROM_WATCHERS:
        return Event(event.seq, event.at, "private")
    happened = event.data.get("events")
    if not happened or not any("knows" in each for each in happened):
        return event  # everyone may know all of it
    return msgspec.structs.replace(event, data={**event.data, "events": [shown_event(e, viewer) for e in happened]})
