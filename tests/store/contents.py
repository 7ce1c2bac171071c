"""All that an archive holds, as values that do not depend on ids or the time of the import."""

import sqlite3
from pathlib import Path

GAMES = """
SELECT red.name, black.name, games.date, games.moves, games.result, games.complete, games.red_rating,
       games.black_rating, events.name, games.start_fen, games.headers, games.comments, sources.name, games.line
FROM games LEFT JOIN players AS red ON red.id = red_id LEFT JOIN players AS black ON black.id = black_id
LEFT JOIN events ON events.id = event_id JOIN sources ON sources.id = source_id
"""
COPIES = """
SELECT red.name, black.name, games.date, games.moves, sources.name, copies.line
FROM copies JOIN games ON games.id = copies.game_id JOIN sources ON sources.id = copies.source_id
LEFT JOIN players AS red ON red.id = red_id LEFT JOIN players AS black ON black.id = black_id
"""
VARIATIONS = """
SELECT red.name, black.name, games.moves, number, parent, ply, variations.moves, variations.comments
FROM variations JOIN games ON games.id = game_id LEFT JOIN players AS red ON red.id = red_id
LEFT JOIN players AS black ON black.id = black_id
"""
REJECTS = """
SELECT sources.name, rejects.line, code, message, text, games.line
FROM rejects JOIN sources ON sources.id = rejects.source_id LEFT JOIN games ON games.id = game_id
"""
SOURCES = "SELECT name, digest, size FROM sources"
INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"


def rows(path: Path, sql: str) -> list[tuple]:
    """The answer to a question put to the file itself."""
    database = sqlite3.connect(path)
    found = database.execute(sql).fetchall()
    database.close()
    return found


def contents(path: Path) -> dict[str, list[tuple]]:
    """Games by players, date and moves; copies; variations; rejects; sources; indexes."""
    asked = {
        "games": GAMES,
        "copies": COPIES,
        "variations": VARIATIONS,
        "rejects": REJECTS,
        "sources": SOURCES,
        "indexes": INDEXES,
    }
    return {name: sorted(rows(path, sql), key=repr) for name, sql in asked.items()}
