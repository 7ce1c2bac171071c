"""A tree of moves as files by programs hold it: nodes in preorder, each move by its two points.

Behind a node stands what continues it, the first continuation with all behind that first; then the node's rivals.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.board.keys import POINTS
from app.games.game import Game
from app.notation.coordinates import ICCS

NOWHERE = 255  # in place of a point, where a file names none


@dataclass(slots=True)
class Nodes:
    """moves: two bytes a node (rank * 9 + file, a0 = 0). depths: the ply of each, from 1 and never more than one above
    the node before. offsets: where each stands in its file. comments are by node; -1 stands before the first move."""

    moves: bytearray = field(default_factory=bytearray)
    depths: "array[int]" = field(default_factory=lambda: array("i"))
    offsets: "array[int]" = field(default_factory=lambda: array("q"))
    comments: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.depths)

    def add(self, depth: int, start: int, end: int, offset: int = 0) -> None:
        """One more node."""
        self.moves += bytes((start, end))
        self.depths.append(depth)
        self.offsets.append(offset)

    def say(self, text: str) -> None:
        """Add a comment to the last node."""
        if text:
            before = self.comments.get(len(self) - 1)
            self.comments[len(self) - 1] = f"{before} {text}" if before else text

    def runs(self) -> Iterator[tuple[int, int]]:
        """The lines of the tree, each as the first and the last but one of its nodes: the main line, then those that
        leave lines before them."""
        begin, expected = 0, 1
        for node, depth in enumerate(self.depths):
            if depth != expected:
                yield begin, node
                begin = node
            expected = depth + 1
        if self.depths:
            yield begin, len(self)

    def written(self, begin: int, end: int) -> str:
        """Some nodes in ICCS, with their comments in braces."""
        words = [f"{{{self.comments[-1]}}}"] if begin == 0 and -1 in self.comments else []
        for node in range(begin, end):
            words.append(self.move_written(node))
            if node in self.comments:
                words.append(f"{{{self.comments[node]}}}")
        return " ".join(words)

    def move_written(self, node: int) -> str:
        """A node's move in ICCS; `?` for what is no point of the board."""
        start, end = self.moves[2 * node], self.moves[2 * node + 1]
        return ICCS.text(start, end) if start < POINTS and end < POINTS else "?-?"

    def as_text(self, game: Game) -> str:
        """The tree of a game with what is known of it: the main line, then each other line behind the ply that it leaves
        its parent at."""
        played = game.played.date if game.played else ""
        known = {"Red": game.red.name, "Black": game.black.name, "Event": game.event, "Site": game.site, "Date": played}
        lines = [f"{key}: {value}" for key, value in (known | game.headers).items() if value]
        runs = list(self.runs()) or [(0, 0)]
        lines += [f"({self.depths[begin] - 1}) {self.written(begin, end)}" for begin, end in runs[1:]]
        lines.insert(len(lines) - len(runs) + 1, self.written(*runs[0]))
        return "\n".join(lines)


def nodes_of(game: Game) -> Nodes:
    """The tree of a game in preorder; a line that goes on where another ends continues it."""
    leaving: dict[tuple[int, int], list[int]] = {}  # (line, ply) -> the variations that leave it there
    begun = [(0, -1)]  # for each line the one it leaves, and behind which ply
    for number, variation in enumerate(game.variations, start=1):
        parent, ply = variation.parent, variation.ply
        if begun[parent][1] == ply:  # it takes the place of all of that line
            parent = begun[parent][0]
        begun.append((parent, ply))
        leaving.setdefault((parent, ply), []).append(number)
    nodes = Nodes()
    if 0 in game.comments:
        nodes.comments[-1] = game.comments[0]
    waiting = [0]
    while waiting:
        number = waiting.pop()
        first, moves, comments = 0, game.moves, game.comments
        if number:
            line = game.variations[number - 1]
            first, moves, comments = line.ply, line.moves, line.comments
        here = [*reversed(leaving.get((number, first), ()))]
        for ply in range(first + 1, first + len(moves) // 2 + 1):
            nodes.add(ply, moves[2 * (ply - first) - 2], moves[2 * (ply - first) - 1])
            if number and ply == first + 1:
                nodes.say(comments.get(first, ""))  # a rival has no place before its move
            nodes.say(comments.get(ply, ""))
            here += reversed(leaving.get((number, ply), ()))
        waiting += here
    return nodes
