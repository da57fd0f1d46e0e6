"""A batch of Duel games: `kernels` are its compiled loops, `games` leads to the friendly objects and back."""
