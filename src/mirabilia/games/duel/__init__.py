"""7 Wonders Duel: everything that belongs to this game and to no other. `kind.py` lists its parts."""
