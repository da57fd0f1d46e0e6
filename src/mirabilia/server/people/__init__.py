"""People: device cookies and secrets, bans, and statistics over finished games."""
