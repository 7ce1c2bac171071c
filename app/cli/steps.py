"""kypho explore --interactive: from move to move through what was played, a line at a time."""

import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import typer

from app.errors import KyphoError, QueryError

if TYPE_CHECKING:
    from app.position import Move, Position
    from app.store.archive import Archive
    from app.store.explorer import Explored
    from app.store.query import Query

HELP = """\
3            play the third move of the table
P2-5 M8.7    play one move or several, in any notation
b            back by one move; b 3 by three
s            back to where you began
g 122        print a game
p            print the board
n wxf        write moves in another notation; n alone changes back
h            this help
q            leave; so does the end of the input"""
OTHERWISE = ("vietnamese", "wxf")  # what n changes to, the first time


@dataclass
class Steps:
    """A walk through the games: the positions so far, the moves between them, and what was played from each."""

    archive: "Archive"
    query: "Query"
    notation: str
    positions: "list[Position]"
    moves: "list[Move]" = field(default_factory=list)
    before: str | None = None  # the notation that n changes back to
    explored: "dict[str, Explored]" = field(default_factory=dict)

    def run(self) -> None:
        """Print, ask, answer, until the input ends or says so."""
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        if sys.stdin.isatty():
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  the line can be edited, and earlier ones called back
        self.show_moves()
        while True:
            try:
                words = input("> ").split()
            except EOFError:
                typer.echo()
                return
            if words == ["q"]:
                return
            try:
                self.answer(words)
            except KyphoError as error:
                typer.echo(str(error))

    def answer(self, words: list[str]) -> None:
        """Do what a line says. Raises `KyphoError` where it cannot be done."""
        match words:
            case []:
                pass
            case ["h"] | ["?"] | ["help"]:
                typer.echo(HELP)
            case ["b"]:
                self.back(1)
            case ["b", count]:
                self.back(_number(count, "moves"))
            case ["s"]:
                del self.moves[:], self.positions[1:]
                self.show_moves()
            case ["g", game_id]:
                self.show_game(_number(game_id, "games"))
            case ["p"]:
                self.show_board()
            case ["n"]:
                self.write_in(self.before or next(name for name in OTHERWISE if name != self.notation))
            case ["n", name]:
                self.write_in(name)
            case [number] if number.isdecimal():
                self.play_number(_number(number, "moves"))
            case _:
                self.play_line(" ".join(words))

    # ------------------------------------------------------------ walking

    def play_number(self, number: int) -> None:
        """Play a move of the table."""
        found = self.played().moves
        if not 0 < number <= len(found):
            raise QueryError(f"the table has {len(found)} moves, there is no move {number}")
        self.play(found[number - 1][0])

    def play_line(self, text: str) -> None:
        """Play what a text means in the notation of the table, or else in any."""
        from app.errors import NotationError
        from app.games.lines import read_any_line, read_line
        from app.notation import READABLE

        fen = self.positions[-1].fen()
        if self.notation in READABLE:
            try:
                self.play(read_line(text, self.notation, fen))
                return
            except NotationError:  # then in another: its reasons are told with the others'
                pass
        self.play(read_any_line(text, fen))

    def play(self, moves: bytes) -> None:
        """Play legal moves, two bytes each."""
        for start, end in zip(moves[0::2], moves[1::2], strict=True):
            self.moves.append(start * 128 + end)
            self.positions.append(self.positions[-1].play(self.moves[-1]))
        self.show_moves()

    def back(self, count: int) -> None:
        """Take moves back."""
        if not 0 < count <= len(self.moves):
            raise QueryError(f"of moves to take back there are {len(self.moves)}, not {count}")
        del self.moves[-count:], self.positions[-count:]
        self.show_moves()

    # ------------------------------------------------------------ showing

    def played(self) -> "Explored":
        """What was played from here; looked for once."""
        fen = self.positions[-1].fen()
        if fen not in self.explored:
            self.explored[fen] = self.archive.explore(replace(self.query, position=fen))
        return self.explored[fen]

    def show_moves(self) -> None:
        """Print the moves that led here and the table of those that were played."""
        from app.cli.explore import print_table_of

        written = [place.write(move, self.notation) for place, move in zip(self.positions, self.moves, strict=False)]
        typer.echo(" ".join(written) or "where you began; h for help")
        print_table_of(self.played(), self.positions[-1], self.notation, numbered=True)

    def show_board(self) -> None:
        """Print the board, the last move in brackets."""
        from app.pictures.terminal import board_text

        here = self.positions[-1]
        typer.echo(board_text(here.board, here.side, self.moves[-1] if self.moves else None))

    def show_game(self, game_id: int) -> None:
        """Print a game."""
        from app.cli.show import print_game

        print_game(self.archive.game(game_id), self.notation)

    def write_in(self, name: str) -> None:
        """Write moves in another notation. Raises `FormatError` if there is no such one."""
        from app.notation import notation_named

        wanted = notation_named(name, to_write=True).name
        if wanted != self.notation:
            self.before, self.notation = self.notation, wanted
        self.show_moves()


def _number(text: str, what: str) -> int:
    """A number of moves or games. Raises `QueryError`."""
    if not text.isdecimal() or len(text) > 18:
        raise QueryError(f"{text!r} is no number of {what}; h for help")
    return int(text)
