"""Requests to take back, rematches, and a quick list of one's own tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("asked", sa.Integer))
    op.add_column("tables", sa.Column("assisted", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("next_table", sa.String(12)))
    op.create_index("tables_by_host", "tables", ["host"])
