"""kypho board and kypho player --plot: pictures to the terminal, to files, to standard output."""

from pathlib import Path

import pytest

from app.board.fen import SIDES, START_FEN, read_fen
from app.pictures.chart import rating_chart
from app.pictures.columns import width
from app.pictures.plot import rating_lines
from app.pictures.svg import draw
from app.pictures.terminal import board_text
from tests.cli.conftest import Kypho, Run
from tests.pictures.png_pixels import size

ENDGAME = "3k5/9/9/9/9/9/2P6/9/2C6/4K4 w - - 0 1"


def refused(run: Run, sentence: str) -> bool:
    return (run.status, run.out, run.err) == (1, "", f"kypho: {sentence}\n")


# ---------------------------------------------------------------- which position


@pytest.mark.parametrize("fen", ["start", START_FEN, ENDGAME, ENDGAME.replace(" w ", " b ")])
def test_a_fen_is_shown_in_the_terminal(fen: str, kypho: Kypho):
    run = kypho("board", fen)
    assert run.out == board_text(*read_fen(START_FEN if fen == "start" else fen)) + "\n"
    assert (run.status, run.err) == (0, "")


def test_a_game_is_shown_as_show_does_it(at_club: Kypho):
    board = at_club("board", 4, "--ply", 3).out
    assert "[a]" in board
    assert at_club("show", 4, "--ply", 3).out.endswith(f"\n\n{board}")


def test_a_game_without_a_ply_is_shown_at_its_end(at_club: Kypho):
    assert at_club("board", 4).out == at_club("board", 4, "--ply", 5).out


def test_the_last_move_need_not_be_marked(at_club: Kypho):
    marked, plain = at_club("board", 4).out, at_club("board", 4, "--no-last").out
    assert "[" not in plain
    assert marked.replace("[", " ").replace("]", " ") == plain


def test_the_archive_can_be_named(kypho: Kypho, club: Path):
    assert kypho("board", 4, "--db", club).status == 0
    assert refused(kypho("board", 4), "there is no archive kypho.db; `kypho import PATH --db kypho.db` makes one")


# ---------------------------------------------------------------- how and where to


@pytest.mark.parametrize("below", SIDES)
@pytest.mark.parametrize("style", ["characters", "letters"])
def test_style_and_side_hold_in_the_terminal_and_in_files(style: str, below: str, at_club: Kypho, tmp_path: Path):
    look = {"style": style, "below": SIDES.index(below)}
    options = ["--style", style, "--below", below]
    board, side = read_fen(ENDGAME)
    assert at_club("board", ENDGAME, *options).out == board_text(board, side, **look) + "\n"
    assert at_club("board", ENDGAME, *options, "-o", "a.svg").out == ""
    assert (tmp_path / "a.svg").read_bytes().decode() == draw(board, side, **look)


def test_without_a_style_files_have_characters(kypho: Kypho):
    assert kypho("board", "start", "-o", "-").out == draw(*read_fen(START_FEN), style="characters")


