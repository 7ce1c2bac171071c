"""How ECCO goes from move to move: each rule looks at some moves of a line and says what comes next.

Moves are written as words in a text: `"P3+1 P7+1"`. Where a rule has ways, one way may be open to several moves.
"""

from collections.abc import Callable, Mapping

from app.games.ecco.line import K10, Line

Rule = Callable[[Line], "Step"]
Step = str | Rule  # a code, or the rule that looks further
Ways = Mapping[str, Step]  # moves -> what follows on each of them


def by(ply: int, ways: Ways, other: Step) -> Rule:
    """One move decides."""
    steps = _each(ways)

    def rule(line: Line) -> Step:
        return steps.get(line[ply], other)

    return rule


def follows(first: int, moves: str, then: Step, other: Step) -> Rule:
    """Whether the next plies, of both sides, are exactly these."""
    sequence = moves.split()
    end = first + len(sequence)

    def rule(line: Line) -> Step:
        return then if line[first:end] == sequence else other

    return rule


def by_set(first: int, count: int, ways: Ways, other: Step) -> Rule:
    """So many moves of one side, in any order, decide: each way is open to one set of moves."""
    steps = {frozenset(moves.split()): step for moves, step in ways.items()}
    end = first + 2 * count

    def rule(line: Line) -> Step:
        return steps.get(frozenset(line[first:end:2]), other)

    return rule


def within(first: int, count: int, moves: str, then: Step, other: Step) -> Rule:
    """Whether so many moves of one side are all among these."""
    allowed = frozenset(moves.split())
    end = first + 2 * count

    def rule(line: Line) -> Step:
        return then if allowed.issuperset(line[first:end:2]) else other

    return rule


def scan(
    first: int,
    quiet: str,
    ways: Ways,
    other: Step,
    *,
    after: Ways | None = None,
    both: tuple[str, Step] | None = None,
    last: int = K10,
    at_the_end: Step | None = None,
) -> Rule:
    """Walks along the moves of one side, skips the quiet ones and stops at the first that is not.

    Moves named in `after` are skipped too; when the scan stops at a move without a way, what follows is said by the
    first of them that was passed, else by `other`. The two moves of `both` are skipped as well, until both were seen.
    Where all moves up to `last` are quiet, `at_the_end` follows, by default the same as on any other move.
    """
    noted = _each(after or {})
    pair = frozenset(both[0].split() if both else ())
    skipped = frozenset(quiet.split()) | noted.keys() | pair
    steps = _each(ways)

    def rule(line: Line) -> Step:
        seen = set()
        for move in line[first : last + 1 : 2]:
            if move not in skipped:
                if move in steps:
                    return steps[move]
                break
            seen.add(move)
            if both and seen >= pair:
                return both[1]
        else:
            if at_the_end:
                return at_the_end
        return next((step for move, step in noted.items() if move in seen), other)

    return rule


def _each(ways: Ways) -> dict[str, Step]:
    """Ways with one move each."""
    return {move: step for moves, step in ways.items() for move in moves.split()}
