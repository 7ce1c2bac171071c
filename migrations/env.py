"""Alembic's entry: over the connection it is handed, or over KYPHO_DB for a developer."""

import os

from alembic import context
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection

from app.store.tables import metadata


def run(connection: Connection) -> None:
    """Migrate one open connection; SQLite alters tables by copying them (batch mode)."""
    context.configure(
        connection=connection, target_metadata=metadata, render_as_batch=True, transaction_per_migration=False
    )
    with context.begin_transaction():
        context.run_migrations()


handed = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    with create_engine(f"sqlite:///{os.environ.get('KYPHO_DB', 'kypho.db')}").connect() as own:
        run(own)
        own.commit()