def test_a_png_is_written_if_the_file_is_called_so(at_club: Kypho, tmp_path: Path):
    for name in ("a.png", "b.PNG"):
        assert at_club("board", 4, "-o", name) == Run(0, "", "")
        assert size((tmp_path / name).read_bytes()) == (1320, 1448)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.PNG"]


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nonsense"], "a FEN has 10 ranks, this one 1: 'nonsense'"),
        ([""], "the FEN is empty"),
        (["9" * 5000], f"a FEN has 10 ranks, this one 1: '{'9' * 5000}'"),
        ([4, "--ply", 6], "the game has 5 plies, there is no ply 6"),
        (["start", "--ply", 0], "--ply counts the moves of a game; name a game by its number"),
        (["start", "--below", "white"], "no side 'white'; there are red and black"),
        (["start", "--style", "runes"], "no style 'runes'; there are characters, letters"),
        (["start", "--style", "runes", "-o", "a.svg"], "no style 'runes'; there are characters, letters"),
        (["start", "-o", "a.gif"], "a picture is a .svg or a .png file, not 'a.gif'"),
        (["start", "-o", "svg"], "a picture is a .svg or a .png file, not 'svg'"),
        (["start", "-o", "nowhere/a.svg"], "No such file or directory: nowhere/a.svg"),
        (["start", "-o", "nowhere/a.png"], "No such file or directory: nowhere/a.png"),
    ],
)
def test_a_mistake_ends_in_a_sentence(words: list[object], sentence: str, at_club: Kypho, tmp_path: Path):
    assert refused(at_club("board", *words), sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_not_there_is_told(at_club: Kypho, club: Path):
    assert refused(at_club("board", 99), f"there is no game 99 in {club}")
    assert refused(at_club("board", 10**18), f"there is no game {10**18} in {club}")


@pytest.mark.parametrize("name", ["a.svg", "a.png"])
def test_a_folder_is_not_written_over(name: str, kypho: Kypho, tmp_path: Path):
    (tmp_path / name).mkdir()
    run = kypho("board", "start", "-o", name)
    assert run.status == 1 and run.err.startswith("kypho: ") and run.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]


# ---------------------------------------------------------------- ratings


def test_ratings_are_drawn_into_a_file_beside_the_text(at_club: Kypho, tmp_path: Path):
    plain = at_club("player", "dang van an")
    svg = rating_chart([("2007-10-24", 2100), ("2008", 2130)], "Đặng Văn An")
    assert at_club("player", "dang van an", "--plot", "a.svg") == plain
    assert (tmp_path / "a.svg").read_bytes().decode() == svg
    assert at_club("player", "dang van an", "--plot", "a.png").status == 0
    assert size((tmp_path / "a.png").read_bytes()) == (1520, 800)


def test_a_dash_prints_the_picture_alone(at_club: Kypho):
    svg = rating_chart([("2007-10-24", 2747)], "gackiem_____")
    assert at_club("player", "gackiem", "--plot", "-") == Run(0, svg, "")


def test_a_player_without_dated_ratings_has_no_picture(at_club: Kypho, tmp_path: Path):
    sentence = "no dated game says a rating of Cúc: there is nothing to draw"
    assert refused(at_club("player", "cuc", "--plot", "a.svg"), sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_plot_is_refused_under_a_name_that_is_no_picture(at_club: Kypho):
    assert refused(at_club("player", "gackiem", "--plot", "a.txt"), "a picture is a .svg or a .png file, not 'a.txt'")


def test_ratings_of_two_days_are_no_curve(at_club: Kypho):
    assert not [line for line in at_club("player", "dang van an").out.splitlines() if set(line) & set("⠀⠁⠂⠄⡀⠉")]


def test_ratings_of_three_days_are_drawn_below_the_years(kypho: Kypho, tmp_path: Path):
    series = [("2009-01-05", 2000), ("2009-02-05", 2030), ("2009-03-05", 1990)]
    record = "GAME    An vs ?\nRED     An ; {1} ;;\nDATE    {0}\nSTART{{\n 1. C2.5 h8+7 }}END\n\n"
    (tmp_path / "games.cxq").write_text("".join(record.format(*dated) for dated in series), encoding="utf-8")
    assert kypho("import", "games.cxq").status == 0
    years, plot = kypho("player", "An").out.split("\n\n")[2:4]
    assert years.splitlines()[1] == "2009   2000    1990     2030  1990"
    assert plot.splitlines() == rating_lines(series, 72)


def test_a_plot_is_as_wide_as_the_terminal(kypho: Kypho, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.cli.tables.terminal_width", lambda: 40)
    source = Path(__file__).parent.parent.parent / "sample_games" / "club-2005-2006.cxq"
    assert kypho("import", source).status == 0
    lines = kypho("player", "Hoa Mai").out.splitlines()
    assert max(width(line) for line in lines if set(line) & set("⠀⠁⠂⠄⡀⠉")) == 40
