"""Duel in the terminal: its words (`texts`), the pyramid, the board around it, and the numbered choices."""
