"""Command ids bound to what the command said, and bans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("digest", sa.String(16)))
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
