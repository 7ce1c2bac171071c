"""An opening as a person names it: a few moves in any notation, its mirror image, and texts that mean two things."""

import unicodedata

import pytest

from app.errors import AmbiguousMove, IllegalMove, InvalidMove, QueryError
from app.games.lines import mirror, read_line, read_opening
from app.notation import NOTATIONS, write_games

OPENING = read_line("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "ucci")  # central cannon against screen horses

SPELLINGS = {
    "wxf": "C2.5 H8+7 H2+3 R9.8 R1.2 H2+3",
    "numbered": "1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 h2+3",
    "numbered with brackets": "1) C2.5 h8+7 2) H2+3 r9.8 3) R1.2 h2+3",
    "glued numbers": "1.C2.5 h8+7 2.H2+3 r9.8 3.R1.2 h2+3",
    "commas": "C2.5, H8+7, H2+3, R9.8, R1.2, H2+3",
    "axf": "C2=5 H8+7 H2+3 R9=8 R1=2 H2+3",
    "xqbase": "C2.5 N8+7 N2+3 R9.8 R1.2 N2+3",
    "vietnamese": "P2-5 M8.7 M2.3 X9-8 X1-2 M2.3",
    "vietnamese with en dashes": "P2–5 M8.7 M2.3 X9–8 X1–2 M2.3",
    "vietnamese in lower case": "p2-5 m8.7 m2.3 x9-8 x1-2 m2.3",
    "vietnamese words": "Pháo 2 bình 5 Mã 8 tiến 7 Mã 2 tiến 3 Xe 9 bình 8 Xe 1 bình 2 Mã 2 tiến 3",
    "vietnamese words, numbered": "1. Pháo 2 bình 5, Mã 8 tiến 7 2. Mã 2 tiến 3, Xe 9 bình 8 3. Xe 1 bình 2, Mã 2 tiến 3",
    "spelled numbers": "pháo hai bình năm mã tám tấn bảy mã hai tấn ba xe chín bình tám xe nhất bình nhị mã nhị tiến tam",
    "decomposed words": unicodedata.normalize(
        "NFD", "Pháo 2 bình 5 Mã 8 tiến 7 Mã 2 tiến 3 Xe 9 bình 8 Xe 1 bình 2 Mã 2 tiến 3"
    ),
    "asian": "P2=5 M8+7 M2+3 X9=8 X1=2 M2+3",
    "chinese": "炮二平五 马８进７ 马二进三 车９平８ 车一平二 马２进３",
    "chinese-traditional": "炮二平五 馬８進７ 馬二進三 車９平８ 車一平二 馬２進３",
    "iccs": "H2-E2 H9-G7 H0-G2 I9-H9 I0-H0 B9-C7",
    "ucci": "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
    "uci": "h3e3 h10g8 h1g3 i10h10 i1h1 b10c8",
}


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_an_opening_may_be_written_in_any_notation(text: str) -> None:
    assert read_opening(text) == (OPENING, mirror(OPENING))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_line_is_read_in_every_notation_that_writes_it(notation: str) -> None:
    (texts,) = write_games(notation, [(None, OPENING)])
    assert read_line(" ".join(texts), notation) == OPENING


def test_a_rear_piece_may_be_named_in_words() -> None:
    fen = "3k5/9/9/9/9/9/9/R8/R8/5K3 w"
    moves = read_line("a1b1 d9d8 a2a4", "ucci", fen)
    assert read_line("Xs-8 Tg4.1 X9.2", "vietnamese", fen) == moves
    assert read_line("Xe sau bình 8 Tướng 4 tiến 1 Xe 9 tiến 2", "vietnamese-words", fen) == moves
    assert read_line("xe hậu bình tám, tướng tứ tấn nhất, xe chín tấn hai", "vietnamese-words", fen) == moves


def test_a_line_may_begin_from_a_position() -> None:
    fen = "3k5/9/9/9/4r4/9/9/9/9/5K3 b"
    assert read_line("X5.1 Tg4.1", "vietnamese", fen) == read_line("e5e4 f0f1", "ucci", fen)


def test_the_mirror_image_exchanges_left_and_right() -> None:
    assert mirror(read_line("C2.5 H8+7", "wxf")) == read_line("C8.5 H2+3", "wxf")
    assert mirror(mirror(OPENING)) == OPENING


def test_an_opening_that_is_its_own_mirror_image_stands_alone() -> None:
    (moves,) = read_opening("P5+1 P5+1")
    assert moves == mirror(moves)


def test_no_text_is_no_opening() -> None:
    for text in ("", " ", "1.", "12) 13)"):
        with pytest.raises(QueryError, match="no moves"):
            read_opening(text)


def test_what_no_notation_reads_is_named() -> None:
    with pytest.raises(QueryError, match="no notation reads 'hello' from the start"):
        read_opening("hello")
    with pytest.raises(QueryError, match="no notation reads"):
        read_opening("C2.5 H8+7 K5+4")


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("P2.1", "H2-H3 in vietnamese", "H2-H1 in asian"),
        ("B3+1", "G0-I2 in wxf", "G3-G4 in asian"),
        ("C2.1", "H2-I2 in wxf", "H2-H1 in asian-latin"),
    ],
)
def test_a_text_that_means_two_openings_is_not_guessed(text: str, first: str, second: str) -> None:
    with pytest.raises(QueryError) as raised:
        read_opening(text)
    message = str(raised.value)
    assert message.startswith(f"{text!r} may be ")
    assert "; or " in message
    assert message.endswith("write more moves, or the coordinates")
    assert first in message
    assert second in message


def test_more_moves_end_the_doubt() -> None:
    assert read_opening("P2.1 M8.7")[0] == read_line("P2.1 M8.7", "vietnamese")


def test_notations_that_agree_are_no_doubt() -> None:
    assert read_opening("C2.5")[0] == read_line("h2e2", "ucci")


def test_a_line_names_what_is_wrong() -> None:
    with pytest.raises(IllegalMove, match="palace"):
        read_line("P2-5 M8.7 Tg5.4", "vietnamese")
    with pytest.raises(InvalidMove, match="no move in the notation vietnamese"):
        read_line("P2-5 what", "vietnamese")
    with pytest.raises(AmbiguousMove):
        read_line("P5.4", "wxf", "3k5/9/9/4P4/4P4/9/9/9/9/5K3 w")
