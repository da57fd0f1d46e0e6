"""Records: a game as text (header, deal, moves, result), and back again. `docs/record.md` describes the format."""

from mirabilia.record.commitment import commitment
from mirabilia.record.record import FORMAT_VERSION, RULES_VERSION, Record, read_record, read_records, write_records

__all__ = ["FORMAT_VERSION", "RULES_VERSION", "Record", "commitment", "read_record", "read_records", "write_records"]
