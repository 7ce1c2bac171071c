"""Kỳ Phổ: an archive and database of xiangqi games.

>>> from app import Position
>>> Position.from_fen().write(Position.from_fen().read("P2-5", "vietnamese"))
'C2.5'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.games.game import Game as Game
    from app.position import Position as Position
    from app.store.aliases import Alias as Alias
    from app.store.archive import Archive as Archive
    from app.store.query import Query as Query

__version__ = "0.1.0"

_FACE = {
    "Alias": "app.store.aliases",
    "Archive": "app.store.archive",
    "Game": "app.games.game",
    "Position": "app.position",
    "Query": "app.store.query",
}

__all__ = ["Alias", "Archive", "Game", "Position", "Query", "__version__"]


def __getattr__(name: str) -> Any:
    """The public names, imported when first asked for: no command waits for what it does not use."""
    if name not in _FACE:
        raise AttributeError(f"module 'app' has no attribute {name!r}")
    return getattr(import_module(_FACE[name]), name)
