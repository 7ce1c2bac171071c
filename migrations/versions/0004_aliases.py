"""Aliases: two names of one person."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "aliases",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("of_id", sa.Integer(), nullable=False),
        sa.Column("root_id", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_aliases"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_aliases_player_id_players"),
        sa.ForeignKeyConstraint(["of_id"], ["players.id"], name="fk_aliases_of_id_players"),
        sa.ForeignKeyConstraint(["root_id"], ["players.id"], name="fk_aliases_root_id_players"),
        sa.CheckConstraint("player_id <> of_id AND player_id <> root_id", name="other"),
    )
    op.create_index("ix_aliases_of_id", "aliases", ["of_id"])
    op.create_index("ix_aliases_root_id", "aliases", ["root_id"])


def downgrade() -> None:
    op.drop_table("aliases")
