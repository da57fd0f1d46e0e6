"""Adding a card or changing a number is a change of data: no rule code knows a card.

Each case alters the text of Duel's catalog in a fresh process, in plain mode (so that no compiled code of the real
data is touched), and plays a game with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

PREPARE = """
import mirabilia.games.duel.catalog as catalog
real = catalog.data_text(catalog.__package__, catalog.FILE)
def change(old, new, text):
    assert old in text, old
    return text.replace(old, new, 1)
"""
USE = """
catalog.data_text = lambda package, name: text
catalog.duel_catalog.cache_clear()
from duel_positions import City, coins, play, position, price, scores, texts
"""

CASES = {
    "a number of a card": (
        "text = change('effect = { coins = 4 }', 'effect = { coins = 9 }', real)",
        "game = play(position(layout=['Tavern', 'Quarry']), 'build Tavern')\nassert coins(game) == (16, 7)",
    ),
    "the cost of a wonder": (
        "text = change('cost = { stone = 3, papyrus = 1 }', 'cost = { coins = 2, stone = 1 }', real)",
        "game = position(City(plans=['The Pyramids']), layout=['Quarry'])\nassert price(game, 'The Pyramids') == 4",
    ),
    "one more card, with effects of known kinds": (
        'card = \'[[cards]]\\nname = "Harbour Fort"\\nage = 2\\ncolor = "red"\\ncost = { wood = 1, coins = 1 }\\n\'\n'
        'card += \'effect = { shields = 2, coins = 3, produces_choice = ["wood", "glass"] }\\n\\n\'\n'
        "text = change('[[cards]]\\nname = \"Sawmill\"', card + '[[cards]]\\nname = \"Sawmill\"', real)\n"
        "text = change('name = \"Walls\"', 'name = \"Walls\"', text)\n"
        "start = text.index('[[cards]]\\nname = \"Walls\"')\n"
        "text = text[:start] + text[text.index('[[cards]]', start + 5):]\n",
        "game = position(City(coins=9), age=2, layout=['Harbour Fort', 'School', 'Laboratory'])\n"
        "assert price(game, 'Laboratory') == 6\n"
        "play(game, 'build Harbour Fort')\n"
        "assert (coins(game)[0], game.snapshot()['pawn']) == (9 - 3 + 3, 2)\n"
        "assert price(game, 'Laboratory', 0) == 4",
    ),
    "a token that pays for chains and discounts blue cards": (
        "text = change('effect = { gain_opponent_trade_spend = true }', "
        "'effect = { coins_per_chain_build = 2, discount = { applies_to = \"blue_cards\", resources = 1 } }', real)",
        "game = position(City(cards=['Altar'], tokens=['Economy'], coins=5), age=2, layout=['Temple', 'Aqueduct'])\n"
        "assert price(game, 'Aqueduct') == 4\n"
        "play(game, 'build Temple')\nassert coins(game)[0] == 7",
    ),
    "the length of the military track": (
        "text = change('capital = 9', 'capital = 7', real)\n"
        "text = change('from = 6, to = 8', 'from = 6, to = 6', text)",
        "game = play(position(City(coins=9), layout=['Guard Tower', 'Quarry'], pawn=6), 'build Guard Tower')\n"
        "assert game.over and game.result.kind == 'military'",
    ),
    "a second wonder that draws from the box": (
        "text = real + '[[wonders]]\\nname = \"The Archive\"\\ncost = { wood = 1 }\\n'\n"
        "text += 'effect = { progress_from_box = { draw = 2, keep = 1 } }\\n'",
        "plans = ['The Archive', 'The Great Library']\n"
        "game = position(City(plans=plans, coins=60), layout=['Quarry', 'Press', 'Tavern', 'Baths'])\n"
        "first = texts(play(game, 'wonder The Archive with Quarry'))\n"
        "assert len(first) == 2\n"
        "play(game, first[0], 'discard Press', 'wonder The Great Library with Tavern')\n"
        "assert len(texts(game)) == 3 and first[0] not in texts(game)",
    ),
    "a third card with a symbol": (
        'text = real + \'[[cards]]\\nname = "Seminary"\\nage = 1\\ncolor = "green"\\n\'\n'
        "text += 'effect = { science = \"quill\" }\\n'",
        "game = position(City(cards=['Scriptorium', 'Library']), layout=['Seminary', 'Press', 'Baths'])\n"
        "assert play(game, 'build Seminary').to_act == (1,)",
    ),
    "a token that deals of before did not know": (
        "text = real + '[[tokens]]\\nname = \"Astronomy\"\\neffect = { points = 5 }\\n'",
        "import mirabilia\n"
        "deal = mirabilia.new_game('duel', seed=1).deal\n"
        "assert len(deal['box_tokens']) == 6\n"
        "box = [name for name in deal['box_tokens'] if name != 'Astronomy'][:5]\n"
        "game = mirabilia.from_deal({**deal, 'box_tokens': box, 'library_draw': box[:3]})\n"
        "assert game.view(0)['box_tokens'] == box and game.redealt(0, 1).view(0) == game.view(0)",
    ),
    "what a discarded card brings": (
        "text = change('discard_base_coins = 2', 'discard_base_coins = 5', real)",
        "assert coins(play(position(layout=['Quarry', 'Press']), 'discard Quarry')) == (12, 7)",
    ),
}


@pytest.mark.parametrize("change", CASES)
def test_a_change_of_data_needs_no_change_of_rules(change: str) -> None:
    prepare, use = CASES[change]
    run(PREPARE, prepare, USE, use)


def run(*parts: str) -> None:
    """Runs a program in a fresh process, in plain mode."""
    code = "\n".join(parts)
    path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "MIRABILIA_PLAIN": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


PLAY = """
import mirabilia
from mirabilia.bots import LEVELS, Limits, make_bot
def played(level, **options):
    game = mirabilia.new_game(GAME, seed=5, **options)
    bots = [make_bot(level, seed=seat) for seat in game.seats]
    names = set()
    while not game.over:
        for seat in game.to_act:
            options = game.options(seat)
            chosen = bots[seat].choose(game.view(seat), options, Limits(simulations=2))
            game.play(seat, chosen)
            names |= {text for text in chosen.as_dict().values() if isinstance(text, str)}
    return names
