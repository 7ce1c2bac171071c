"""An index by which games are summed up by their first moves."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    first = sa.text("substr(moves, 1, 2)")
    op.create_index(
        "ix_games_first_move", "games", [first, "result", "red_rating", "black_rating", "date", "start_fen"]
    )


def downgrade() -> None:
    op.drop_index("ix_games_first_move", "games")
