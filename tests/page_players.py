"""People who play through the page: with the mouse, with the keyboard alone, with a finger, or in text mode.

Each looks only at what is on the screen. `price` in what they note is the number they read on the button.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from playwright.sync_api import Page

TABLE = ".tablepage, .textpage"


def facts(page: Page) -> dict[str, str]:
    """What the table says of itself: status, moves, number of options."""
    return page.evaluate("() => ({...(document.querySelector('.tablepage, .textpage')?.dataset ?? {status: 'none'})})")


def wait_for_turn(page: Page, timeout: float = 180_000) -> str:
    """Waits until there is something to decide or the game is over; returns the status."""
    page.wait_for_function(
        """() => {
          const table = document.querySelector('.tablepage, .textpage');
          if (!table) return false;
          const {status, owes} = table.dataset;
          return status === 'over' || status === 'closed' || owes === 'yes';
        }""",
        timeout=timeout,
    )
    return facts(page)["status"]


def wait_for_change(page: Page, before: dict[str, str], timeout: float = 180_000) -> None:
    """Waits until the table differs from what it was; long, because a server may just be compiling its bots.

    Whoever is asked on the way whether a move is meant, means it.
    """
    page.wait_for_function(
        """(before) => {
          document.querySelector('dialog .rowline.end .btn.main, .hintbox .rowline .btn.main + .btn')?.click();
          const table = document.querySelector('.tablepage, .textpage');
          return table && ['status', 'moves', 'chosen', 'phase'].some((key) => table.dataset[key] !== before[key]);
        }""",
        arg=before,
        timeout=timeout,
    )


@dataclass
class Player:
    """Chooses at random with a seed."""

    page: Page
    seed: int = 1
    shown: list[tuple[str, str, int]] = field(default_factory=list)  # action, card, price on the button

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def press(self, selector: str, number: int = 0) -> None:
        self.page.locator(selector).nth(number).click()

    def play(self, most: int) -> int:
        """Makes that many decisions, if the game does not end before; returns how many."""
        for decisions in range(most):
            if wait_for_turn(self.page) != "playing":
                return decisions
            before = facts(self.page)
            self.decide()
            wait_for_change(self.page, before)
        return most

    def play_to_the_end(self, most: int = 400) -> int:
        """Plays until the game is over; returns how many decisions that took."""
        decisions = self.play(most)
        assert decisions < most, f"the game was not over after {most} decisions"
        return decisions

    def decide(self) -> None:
        page = self.page
        for asked in (".choice .choicelist button", "button.draftpick"):
            count = page.locator(asked).count()
            if count:
                self.press(asked, self.random.randrange(count))
                return
        cards = page.locator(".hand button.card, .pyramid button.card")
        cards.first.wait_for()  # while a war is told its scene has the place of the cards
        for number in self.random.sample(range(cards.count()), cards.count()):
            name = cards.nth(number).get_attribute("data-card") or ""
            self.take_up(number)
            self.wait_for_actions(name)
            actions = [
                action
                for action in (".act-build", ".act-free", ".act-stage", ".act-wonder", ".act-discard")
                if page.locator(action).count() and page.locator(action).first.is_enabled()
            ]
            if actions:  # some cards cannot be used at all, when the Free City has to build
                break
        action = self.random.choice([a for a in actions if a != ".act-discard"] or actions)
        texts = page.locator(f"{action} >> nth=0").locator(".coin text").all_text_contents()
        price = sum(int(re.sub(r"\D", "", text) or 0) for text in texts)
        self.shown.append((action[5:], name, price))
        self.act(action)

    def take_up(self, number: int) -> None:
        self.press(".hand button.card, .pyramid button.card", number)

    def wait_for_actions(self, card: str) -> None:
        """Under a finger they follow one picture after the card is up."""
        self.page.locator(f'.actions[data-card="{card}"]').wait_for()

    def act(self, action: str) -> None:
        self.press(action)


class Finger(Player):
    """Taps."""

    def press(self, selector: str, number: int = 0) -> None:
        self.page.locator(selector).nth(number).tap()


class Keyboard(Player):
    """Never touches the mouse."""

    def press(self, selector: str, number: int = 0) -> None:
        self.page.keyboard.press(str(number % 9 + 1))

    def take_up(self, number: int) -> None:
        if number < 9:
            self.page.keyboard.press(str(number + 1))
        else:
            self.page.keyboard.press("9")
            for _ in range(number - 8):
                self.page.keyboard.press("ArrowRight")

    def act(self, action: str) -> None:
        if action == ".act-wonder":
            self.page.keyboard.press("w")
            self.page.keyboard.press("Enter")
            return
        keys = {".act-build": "b", ".act-stage": "w", ".act-discard": "d", ".act-free": "f"}
        self.page.keyboard.press(keys[action])


class Reader(Player):
    """Uses text mode: the list of options, or the line to type into."""

    def decide(self) -> None:
        options = self.page.locator(".optionlist button")
        options.first.wait_for()
        number = self.random.randrange(options.count())
        if self.random.random() < 0.5:
            options.nth(number).click()
        else:
            self.page.locator("form input[type=text]").fill(str(number + 1))
            self.page.keyboard.press("Enter")
