"""When someone last asked for an analysis: one that nobody waits for is not made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("analyses", sa.Column("asked_at", sa.BigInteger, nullable=False, server_default="0"))
