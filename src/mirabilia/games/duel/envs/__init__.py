"""Drawing a table of Duel."""
