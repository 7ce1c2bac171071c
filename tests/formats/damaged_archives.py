"""Small damaged archives, each with what must come of it; made for the tests."""

from typing import NamedTuple

MOVES = "1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 h2+3"  # six plies that are always right
LINES = "1. C2.5 h8+7\n2. H2+3 r9.8\n3. R1.2 h2+3"
AN = "RED     An ; 2100 ;;\nBLACK   Ba ; 1990 ;;\nRESULT  1-0 (resign:Ba)\nDATE    2007-10-24"
CHI = "RED     Chi ; 1800 ;;\nBLACK   Du ; 1700 ;;"
BLOCK = f"START{{\n{MOVES} }}END\n"
FIRST, LAST = f"{AN}\n{BLOCK}", f"{CHI}\n{BLOCK}"
MATE = "FEN     4k4/R8/9/9/9/9/9/9/1R7/3K5 w"
BLACK_FIRST = "FEN     3k5/9/9/9/4r4/9/9/9/9/5K3 b"
SHUFFLE = ["H2+3", "h2+3", "H3-2", "h3-2"]


class Verdict(NamedTuple):
    """What must come of an archive. games: (Red's name, result, plies, complete) in order, those without a sure ply
    with 0; faults: (code, line, column, ply) of games and of other text, in the order of their places."""

    games: list[tuple[str, str, int, bool]]
    faults: list[tuple[str, int, int, int | None]] = []


AN_WHOLE, CHI_WHOLE = ("An", "1-0", 6, True), ("Chi", "*", 6, True)
BOTH = Verdict([AN_WHOLE, CHI_WHOLE])


