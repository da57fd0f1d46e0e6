"""Self-play of Duel."""
