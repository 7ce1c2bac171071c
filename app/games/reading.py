"""A game as it was found: what became of it, and the text that did not become part of it."""

from dataclasses import dataclass, field

from app.games.game import Game


@dataclass(slots=True)
class Reading:
    """A game that was found. text keeps what was written of it, where not all of that became the game."""

    game: Game
    text: str = field(default="", repr=False)
    notation: str = ""  # the notation its moves are written in

    @property
    def is_rejected(self) -> bool:
        """Whether nothing usable was found: not one sure move."""
        return not self.game.moves
