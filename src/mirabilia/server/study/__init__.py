"""Study on the server: analyses of finished games in a queue, playing on from a moment, hints, puzzles."""
