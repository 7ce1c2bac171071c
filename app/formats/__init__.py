"""Text to games and back. A new format is one module here and one line in `READERS` or `WRITERS`.

A reader knows its format and no rules: it yields records. `interpret` joins records with the board.
"""
