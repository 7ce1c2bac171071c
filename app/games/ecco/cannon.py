"""The central cannon, 1. C2.5, except against screen horses: one horse, three steps, sandwiched horses (B); cannon
against cannon (D)."""

from app.games.ecco.line import ADVISORS, ELEPHANTS, K1, K2, K3, K4, K5, K6, PAWNS, R1, R2, R3, R4, R5, R8, Line
from app.games.ecco.screen import SCREEN_HORSES
from app.games.ecco.steps import Step, Ways, by, follows, scan, within

HORSES = "H2+3 H8+7"

# ---------------------------------------------------------------- 1... C8.5, the same direction

AGAINST_DELAYED_CHARIOT = scan(
    K3, f"H2+3 {PAWNS}", {"C2.1": "D15", "C2+4": "D14", "R9.8": "D13", "R1+1": "D12", "R9+1": "D11"}, "D10"
)
AGAINST_RANKED_CHARIOT = scan(
    R4,
    "H8+7",
    {ADVISORS: "D21", "H8+9": "D22", "R2+4": "D23", "R2+6": "D24", "C8.6": "D25"},
    "D20",
    after={"P3+1": "D26", "P7+1": "D27"},
    both=(PAWNS, scan(K4, "H2+3 R9.4", {"R1+1": "D29"}, "D28")),
)
SAME_DIRECTION = by(
    R2,
    {
        "H2+3": by(
            K2,
            {
                "H8+7": by(
                    R3,
                    {
                        "R1.2": by(K3, {"R9+1": AGAINST_RANKED_CHARIOT}, AGAINST_DELAYED_CHARIOT),
                        "R1+1": by(K3, {"R9.8": by(K4, {"R8+4": "D05"}, "D04")}, "D03"),
                    },
                    by(K3, {"R9.8": "D02", "R9+1": "D01"}, "D00"),
                ),
                "R9+1": follows(R3, "R1.2 H8+7", AGAINST_RANKED_CHARIOT, "D01"),
            },
            "D00",
        ),
        "R1+1": "D03",
    },
    "D00",
)

# ---------------------------------------------------------------- 1... H2+3, sandwiched horses

BOTH_THIRD_PAWNS = follows(K5, "E7+5 C8.7 R1.2 R9.8 C2+4", follows(R8, "P7+1 P3+1 P3+1", "B56", "B55"), "B54")
FIVE_SEVEN_AT_LARGE = scan(K2, f"{ELEPHANTS} H8+7 C8.6 {PAWNS}", {"R1.2": "B53", "R9+1": "B52", "R9.8": "B51"}, "B50")
FIVE_SEVEN = within(
    R2,
    4,
    "H2+3 H8+9 R1.2 P3+1",
    within(K2, 3, "H8+7 C8.6 P3+1", BOTH_THIRD_PAWNS, FIVE_SEVEN_AT_LARGE),
    FIVE_SEVEN_AT_LARGE,
)
SANDWICHED = "H2+3 C8.6 R1.2 H8+7"  # plies 3 to 6
PROPER_HORSE = follows(R4, "C8.6 R1.2", by(K5, {"C2.1": by(K6, {"P7+1": "B44"}, "B43")}, "B42"), "B41")
CANNONS: Ways = {"C8.7": FIVE_SEVEN, "C8+4": "B36", "C8+2": "B35"}
FIVE_SIX = scan(
    R2,
    f"H2+3 R1.2 {PAWNS} C8.6 R1+1 R2+6",
    CANNONS,
    "B40",
    after={"H8+7": follows(R2, SANDWICHED, PROPER_HORSE, "B40"), "H8+9": follows(R2, SANDWICHED, "B45", "B40")},
    at_the_end="B30",
)
LEFT_HORSE_JOINED = scan(
    R2,
    f"H2+3 R1.2 {PAWNS} H8+9 H8+7",
    {**CANNONS, "C8.6": FIVE_SIX, "R1+1": "B34", "R2+6": "B33"},
    "B31",
    at_the_end="B30",
)
SANDWICHED_HORSES = follows(
    R2, "P7+1 C8.6 H8+7", "B32", scan(K2, f"{ELEPHANTS} C8.6 {PAWNS}", {"H8+7": LEFT_HORSE_JOINED}, "B30")
)
RIGHT_HORSE = by(
    K2,
    {
        "R9+1": by(R2, {"H2+3": follows(R3, "R1.2 R9.4", by(R4, {"C8+2": "B13", "P7+1": "B14"}, "B12"), "B10")}, "B10"),
        "H8+9": "B10",
        "C2.1": "B04",
        "H8+7": SCREEN_HORSES,
        "C8.6": by(K3, {"H8+9 R9+1": "B11"}, SANDWICHED_HORSES),
        PAWNS: by(K3, {ADVISORS: "B02", "C8.6": SANDWICHED_HORSES, "H8+7": SCREEN_HORSES, "R9+2": "B03"}, "B01"),
    },
    "B01",
)

