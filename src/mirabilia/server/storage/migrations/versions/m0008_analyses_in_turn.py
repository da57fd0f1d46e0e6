"""For whom an analysis is made and when it was begun, so that those who wait take turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("analyses", sa.Column("address", sa.String(16), nullable=False, server_default=""))
    op.add_column("analyses", sa.Column("person", sa.String(16), nullable=False, server_default=""))
    op.add_column("analyses", sa.Column("begun_at", sa.BigInteger))
    op.create_index("analyses_by_begun", "analyses", ["begun_at"])
