"""7 Wonders, with 3 to 7 players and the two-player game with the Free City; `kind.py` lists its parts."""
