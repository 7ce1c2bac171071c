"""Variations beside the main line, and the view of their plies."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# Two bytes a ply, start and end; SQLite's unicode() gives null for a zero byte.
POINT = "ifnull(unicode(CAST(substr(v.moves, 2 * n.ply + {byte}, 1) AS TEXT)), 0)"
NAME = "substr('abcdefghi', {point} % 9 + 1, 1) || ({point} / 9)"
VARIATION_PLIES = f"""CREATE VIEW variation_plies (game_id, variation, ply, side, move) AS
WITH RECURSIVE numbers (ply) AS (
    SELECT 0 UNION ALL SELECT ply + 1 FROM numbers WHERE ply + 1 < (SELECT max(length(moves)) / 2 FROM variations)
)
SELECT g.id, v.number, v.ply + n.ply + 1,
       CASE (v.ply + n.ply + (g.start_fen IS NOT NULL AND instr(g.start_fen, ' b ') > 0)) % 2 WHEN 0 THEN 'red' ELSE 'black' END,
       {NAME.format(point=POINT.format(byte=1))} || '-' || {NAME.format(point=POINT.format(byte=2))}
FROM games AS g JOIN variations AS v ON v.game_id = g.id JOIN numbers AS n ON n.ply < length(v.moves) / 2"""


def upgrade() -> None:
    op.create_table(
        "variations",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("comments", sa.Text()),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_variations"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_variations_game_id_games", ondelete="CASCADE"),
        sa.CheckConstraint("parent BETWEEN 0 AND number - 1", name=op.f("ck_variations_parent")),
        sa.CheckConstraint("length(moves) % 2 = 0", name=op.f("ck_variations_moves")),
        sqlite_with_rowid=False,
    )
    op.execute(VARIATION_PLIES)


def downgrade() -> None:
    op.execute("DROP VIEW variation_plies")
    op.drop_table("variations")
