"""CXQ and its relatives: see `grammar` for the format, `headers` for its values."""

from app.formats.cxq.reader import read, read_again

__all__ = ["read", "read_again"]
