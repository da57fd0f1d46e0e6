"""One log: what happened reads the same while it happens, after a reload, and for somebody who watches.

Of what goes face down only the player who put it there reads the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from page_players import wait_for_turn
from page_tables import Sitting, enter, sit_down
from page_tests import start_page

PLAYERS = {"duel": 2, "wonders": 3}


def play_on(sitting: Sitting, decisions: int) -> None:
    """Everybody takes the last option there is, in turn."""
    for _ in range(decisions):
        waiting = sitting.facts()["table"]["waiting_for"]
        if not waiting:
            return
        person = sitting.people[waiting[0]]
        state = person.call("GET", f"/tables/{sitting.id}/state")["state"]
        sitting.play(waiting[0], state["options"][-1]["text"], state["table"]["moves"])


def lines(page: Any, last: int) -> list[str]:
    """The lines of the log about the game, when the page has heard of that many moves."""
    page.wait_for_function(f"() => Number(document.querySelector('[data-moves]')?.dataset.moves) === {last}")
    if page.locator("ol.log").count() == 0:
        page.keyboard.press("l")
    page.locator("ol.log .logline.move").first.wait_for()
    told: list[str] = page.locator("ol.log .logline.move, ol.log .logline.turn").all_inner_texts()
    return [text.strip() for text in told]


def of_others(told: list[str]) -> list[str]:
    """Lines that do not tell a card that Anna put face down."""
    return [text for text in told if not text.startswith(("Anna ", "Card under the stage"))]


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_the_log_reads_the_same_live_after_a_reload_and_for_a_watcher(
    game: str, new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, game, PLAYERS[game], seed=11)
    page = enter(sitting, 0, new_context())
    page.locator("[data-moves]").wait_for()
    play_on(sitting, 24)
    moves = sitting.facts()["table"]["moves"]
    live = lines(page, moves)
    assert len(live) > 12
    page.reload()
    wait_for_turn(page)
    assert lines(page, moves) == live
    watcher = new_context().new_page()
    start_page(watcher, server, f"#/watch/{sitting.links['watch']}")
    watcher.locator("[data-moves]").wait_for()
    seen = lines(watcher, moves)
    assert of_others(seen) == of_others(live)
    if game == "duel":
        assert seen == live
    else:  # only the player knows what went face down
        assert any("Anna discards a card" in text for text in seen)
        assert not any("Anna discards a card" in text for text in live)
