"""The central cannon against screen horses, both of Black's horses behind their pawns (C)."""

from app.games.ecco.line import ADVISORS, ELEPHANTS, K1, K2, K5, K6, K7, K8, K9, PAWNS, R1, R2, R6, R7, R8, R9
from app.games.ecco.steps import Ways, by, by_set, follows, scan, within

SCREEN = "H8+7 R9.8 H2+3 P7+1"  # Black's first four moves in most lines, in some order

# ---------------------------------------------------------------- systems known by their set of moves

TWO_HEADED_SNAKE = by(
    R6,
    {
        "R9+1": follows(
            K6,
            "C2+1 R2-2 E3+5",
            by(R8, {"P3+1": by(R9, {"P7+1": "C25"}, "C23"), "P7+1": by(R9, {"P7+1": "C25"}, "C24")}, "C22"),
            "C21",
        )
    },
    "C20",
)
RIVERBANK_HORSE = by(R6, {"H8+7": by(K6, {"E3+5": by(R7, {"C8+1": "C38", "C8.9": "C39"}, "C37")}, "C36")}, "C35")
EDGE_CANNON = by(K8, {"R1.2": "C46"}, by(K9, {"R1.2": "C46"}, "C45"))
CHARIOT_EXCHANGE = follows(
    R6,
    "R2.3 C9-1",
    by(
        R7,
        {
            "H8+9": "C47",
            "C8.6": "C48",
            "P5+1": "C49",
            "H8+7": by(K7, {"A4+5": by(R8, {"H7+6": "C44", "C8.9": EDGE_CANNON}, "C43")}, "C42"),
        },
        "C41",
    ),
    "C40",
)
BOTH_SEVENTH_PAWNS = by(
    K5,
    {
        ADVISORS: "C31",
        ELEPHANTS: "C32",
        "R1+1": "C33",
        "C2+4": "C34",
        "H7+6": RIVERBANK_HORSE,
        "C8.9": CHARIOT_EXCHANGE,
    },
    "C30",
)
FIVE_SEVEN_RIGHT_CHARIOT = by(R6, {"R9.8": by(K6, {"C8+4": "C64", "C2+2": "C65", "C2+4": "C66"}, "C63")}, "C62")
FIVE_SEVEN_SEVENTH_PAWN = by(K5, {"R1.2": FIVE_SEVEN_RIGHT_CHARIOT, "C2+2": "C67"}, "C61")
OUTER_RIVERBANK_HORSE = by(
    R7,
    {
        "R9+1": by(
            K7,
            {"E7+5": by(R8, {"H3+4": "C75", "R2+4": "C76"}, "C74"), "E3+5": "C77", "P1+1": "C78"},
            "C73",
        )
    },
    "C72",
)

# ---------------------------------------------------------------- systems known by Red's first telling move

RIVERBANK_CHARIOT = scan(R2, f"H2+3 R1.2 R2+4 {PAWNS}", {"H8+7 H8+9": "C16"}, "C15")
RANKED_CHARIOT = scan(
    R2,
    f"H2+3 H8+7 R1+1 R1.4 R1.6 {PAWNS}",
    {"H7+6": "C11", "C8+2": "C12", "C8.9": "C13", "P5+1": "C14"},
    "C10",
)
FIVE_SEVEN = scan(
    K2,
    "H2+3 H8+7 R9.8",
    {"P7+1": scan(R2, "H2+3 H8+9 R1.2 R2+6 C8.7", {"P7+1": "C68"}, "C60"), "H3+2": "C71"},
    "C60",
    after={"P3+1": "C70"},
)

EDGE_PAWN = by(R7, {"C8.7": "C97"}, "C96")
REPLIES: Ways = {ADVISORS: "C94", "P7+1": "C95", "P1+1": EDGE_PAWN}
EDGE_HORSE = by(K5, {**REPLIES, ELEPHANTS: by(K6, REPLIES, "C93")}, "C93")
BOTH_THIRD_PAWNS = scan(R2, "H2+3 R1.2 C8+4 P3+1", {"C8.7": "C98", "H8+7": "C92", "H8+9": EDGE_HORSE}, "C91")
FIVE_EIGHT = scan(
    R2,
    "H2+3 H8+7 H8+9 R1.2 R2+6 C8+4",
    {"P3+1": scan(K2, "H8+7 H2+3 R9.8", {"P3+1": BOTH_THIRD_PAWNS}, "C90")},
    "C90",
)

