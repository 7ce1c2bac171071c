"""PGN: games under tags in brackets, in every dialect that xiangqi has: XQBase, XBoard and PyChess, lists in ICCS."""
