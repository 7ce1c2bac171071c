"""The index of positions, the games it does not know any more, versions of derived data; games by opening."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

STALE = (
    """CREATE TRIGGER games_moved AFTER UPDATE OF moves, start_fen ON games
WHEN OLD.moves <> NEW.moves OR OLD.start_fen IS NOT NEW.start_fen
BEGIN INSERT OR IGNORE INTO stale VALUES (NEW.id); END""",
    """CREATE TRIGGER games_gone AFTER DELETE ON games
BEGIN INSERT OR IGNORE INTO stale VALUES (OLD.id); END""",
)


def upgrade() -> None:
    op.create_index("ix_games_opening", "games", ["opening"])
    op.create_table(
        "segments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("last_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_segments"),
        sa.UniqueConstraint("first_id", name="uq_segments_first_id"),
    )
    op.create_table(
        "positions",
        sa.Column("segment_id", sa.Integer(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("segment_id", "last", name="pk_positions"),
        sa.ForeignKeyConstraint(["segment_id"], ["segments.id"], name="fk_positions_segment_id_segments"),
    )
    op.create_table(
        "stale",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_stale"),
    )
    op.create_table(
        "derived",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_derived"),
    )
    for statement in STALE:
        op.execute(statement)


def downgrade() -> None:
    for trigger in ("games_moved", "games_gone"):
        op.execute(f"DROP TRIGGER {trigger}")
    for table in ("derived", "stale", "positions", "segments"):
        op.drop_table(table)
    op.drop_index("ix_games_opening", "games")
