"""Openings by Red's first move: those without a central cannon (A), those with the pawn before the horse (E)."""

from app.games.ecco.cannon import CENTRAL_CANNON
from app.games.ecco.line import ELEPHANTS, K1, K2, K3, K4, K5, K7, PAWNS, R1, R2, R3, R4, R5, R6
from app.games.ecco.steps import by, by_set, follows, scan

# 1. E3+5
AGAINST_CROSS_PALACE = follows(K2, "H8+7 R1.2 P7+1", by(R4, {"C2.1": "A33", "P7+1": "A34"}, "A32"), "A31")
ELEPHANT = by(
    K1,
    {
        "E7+5": "A11",
        "E3+5": "A12",
        "H8+7": "A13",
        "H2+3": by(R2, {"P3+1": "A15", "P7+1": "A16"}, "A14"),
        "C8.6": "A20",
        "C2.4": by(R2, {"H8+7": "A22", "H8+9": "A23", "R9+1": "A24", "P3+1": "A25", "P7+1": "A26"}, "A21"),
        "C8.5": scan(R2, f"R1.2 {PAWNS}", {}, "A27", both=("H2+3 H8+7", "A28")),
        "C2.5": "A29",
        "C8.4": by(R2, {"H2+3": AGAINST_CROSS_PALACE}, "A30"),
        "C2.6": "A35",
        "P7+1": by(R2, {"H8+7": "A37", "P7+1": "A38"}, "A36"),
        "P3+1": "A39",
    },
    "A10",
)

# 1. H2+3
HORSE = by(K1, {"P7+1": by(R2, {"C2.1": "A42", "C8.6": "A43", "C8.5": "A44", "P7+1": "A45"}, "A41")}, "A40")

# 1. C2.4
PALCORNER_CANNON = by(
    K1,
    {"H8+7": "A51", "P7+1": "A54", "C2.5": scan(R2, f"R9.8 {PAWNS}", {}, "A52", both=("H2+3 H8+7", "A53"))},
    "A50",
)

# 1. C2.6
FILED_CHARIOT = by_set(K2, 2, {"H8+7 R9+1": "A65"}, "A64")
CROSS_PALACE_CANNON = by(
    K1,
    {"H8+7": "A61", "R9+1": "A62", "C8.5": by(R2, {"H2+3": by(R3, {"R1.2": FILED_CHARIOT}, "A63")}, "A63")},
    "A60",
)

# 1. P3+1 C8.7 2. C8.5 E7+5
RANKED_CHARIOT = follows(
    R4,
    "R9.8 R1.8 H2+3 H8+6",
    follows(R6, "C2.1 H2+1 H3+4", by(K7, {"A6+5": "E25", "R8+6": "E26", "P1+1": "E27"}, "E24"), "E24"),
    "E23",
)
PAWN_TWICE = by(
    R5,
    {"H2+1 R9.8": by(K5, {"H8+6": "E32", "R1+1": by(R6, {"A4+5": "E34", "R8+4": "E35", "R1.2": "E36"}, "E33")}, "E31")},
    "E31",
)
LEFT_ELEPHANT = by(
    R3,
    {
        "A4+5": "E21",
        "H2+1": "E37",
        "C5+4": "E38",
        "H8+7": by(
            K3,
            {"R1+1": RANKED_CHARIOT, "P7+1": by(R4, {"H2+1 R9.8": by(K4, {"P7+1": PAWN_TWICE}, "E30")}, "E30")},
            "E22",
        ),
    },
    "E20",
)

# 1. P3+1
PAWN_BOTTOM_CANNON = by(
    R2,
    {
        ELEPHANTS: "E11",
        "C2.5": "E12",
        "C8.5": by(
            K2,
            {
                "E3+5": by(R3, {"H2+1": by(K3, {"H8+9": "E16"}, "E15")}, "E14"),
                "C2.5": "E17",
                "E7+5": LEFT_ELEPHANT,
            },
            "E13",
        ),
    },
    "E10",
)
RIGHT_HORSES = by(R3, {ELEPHANTS: "E43", "R1+1": "E44", "C2.1": "E45"}, "E42")
ANGELS_PAWN = by(
    K1,
    {
        ELEPHANTS: by(R2, {"H2+3": "E02"}, "E01"),
        "C8.5 C2.5": "E03",
        "C8.6 C8.4 C2.6 C2.4": "E04",
        "C2.7": "E05",
        "C8.7": PAWN_BOTTOM_CANNON,
        "H2+3": by(R2, {"H2+3": by(K2, {"P3+1": RIGHT_HORSES}, "E07"), "P7+1": by(K2, {"C8.7": "E09"}, "E08")}, "E06"),
        "P3+1": by(
            R2,
            {"H2+3": by(K2, {"H2+3": RIGHT_HORSES}, "E41"), "C8.7": by(K2, {"C8.5": "E48", "C2.5": "E47"}, "E46")},
            "E40",
        ),
    },
    "E00",
)

FIRST_MOVE = by(
    R1,
    {
        "C2.5": CENTRAL_CANNON,
        "P3+1": ANGELS_PAWN,
        "E3+5": ELEPHANT,
        "H2+3": HORSE,
        "C2.4": PALCORNER_CANNON,
        "C2.6": CROSS_PALACE_CANNON,
        "A4+5": "A01",
        "H2+1": "A02",
        "C2.1": "A03",
        "C2+2": "A04",
        "C2+4": "A05",
        "C2.3": "A06",
        "C2.7": "A07",
        "P1+1": "A08",
    },
    "A00",
)
