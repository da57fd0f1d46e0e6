"""Tables: their facts, the commands that change them, and what each viewer is shown."""
