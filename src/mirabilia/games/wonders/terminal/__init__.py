"""7 Wonders in the terminal: its words (`texts`), the table, the hand with its numbered choices, what happened."""
