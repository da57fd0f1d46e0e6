"""Analyses of finished games: asked for, made in the background, kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("simulations", sa.Integer, nullable=False),
        sa.Column("analyser", sa.String(40), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("process", sa.String(24)),
        sa.Column("fault", sa.String(40)),
        sa.Column("result", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("analyses_by_state", "analyses", ["state", "simulations", "created_at"])