LEFT_ELEPHANT = scan(K2, f"{PAWNS} H8+7 H2+3 R9.8 E7+5", {"E3+5": "C84", "C8+2": "C83", "R1+1": "C82"}, "C81")
RIVERBANK_CANNON_AT_LARGE = scan(K2, f"{PAWNS} H8+7 H2+3 R9.8", {"E3+5": "C84", "E7+5": LEFT_ELEPHANT}, "C80")
HORSES_AT_THE_RIVER = by(
    K5, {"H7+8": by(R6, {"H7+6": by(R7, {"R1+1": "C86"}, "C85")}, "C85")}, RIVERBANK_CANNON_AT_LARGE
)
RIVERBANK_CANNON = within(
    R2,
    4,
    "H2+3 H8+7 C8+2 P7+1",
    within(K2, 3, SCREEN, HORSES_AT_THE_RIVER, RIVERBANK_CANNON_AT_LARGE),
    RIVERBANK_CANNON_AT_LARGE,
)

FIVE_SIX_AT_LARGE = scan(R2, f"H2+3 R1.2 C8.6 {PAWNS}", {"R2+6": "C54", "H8+9": "C51"}, "C50")
FIVE_SIX = within(
    K2,
    3,
    SCREEN,
    within(
        R2,
        4,
        "H2+3 R1.2 C8.6 H8+9",
        follows(K5, "R1.2 R9.8", by(K6, {"C2+4": "C53"}, "C52"), "C51"),
        within(
            R2,
            4,
            "H2+3 R1.2 C8.6 R2+6",
            by(K5, {"P3+1": "C56", "R1.2": "C55"}, "C54"),
            FIVE_SIX_AT_LARGE,
        ),
    ),
    FIVE_SIX_AT_LARGE,
)

CROSS_RIVER_CHARIOT = scan(R2, f"H2+3 R1.2 R2+6 {PAWNS}", {"H8+7": "C18", "H8+9": "C19"}, "C17")
CENTRAL_PAWN = scan(K2, f"H2+3 H8+7 R9.8 {PAWNS}", {}, "C03", both=("C8+4 C2+4", "C04"))
SEVENTH_FILE_HORSE = scan(R2, f"H2+3 H8+7 R1.2 {PAWNS}", {"H7+6": "C02", "P5+1": CENTRAL_PAWN}, "C01")
LEFT_EDGE_HORSE = scan(R2, f"H2+3 H8+9 R1.2 {PAWNS}", {"R9+1": "C06"}, "C05")

TELLING_MOVE = scan(
    R2,
    f"H2+3 R1.2 {PAWNS}",
    {
        "R2+4": RIVERBANK_CHARIOT,
        "R1+1": RANKED_CHARIOT,
        "C8.7": FIVE_SEVEN,
        "C8+4": FIVE_EIGHT,
        "C8+2": RIVERBANK_CANNON,
        "C8.6": FIVE_SIX,
        "C8.9": "C99",
    },
    "C00",
    after={"R2+6": CROSS_RIVER_CHARIOT, "H8+7": SEVENTH_FILE_HORSE, "H8+9": LEFT_EDGE_HORSE},
    last=R9,
    at_the_end="C00",
)

SIX_MOVES = by_set(
    R1,
    6,
    {
        "C2.5 H2+3 R1.2 P3+1 H8+9 C8.7": by_set(
            K1, 6, {"H8+7 R9.8 H2+3 P3+1 P1+1 H3+2": OUTER_RIVERBANK_HORSE}, TELLING_MOVE
        )
    },
    TELLING_MOVE,
)
SCREEN_HORSES = by_set(
    R1,
    5,
    {
        "C2.5 H2+3 R1.2 R2+6 H8+7": by_set(K1, 5, {f"{SCREEN} P3+1": TWO_HEADED_SNAKE}, SIX_MOVES),
        "C2.5 H2+3 R1.2 R2+6 P7+1": by_set(K1, 4, {SCREEN: BOTH_SEVENTH_PAWNS}, SIX_MOVES),
        "C2.5 H2+3 R1.2 H8+9 C8.7": by_set(K1, 4, {SCREEN: FIVE_SEVEN_SEVENTH_PAWN}, SIX_MOVES),
    },
    SIX_MOVES,
)
