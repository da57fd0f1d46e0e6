"""The rules of 7 Wonders for 2 to 7 players, compiled.

`tables.py` turns the catalog into numbers, `state.py` is one game as one record. `setup.py` deals and starts,
`options.py` lists what a seat may decide (with prices by `payment.py`), `apply.py` carries decisions out,
`event_rows.py` lists what a step reports, `recount.py` has what follows from a city's structures, `scoring.py` counts.
`knowledge.py` says what a seat can know, `redeal.py` replaces the rest, for search; `playout.py` plays whole games at
random. Functions for callers take an array of states and an index; helpers take one record. Duel has the same
functions under the same names in the same files (`tests/rules/test_interface.py` lists them).
"""