"""

MORE_OF_DUEL = """
import mirabilia.games.duel.catalog as catalog
GAME = "duel"
text = catalog.data_text(catalog.__package__, catalog.FILE)
start = text.index('[[cards]]\\nname = "Walls"')
text = text[:start] + text[text.index("[[cards]]", start + 5):]
text += '[[cards]]\\nname = "Harbour Fort"\\nage = 2\\ncolor = "red"\\ncost = { wood = 1 }\\n'
text += 'effect = { shields = 2 }\\n'
text += '[[wonders]]\\nname = "The Causeway"\\ncost = { wood = 2 }\\neffect = { points = 4, coins = 3 }\\n'
text += '[[tokens]]\\nname = "Astronomy"\\neffect = { points = 5 }\\n'
catalog.data_text = lambda package, name: text
new = {"Harbour Fort", "The Causeway", "Astronomy"}
"""

MORE_OF_WONDERS = """
import mirabilia.games.wonders.catalog as catalog
GAME = "wonders"
text = catalog.data_text(catalog.__package__, catalog.FILE)
text = text.replace('"Pawnshop"', '"Town Gate"')
text += '[[boards]]\\ncity = "Karthago"\\ntitle = "Karthago"\\nwonder = "The Harbour"\\nresource = "wood"\\n'
text += 'A = [{ cost = { ore = 2 }, effect = { points = 3 } }, { cost = { clay = 2 }, effect = { coins = 6 } }]\\n'
text += 'B = [{ cost = { ore = 2 }, effect = { points = 3 } }, { cost = { clay = 2 }, effect = { shields = 1 } }]\\n'
catalog.data_text = lambda package, name: text
"""


def test_every_level_plays_with_cards_that_it_never_saw() -> None:
    """A card, a token, a wonder and a board more, and a card less: the networks' rows go by name."""
    run(
        MORE_OF_DUEL,
        PLAY,
        "from mirabilia.games.duel.rules.tables import CARD_NAMES, WONDER_NAMES, TOKEN_NAMES",
        "assert new <= {*CARD_NAMES, *WONDER_NAMES, *TOKEN_NAMES} and 'Walls' not in CARD_NAMES",
        "seen = set().union(*(played(level) for level in LEVELS))",
        "assert 'Harbour Fort' in seen",
    )
    run(
        MORE_OF_WONDERS,
        PLAY,
        "boards = [['Karthago', 'A'], ['Rhodos', 'B'], ['Olympia', 'A'], ['Gizah', 'A']]",
        "seen = set().union(*(played(level, players=4, boards=boards) for level in LEVELS))",
        "assert 'Town Gate' in seen",
    )


STUDY = """
import random
import mirabilia
from mirabilia.study import analyse, hint, tell, warn
game, chance, asked = mirabilia.new_game(GAME, seed=SEED), random.Random(SEED), 0
while not game.over:
    seat = game.to_act[0]
    options = game.options(seat)
    chosen = chance.choice(options)
    if len(game.moves) % 20 == 3:
        hint(game.view(seat), options, 2)
        warn(game.view(seat), options, chosen, 2)
    game.play(seat, chosen)
found = analyse(game.record(), 2)
assert len(found.moments) == len(game.moves)
reasons = [reason for moment in found.moments for judged in moment.best for reason in judged.reasons]
assert reasons
for reason in reasons:
    assert tell(reason, "en", game=GAME, names=["Anna", "Ben", "Carl"])
"""


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_study_knows_no_card(game: str) -> None:
    """Hints, warnings, analysis and its sentences with cards, tokens, wonders and boards that nobody ever saw."""
    run("from catalog import changed_catalogs", f"GAME, SEED = {game!r}, 4", "changed_catalogs.use(GAME, SEED)", STUDY)


def test_no_card_is_named_in_rule_code() -> None:
    """No name of a card, wonder or token stands as a text inside the rules."""
    import ast

    from mirabilia.engine.sources import PACKAGE
    from mirabilia.games.duel.catalog import duel_catalog
    from mirabilia.games.wonders.catalog import wonders_catalog

    duel, wonders = duel_catalog(), wonders_catalog()
    names = {thing.name for thing in (*duel.cards, *wonders.cards)}
    names |= {wonder.name for wonder in duel.wonders} | {token.name for token in duel.tokens}
    names |= {board.city for board in wonders.boards}
    found = []
    for path in PACKAGE.glob("games/*/rules/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in names:
                found.append(f"{path.name}:{node.lineno} {node.value}")
    assert not found
