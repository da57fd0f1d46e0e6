"""Self-play of 7 Wonders."""
