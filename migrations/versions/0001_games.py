"""Games, players, events, sources, copies, rejects, and the view of plies."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Two bytes a ply, start and end; SQLite's unicode() gives null for a zero byte.
POINT = "ifnull(unicode(CAST(substr(g.moves, 2 * n.ply + {byte}, 1) AS TEXT)), 0)"
NAME = "substr('abcdefghi', {point} % 9 + 1, 1) || ({point} / 9)"
PLIES = f"""CREATE VIEW plies (game_id, ply, side, move) AS
WITH RECURSIVE numbers (ply) AS (
    SELECT 0 UNION ALL SELECT ply + 1 FROM numbers WHERE ply + 1 < (SELECT max(plies) FROM games)
)
SELECT g.id, n.ply + 1,
       CASE (n.ply + (g.start_fen IS NOT NULL AND instr(g.start_fen, ' b ') > 0)) % 2 WHEN 0 THEN 'red' ELSE 'black' END,
       {NAME.format(point=POINT.format(byte=1))} || '-' || {NAME.format(point=POINT.format(byte=2))}
FROM games AS g JOIN numbers AS n ON n.ply < g.plies"""


def upgrade() -> None:
    op.create_table(
        "sources",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text()),
        sa.Column("size", sa.BigInteger()),
        sa.Column("imported_at", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sources"),
        sa.UniqueConstraint("path", name="uq_sources_path"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("name", name="uq_players_name"),
    )
    op.create_index("ix_players_folded", "players", ["folded"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("time_control", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("name", "site", "author", "time_control", name="uq_events_name_site_author_time_control"),
    )
    op.create_index("ix_events_folded", "events", ["folded"])
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("red_id", sa.Integer()),
        sa.Column("black_id", sa.Integer()),
        sa.Column("red_rating", sa.SmallInteger()),
        sa.Column("black_rating", sa.SmallInteger()),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("ending", sa.Text()),
        sa.Column("ended_by", sa.SmallInteger()),
        sa.Column("date", sa.Text()),
        sa.Column("time", sa.Text()),
        sa.Column("zone", sa.Text()),
        sa.Column("event_id", sa.Integer()),
        sa.Column("red_clock", sa.Integer()),
        sa.Column("black_clock", sa.Integer()),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("complete", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("opening", sa.Text()),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("lineage", sa.BigInteger(), nullable=False),
        sa.Column("start_fen", sa.Text()),
        sa.Column("headers", sa.Text()),
        sa.Column("comments", sa.Text()),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["red_id"], ["players.id"], name="fk_games_red_id_players"),
        sa.ForeignKeyConstraint(["black_id"], ["players.id"], name="fk_games_black_id_players"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_games_event_id_events"),
        sa.ForeignKeyConstraint(["source_id"], ["sources.id"], name="fk_games_source_id_sources"),
        sa.CheckConstraint("result IN ('1-0', '0-1', '1/2-1/2', '*')", name=op.f("ck_games_result")),
        sa.CheckConstraint("length(moves) = 2 * plies", name=op.f("ck_games_plies")),
    )
    for column in ("red_id", "black_id", "red_rating", "black_rating", "date", "event_id"):
        op.create_index(f"ix_games_{column}", "games", [column])
    op.create_index("ix_games_lineage", "games", ["lineage"])
    op.create_table(
        "copies",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "source_id", "line", name="pk_copies"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_copies_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["source_id"], ["sources.id"], name="fk_copies_source_id_sources"),
    )
    op.create_index("ix_copies_source_id", "copies", ["source_id"])
    op.create_table(
        "rejects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rejects"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rejects_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["source_id"], ["sources.id"], name="fk_rejects_source_id_sources"),
    )
    op.create_index("ix_rejects_source_id", "rejects", ["source_id"])
    op.create_index("ix_rejects_game_id", "rejects", ["game_id"])
    op.execute(PLIES)


def downgrade() -> None:
    op.execute("DROP VIEW plies")
    for table in ("rejects", "copies", "games", "events", "players", "sources"):
        op.drop_table(table)
