"""The options of a game have a field of their own, so that every game may have its own."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

FORMER = ("boards", "first_game_wonders")


def upgrade() -> None:
    tables = sa.table("tables", sa.column("id", sa.String), sa.column("options", sa.Text))
    database = op.get_bind()
    for table_id, text in database.execute(sa.select(tables.c.id, tables.c.options)).all():
        options = json.loads(text)
        chosen = {name: value for name in FORMER if (value := options.pop(name, None))}
        if chosen:
            text = json.dumps({**options, "game": chosen}, separators=(",", ":"), ensure_ascii=False)
            database.execute(sa.update(tables).where(tables.c.id == table_id).values(options=text))
