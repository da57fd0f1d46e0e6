"""Which tables are public and have a free seat, with a quick list of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("listed", sa.Integer, nullable=False, server_default="0"))
    listed = sa.text("listed = 1")
    op.create_index("tables_listed", "tables", ["changed_at"], sqlite_where=listed, postgresql_where=listed)
