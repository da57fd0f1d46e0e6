"""Storage: the database of tables and people, how changes reach it, backups and migrations."""
