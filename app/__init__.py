"""Kỳ Phổ: an archive and database of xiangqi games.

    from app import Position, Archive, Query
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.position import Position as Position

__version__ = "0.1.0"

_FACE = {"Position": "app.position"}

__all__ = ["Position", "__version__"]


def __getattr__(name: str) -> Any:
    """The public names, imported when first asked for: a command should not wait for what it does not use."""
    if name not in _FACE:
        raise AttributeError(f"module 'app' has no attribute {name!r}")
    return getattr(import_module(_FACE[name]), name)
