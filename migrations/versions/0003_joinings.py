"""What was joined, so that it can be taken apart again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "joinings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.Text(), nullable=False),
        sa.Column("kept_id", sa.Integer(), nullable=False),
        sa.Column("gone_id", sa.Integer(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_joinings"),
    )
    op.create_index("ix_joinings_run", "joinings", ["run"])
    op.create_index("ix_joinings_gone_id", "joinings", ["gone_id"])


def downgrade() -> None:
    op.drop_table("joinings")
