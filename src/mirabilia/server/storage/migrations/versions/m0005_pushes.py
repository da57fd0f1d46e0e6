"""Browsers that want notifications of turns, game by game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pushes",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.String(24), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("address_hash", sa.String(64), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(10), nullable=False),
        sa.Column("told", sa.String(20), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("pushes_by_address", "pushes", ["address_hash"])
