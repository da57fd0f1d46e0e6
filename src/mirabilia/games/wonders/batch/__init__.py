"""A batch of games of 7 Wonders: `kernels` are its compiled loops, `games` leads to the friendly objects and back."""