def many(words: list[str], plies: int) -> str:
    """A long game, three pairs a line."""
    moves = (words * (plies // len(words) + 1))[:plies]
    pairs = [f"{n // 2 + 1}. {moves[n]} {moves[n + 1]}" for n in range(0, plies, 2)]
    return "\n".join(" ".join(pairs[n : n + 3]) for n in range(0, len(pairs), 3))


ARCHIVES: dict[str, tuple[str, Verdict]] = {
    # ---- headers
    "headers glued into one line": (
        FIRST.replace("\nRESULT", " RESULT") + LAST,
        Verdict([("An", "*", 6, True), CHI_WHOLE], [("odd-header", 2, 1, None)]),
    ),
    "a header glued to the opening mark": (FIRST.replace("2007-10-24\n", "2007-10-24") + LAST, BOTH),
    "a header glued to the end mark": (FIRST.rstrip("\n") + LAST, BOTH),
    "headers between the moves and the end mark": (
        f"RED     An ; 2100 ;;\nBLACK   Ba ; 1990 ;;\nSTART{{\n{MOVES}\nRESULT  1-0 (resign:Ba)\n}}END\n{LAST}",
        BOTH,
    ),
    "headers below the end mark, the next game has its own": (f"{BLOCK}{AN}\n\n{LAST}", BOTH),
    "headers below the end mark at the end of the file": (f"{LAST}\n{BLOCK}{AN}\n", Verdict([CHI_WHOLE, AN_WHOLE])),
    "headers below a game without end mark": (
        f"START{{\n{MOVES}\n{AN}\n\n{LAST}",
        Verdict([("An", "1-0", 6, False), CHI_WHOLE], [("cut-off", 2, len(MOVES), 6)]),
    ),
    "headers above stay with the game below": (f"{BLOCK}{AN}\n\n{BLOCK}", Verdict([("", "*", 6, True), AN_WHOLE])),
    "a game with fewer headers gets none of the game before": (
        FIRST + "BLACK   Du\n" + BLOCK,
        Verdict([AN_WHOLE, ("", "*", 6, True)]),
    ),
    "a game without headers gets none of the game before": (FIRST + BLOCK, Verdict([AN_WHOLE, ("", "*", 6, True)])),
    "an unknown header stands there twice": (
        f"RED     An ; 2100 ;;\nTABLE 14\nTABLE 15\nBLACK   Ba ; 1990 ;;\nRESULT  1-0 (resign:Ba)\n{BLOCK}{LAST}",
        BOTH,
    ),
    "a known header stands there twice with another value": (
        f"RED     Xa\n{FIRST}{LAST}",
        Verdict([AN_WHOLE, CHI_WHOLE], [("stray-text", 1, 1, None)]),
    ),
    "keywords in small letters": (
        f"red     An ; 2100 ;;\nblack   Ba ; 1990 ;;\nresult  1-0 (resign:Ba)\nstart{{\n{MOVES} }}end\n{LAST}",
        BOTH,
    ),
    "marks inside a name": (
        FIRST.replace("An ;", "A[b]n ;").replace("[b]", "\u200b\0") + LAST,
        BOTH,
    ),
    "GAME alone names the players": (
        f"GAME    An vs Ba\nRESULT  Red wins\n{BLOCK}GAME Chi (1800) vs. Du\n{BLOCK}",
        BOTH,
    ),
    "a date that may be two days": (
        FIRST.replace("2007-10-24", "3/4/2007") + LAST.replace("BLACK", "DATE    12 March 2005\nBLACK"),
        Verdict([AN_WHOLE, CHI_WHOLE], [("odd-header", 4, 1, None)]),
    ),
    # ---- quoted
    "quoted with marks before every line": ("> " + (FIRST + LAST).replace("\n", "\n> "), BOTH),
    "quoted twice over with entities": ("&gt; &gt; " + (FIRST + LAST).replace("\n", "\n&gt; &gt; "), BOTH),
    "in tags of a forum": (f"[QUOTE=someone][code]\n{FIRST}[/code]\n{LAST}[/QUOTE]", BOTH),
    "in tags of a page": (
        "<pre>" + (FIRST + LAST).replace("\n", "<br>\n").replace(" h8", "&nbsp;h8") + "</pre>",
        BOTH,
    ),
    # ---- signs
    "NUL everywhere": ("\0" + (FIRST + LAST).replace(" ", " \0").replace("\n", "\0\n"), BOTH),
    "lone returns": ((FIRST + LAST).replace("\n", "\r"), BOTH),
    "a byte order mark between games": (FIRST + "\ufeff" + LAST + "\x1a", BOTH),
    "blanks that do not break": ((FIRST + LAST).replace(" ", "\xa0"), BOTH),
    "invisible signs in moves": ((FIRST + LAST).replace(".5", "\u200b.5").replace("+3", "+\u200d3"), BOTH),
    "form feeds between games": (FIRST + "\x0c" + LAST, BOTH),
    # ---- block marks
    "no end mark": (
        FIRST.replace(" }END", "") + LAST,
        Verdict([("An", "1-0", 6, False), CHI_WHOLE], [("cut-off", 6, len(MOVES), 6)]),
    ),
    "end marks doubled": (FIRST.replace("}END", "}END }END\n}END") + LAST, BOTH),
    "no opening mark": (FIRST.replace("START{\n", "") + LAST, BOTH),
    "opening marks doubled": (
        FIRST.replace("START{", "START{\nSTART{") + LAST,
        Verdict([("An", "1-0", 0, False), ("", "*", 6, True), CHI_WHOLE], [("no-moves", 1, 1, None)]),
    ),
    # ---- among the moves
    "C comments and lines with a hash": (
        f"{AN}\n/* Time control G5 */\nSTART{{\n/* first */ 1. C2.5 h8+7\n# second\n2. H2+3 /* 3. R1.2 */ r9.8\n3. R1.2 h2+3 }}END\n{LAST}",
        BOTH,
    ),
    "braces": (FIRST.replace("h8+7", "h8+7 {a good } reply}").replace("good }", "good") + LAST, BOTH),
    "remarks glued to the next number": (
        FIRST.replace(" 2.", "    !!2.").replace(" 3.", " ?3.").replace("h2+3 }", "h2+3!? }") + LAST,
        BOTH,
    ),
    "an ICCS log with moves taken back and pairs interrupted": (
        "Game\nResult 1-0(Resign)\nred An\nblack Ba\nStart{\n1. H2-E2 H9-G7\n2. H0-G2 ...\n# thinks\n2.  ... A9-A8\n"
        "undo\n3. I9-H9\n4. I0-H0 B9-C7\n}\n" + LAST,
        BOTH,
    ),
    "moves left out": (
        FIRST.replace(" 2. H2+3 r9.8 ", " ... ") + LAST,
        Verdict([("An", "1-0", 2, False), CHI_WHOLE], [("gap", 6, 14, 3)]),
    ),
    "a line of moves is lost": (
        FIRST.replace(MOVES, "1. H2+3 h2+3\n3. P1+1 p1+1\n4. P9+1 p9+1") + LAST,
        Verdict([("An", "1-0", 2, False), CHI_WHOLE], [("gap", 7, 1, 3)]),
    ),
    "a line of moves is doubled": (
        FIRST.replace(MOVES, "1. H2+3 h2+3\n2. H3-2 h3-2\n3. H2+3 h2+3\n4. H3-2 h3-2\n3. H2+3 h2+3\n4. H3-2 h3-2")
        + LAST,
        Verdict([("An", "1-0", 8, False), CHI_WHOLE], [("gap", 10, 1, 9)]),
    ),
    "two lines of moves change places": (
        FIRST.replace(MOVES, "1. H2+3 h2+3\n2. H3-2 h3-2\n4. P1+1 p1+1\n3. P9+1 p9+1\n5. H2+3 h2+3") + LAST,
        Verdict([("An", "1-0", 4, False), CHI_WHOLE], [("gap", 8, 1, 5)]),
    ),
    "a clock behind every move": (
        FIRST.replace("h8+7", "(0:15) h8+7 [1:02]").replace("H2+3", "H2+3 {2:00}") + LAST,
        BOTH,
    ),
    "who won in words behind the moves": (
        FIRST.replace("RESULT  1-0 (resign:Ba)\n", "").replace(" }END", "\nĐỏ thắng\n}END") + LAST,
        BOTH,
    ),
    "prose that looks like a header": (
        FIRST + "RED wins\n" + LAST,
        Verdict([AN_WHOLE, CHI_WHOLE], [("stray-text", 7, 1, None)]),
    ),
    # ---- positions
    "a start in SETUP": (
        f"{AN}\nSETUP{{ Kf0 kd9\nre5 MOVE 1 BLACK }}\nSTART{{ 1. ... r5+1 2. K4+1 r5.6 }}END\n{LAST}",
        Verdict([("An", "1-0", 3, True), CHI_WHOLE]),
    ),
    "a start in SETUP with a word that is no piece": (
        f"{AN}\nSETUP{{ Kf0 kd9 re5 Zz BLACK }}\n{BLOCK}{LAST}",
        Verdict([("An", "1-0", 0, False), CHI_WHOLE], [("bad-fen", 5, 1, None)]),
    ),
    "Black begins behind dots": (
        f"{AN}\n{BLACK_FIRST}\nSTART{{ 1. ... r5+1 2. K4+1 r5.6 }}END\n{LAST}",
        Verdict([("An", "1-0", 3, True), CHI_WHOLE]),
    ),
    "a start in which a king could be taken": (
        f"{AN}\nFEN     3k5/9/9/9/3R5/9/9/9/9/4K4 w\n{BLOCK}{LAST}",
        Verdict([("An", "1-0", 0, False), CHI_WHOLE], [("bad-fen", 5, 1, None)]),
    ),
    "a start in which the kings face each other": (
        f"{AN}\nFEN     4k4/9/9/9/9/9/9/9/9/4K4 w\n{BLOCK}{LAST}",
        Verdict([("An", "1-0", 0, False), CHI_WHOLE], [("bad-fen", 5, 1, None)]),
    ),
    "moves behind mate": (
        f"{AN}\n{MATE}\nSTART{{ 1. R8+8 k5.6 2. R8-1 }}END\n{LAST}",
        Verdict([("An", "1-0", 1, False), CHI_WHOLE], [("after-the-end", 6, 16, 2)]),
    ),
    "the mated side has won, says the result": (
        f"{AN.replace('1-0 (resign:Ba)', '0-1')}\n{MATE}\nSTART{{ 1. R8+8 }}END\n{LAST}",
        Verdict([("An", "0-1", 1, True), CHI_WHOLE], [("odd-result", 1, 1, 1)]),
    ),
    # ---- long
    "600 plies": (f"{AN}\nSTART{{\n{many(SHUFFLE, 600)} }}END\n{LAST}", Verdict([("An", "1-0", 600, True), CHI_WHOLE])),
    "10,000 plies": (
        f"{AN}\nSTART{{\n{many(SHUFFLE, 10_000)} }}END\n{LAST}",
        Verdict([("An", "1-0", 10_000, True), CHI_WHOLE]),
    ),
    "10,000 plies on one line with a bad one": (
        f"{AN}\nSTART{{ {many(SHUFFLE, 10_000).replace(chr(10), ' ')} 5001. K5+9 }}END\n{LAST}",
        Verdict([("An", "1-0", 10_000, False), CHI_WHOLE], [("illegal-move", 5, 0, 10_001)]),
    ),
}
