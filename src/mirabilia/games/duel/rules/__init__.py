"""The rules of 7 Wonders Duel, compiled. Read in this order:

`tables`   the catalog as numbered tables; `state`: the record of one game and its phases;
`payment`  what a card or wonder costs a player; `options`: all legal decisions of the player to act, as codes;
`apply`    carrying out a decision; `event_rows`: what a step reports; `recount`: what follows from a city's things;
`scoring`  points, tie-break; `setup`: from a deal, or at random;
`redeal`   replacing what a seat cannot know; `playout`: whole random games, for measuring and tests.

7 Wonders has the same functions under the same names in the same files (`tests/rules/test_interface.py` lists them):
`acting`, `options`, `apply`, `apply_reporting`, `score`, `winners`, `deal`, `redeal`, `recount`.

Functions that Python calls take `(states, i, ...)`: an array of states and an index. Applying trusts its caller: a
code must come from `options` of the same position.
"""
