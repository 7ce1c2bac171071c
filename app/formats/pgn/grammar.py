r"""PGN as xiangqi programs write it, as pyparsing elements.

    database  ::= { section | tagless | stray }
    section   ::= tag { tag } movetext
    tagless   ::= movetext                             that begins with the number 1
    tag       ::= "[" name blanks '"' value '"' "]"    a line of its own, the value perhaps broken over two
    movetext  ::= { number | gap | move | nag | remark | comment | variation } [ result { comment } [ trailer ] ]
    number    ::= digits "."  |  digits ")"            also of full width
    gap       ::= ".." { "." }                         `12...`: Black's move of the pair follows
    nag       ::= "$" digits
    remark    ::= ( "!" | "?" ) { "!" | "?" }
    comment   ::= "{" text "}"  |  ";" text to the end of the line  |  "%" text, in a line of its own
                | "(" text ")"                         that is no variation; also brackets of full width
    variation ::= "(" movetext ")"                     takes the place of the ply before it
    result    ::= "1-0" | "0-1" | "1/2-1/2" | "*"      outside of variations: the game ends here
    trailer   ::= "=====" text                         to the end: the advertisement below a game of XQBase

What stands in round brackets is a variation where it begins with a number and a move, or is nothing but moves: the
dialect of XQBase comments in them, that of the others varies in them. Braces may be nested; where they do not close,
the first closing one counts.

Forgiven: tags in any case and order, quotes and brackets in a value, tags or the result left out, several tags in a
line, numbers glued to moves, Black's move behind a number of its own (`3.          马８进７`). Numbers are not looked
at. The format knows no rules: whether a word is a move of this game is for the board to say.

`RECORD` is the quick way for a game without comments; whatever it does not match is read by `TAGS` and `WORD`.
"""

import re

import pyparsing as pp

from app.formats.cxq.grammar import MANY, first_of

_NAME = r"[^\W\d_]\w*"
TAG = re.compile(
    rf'^[ \t]*\[[ \t]*(?P<key>{_NAME})[ \t]+"(?:(?P<value>[^\n]*)"[ \t]*\]'
    r'|(?P<broken>[^"\n]*\n[^"\n\[]*)"[ \t]*\])[ \t\r]*$',
    re.MULTILINE,
)
TAGS = re.compile(
    rf"(?:{TAG.pattern}\n?\s*){{1,{MANY}}}".replace("(?P<key>", "(?:")
    .replace("(?P<value>", "(?:")
    .replace("(?P<broken>", "(?:"),
    re.M,
)
BETWEEN = re.compile(rf'(?<!\\)"[ \t]*\][ \t]*\[[ \t]*({_NAME})[ \t]+(?<!\\)"')  # two tags of one line

SCORE = r"1-0|0-1|1/2-1/2|1/2|½-½|0\.5-0\.5|0-0|\*"
CHINESE_MOVE = r"[^\s\0(){}\[\];.A-Za-z]{2}[进進退平上下][一二三四五六七八九１-９1-9]"
_PLAYERS = r"[A-Za-z+\-1-9][A-Za-z1-9+\-.]{1,4}[+\-.=/][1-9]"
_POINTS = r"[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])"
_SAN = r"(?:[KARHNEBCP](?:[a-i]|10|[0-9])?|[a-i])?x?[a-i](?:10|[0-9])"
MOVE = rf"(?:{CHINESE_MOVE}|(?:{_PLAYERS}|{_POINTS}|{_SAN})[+#]*(?=[\s\0(){{}};!?$]|\Z))"
NUMBER = r"[0-9０-９]{1,5}(?:[.．、](?![0-9])|\))"

WORD = first_of(
    {
        "blank": r"[\s\0,，。、；]+",
        "trailer": r"(?m:^)={4,}[\s\S]*",
        "score": rf"(?:{SCORE})(?=[\s\0(){{}};]|\Z)",
        "number": NUMBER,
        "gap": r"[.．]{2,}|…+",
        "nag": r"\$[0-9]{1,3}",
        "remark": r"[!?！？]+",
        "comment": r";[^\n]*|(?m:^)%[^\n]*|（[^（）]{0,2000}）",
        "move": rf"{CHINESE_MOVE}|[^\s\0(){{}}!?！？$;\u3000]+",
        "bracket": r"[(){}]",
        "junk": r"[\s\S]",
    }
)

BRACKETS = re.compile(r"[(){}]")
VARIATION = re.compile(rf"[\s\0]*(?P<number>{NUMBER}[\s\0.．…]*)?{MOVE}")  # how one begins
ONLY_MOVES = re.compile(rf"(?:[\s\0()]++|{NUMBER}|[.．…]++|{MOVE}|[!?+#]++|\$[0-9]+){{0,{MANY}}}")

FIRST = re.compile(rf"(?m:^)[ \t]*1[.．、)][\s\0]*(?=[.．…]{{2}}|{MOVE})")  # where a game without tags begins
MOVE_WORD = re.compile(MOVE)
NUMBERED_MOVE = re.compile(rf"(?<!\S){NUMBER}[\s\0.．…]*{MOVE}")
ANY_MOVE = re.compile(rf"(?<![^\s\0.．、){{}}]){MOVE}")

RECORD = pp.Regex(
    rf'[ \t\r\n]*+(?P<first>)(?P<tags>(?>(?:\[{_NAME}[ \t]+"[^"\n\\]*"\][ \t\r]*+\n[ \t\r\n]*+){{1,{MANY}}}))'
    r'(?P<moves>[^\[\]{}();$%"!?…]*+)(?=\[|\Z)',
    as_match=True,
)
QUICK_TAG = re.compile(rf'\[({_NAME})[ \t]+"([^"\n]*)"\]')
SCORE_LAST = re.compile(rf"(?<![^\s])(?P<score>{SCORE})\s*\Z")
