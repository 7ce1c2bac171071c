"""PGN and DhtmlXQ are read in time that grows with the text, whatever stands in it, and trees without recursion."""

import time

import pytest

from app.board.engine import PLAIN
from app.formats import READERS, format_of, write_text
from app.formats.interpret import interpret
from app.games.game import Variation
from tests.formats.foreign_cases import read, read_one

TAG = '[Event "x"]\n'
MOVES = "1. C2.5 H8+7 2. H2+3 R9.8 "

HOSTILE = {
    "round brackets": TAG + MOVES + "(" * 50_000,
    "round brackets closed": TAG + MOVES + ")" * 50_000,
    "braces": TAG + MOVES + "{" * 50_000,
    "braces and one that closes": TAG + MOVES + "{" * 50_000 + "}",
    "braces closed": TAG + MOVES + "}" * 50_000,
    "both": TAG + MOVES + "({" * 20_000 + "})" * 20_000,
    "variations in variations": TAG + MOVES + "(2. H8+7 " * 5000 + ")" * 5000,
    "variations without numbers": TAG + MOVES + "(H8+7 " * 5000 + ")" * 5000,
    "variations left open": TAG + MOVES + "(2. H8+7 " * 5000,
    "variations without words": TAG + MOVES + "()" * 20_000,
    "numbers": TAG + "1. " * 30_000,
    "first numbers": "1. C2.5\n" * 3000,
    "dots": TAG + "." * 50_000,
    "marks": TAG + MOVES + "!" * 50_000,
    "one long word": TAG + "x" * 100_000,
    "one long Chinese word": TAG + "炮" * 50_000,
    "prose": TAG + "hello world\n" * 5000,
    "prose behind moves": TAG + MOVES + "\nhello world\n" * 5000,
    "tags": TAG * 2000,
    "tags of one line": '[Event "x"] ' * 3000 + "\n",
    "tags not closed": '[Event "x\n' * 5000 + TAG,
    "quotes": '[Event "' + '"]' * 20_000 + "\n" + TAG,
    "backslashes": '[Event "' + "\\" * 50_000 + '"]\n',
    "blank lines": TAG + "\n" * 50_000 + " " * 50_000,
    "semicolons": TAG + MOVES + ";" * 50_000,
    "results": TAG + MOVES + "1-0 " * 20_000,
    "equals": TAG + MOVES + "\n" + "=" * 50_000,
    "blocks": "[DhtmlXQ]" * 10_000,
    "entries": "[DhtmlXQ]" + "[DhtmlXQ_title]" * 10_000,
    "entries not closed": "[DhtmlXQ][DhtmlXQ_movelist]" + "[" * 50_000,
    "scripts": "var DhtmlXQ_movelist = '" * 5000,
    "digits": f"[DhtmlXQ][DhtmlXQ_movelist]{'7' * 50_000}[/DhtmlXQ_movelist][/DhtmlXQ]",
    "variations of variations": "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
    + "".join(f"[DhtmlXQ_move_{n}_1_{n + 1}]7747[/DhtmlXQ_move_{n}_1_{n + 1}]" for n in range(10_000)),
    "variations in a circle": "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
    + "".join(f"[DhtmlXQ_move_{n + 1}_1_{n}]7747[/DhtmlXQ_move]" for n in range(1, 10_000)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    reader = READERS[format_of(text)]()
    list(interpret(reader.read(text, "file", 1), reader.again, PLAIN, reader.tongues))
    assert time.process_time() - began < 4


LOOP = (bytes((8, 17)), bytes((69, 88)), bytes((17, 8)), bytes((88, 69)))  # R1+1 H7-8 R1-1 H8+7


@pytest.mark.parametrize("format", ["pgn", "dhtmlxq"])
def test_a_deep_tree_is_written_and_read_without_recursion(format: str) -> None:
    game = read_one(TAG + "1. C2.5 H8+7")
    game.moves += b"".join(LOOP)
    game.variations = [Variation(0, 2, LOOP[0] + LOOP[1])]
    for n in range(1, 2000):  # each leaves the one before a ply later
        game.variations.append(Variation(n, n + 2, LOOP[n % 4] + LOOP[(n + 1) % 4]))
    text = "".join(write_text([(1, game)], format))
    (back,) = read(text, format)
    assert not back.faults
    assert [(v.parent, v.ply, v.moves) for v in back.variations] == [
        (v.parent, v.ply, v.moves) for v in game.variations
    ]
