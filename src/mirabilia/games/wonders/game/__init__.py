"""7 Wonders between names and the compiled rules: `game.py` is the `Game`, the other files what it hands out."""