# ---------------------------------------------------------------- 1... H8+7, three steps and late cannons


def edge_elephant(line: Line) -> Step:
    """Red's E7+9 drives away a chariot that has just come to the river."""
    return "B21" if line[ply_of_red(line, "E7+9") - 1] == "R8+5" else "B20"


def central_pawn(line: Line) -> Step:
    """Red's P5+1 meets a chariot that has just come to the river, and the late cannon answers."""
    ply = ply_of_red(line, "P5+1")
    return "D41" if (line[ply - 1], line[ply + 1]) == ("R8+5", "C2.5") else "D40"


def ply_of_red(line: Line, move: str) -> int:
    """The ply at which Red first makes a move of this name."""
    return 2 * line[R1::2].index(move)


THREE_STEP_TIGER = scan(
    R2, HORSES, {"E7+9": edge_elephant, "C8+4": "B24", "C8+2": "B23", "R1+1": "B22"}, "B20", both=(PAWNS, "B25")
)
HALF_WAY_CANNONS = follows(
    R2,
    "H2+3 R9.8 R1.2 C8+4 P3+1 C2.5",
    by(R5, {"H3+4": "D32", "H8+7": "D33", "H8+9": "D34", "C8+5": "D35", "P7+1": "D36"}, "D31"),
    "D30",
)
TIGER_AND_CANNONS = scan(R2, HORSES, {"P5+1": central_pawn, "R9.8": "D42"}, "D40", both=(PAWNS, "D43"))
DELAYED_CANNONS = scan(
    R2,
    f"{HORSES} {PAWNS}",
    {"R2+6": "D53"},
    "D51",
    after={"R1.2": "D52", "R9.8": "D54"},
    both=("R1.2 R9.8", "D55"),
)
# What Black's left cannon has shown -> where the scan of his moves may stop, and what any other move means.
LEFT_CANNON: dict[str, tuple[Ways, Step]] = {
    "": ({"H2+3": SCREEN_HORSES, "R9+1": "B06", "C2.5": DELAYED_CANNONS}, "B05"),
    "C8+4": ({"C2.5": HALF_WAY_CANNONS}, "B07"),
    "C8.9": ({"C2.5": TIGER_AND_CANNONS}, THREE_STEP_TIGER),
}
QUIET = frozenset(("R9.8", "R8+5", *PAWNS.split()))


def left_horse(line: Line) -> Step:
    """Scans Black's moves: a blockade (C8+4) and a three-step tiger (C8.9) go on, and the last of them counts."""
    shown = ""
    for move in line[K2::2]:
        if move and move in LEFT_CANNON:
            shown = move
        elif move not in QUIET:
            ways, other = LEFT_CANNON[shown]
            return ways.get(move, other)
    return "B05"


CENTRAL_CANNON = by(K1, {"C8.5": SAME_DIRECTION, "H2+3": RIGHT_HORSE, "H8+7": left_horse, "C2.5": "D50"}, "B00")
