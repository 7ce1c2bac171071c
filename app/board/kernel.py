"""The rules of xiangqi as scalar loops: integers and flat arrays in, integers out.

One source, two speeds: Python runs these lines as they stand, and `compiled.py` hands the very same lines to
numba. Therefore: one file; no strings, classes, exceptions or numpy calls; failure is a named negative number.
The plain form is never given an ndarray, whose items would overflow where Python's integers do not.

A board is 90 cells, one a point (rank * 9 + file, a0 = 0, Red below). A piece is side * 8 + kind. A move is
start * 128 + end. A player counts columns 1..9 from his own right and ranks from his own side.
"""

RED, BLACK = 0, 1
EMPTY = 0
KING, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, PAWN = 1, 2, 3, 4, 5, 6, 7
RETREAT, TRAVERSE, ADVANCE = -1, 0, 1

FRONT, REAR = 10, 11  # in place of a column: which of two on one file
BLANK = 8  # in a lexicon, beside the seven kinds
LEXICON = 1280  # bytes of a lexicon: 256 for piece, mark, way, value and case each
NONE, AMBIGUOUS, UNSURE = -1, -2, -3  # no move fits; several do; a case for the full reader


# ---------------------------------------------------------------- where a point lies


def forward(side):
    """One step towards the enemy, as a difference of points."""
    return 9 if side == RED else -9


def column(point, side):
    """The number a player gives the file of a point: 1..9 from his own right."""
    return 9 - point % 9 if side == RED else point % 9 + 1


def at_home(point, side):
    """Whether a point lies on side's own bank of the river."""
    return point < 45 if side == RED else point >= 45


def in_palace(point):
    """Whether a point lies in either palace."""
    return 3 <= point % 9 <= 5 and (point < 27 or point >= 63)


# ---------------------------------------------------------------- how a piece moves


def screens(board, start, end):
    """How many pieces stand between two points of one file or rank."""
    step = 9 if start % 9 == end % 9 else 1
    low, high = (start, end) if start < end else (end, start)
    count = 0
    for point in range(low + step, high, step):
        if board[point] != EMPTY:
            count += 1
    return count


def horse_leg(start, end):
    """The point that must be empty for a horse to leap from start to end."""
    files, ranks = end % 9 - start % 9, end // 9 - start // 9
    if files == 2 or files == -2:
        return start + files // 2
    return start + ranks // 2 * 9


def reaches(board, start, end):
    """Whether the piece on start moves to end by its own law; the safety of its king is another question."""
    piece, target = board[start], board[end]
    side, kind = piece >> 3, piece & 7
    if start == end or (target != EMPTY and target >> 3 == side):
        return False
    files, ranks = abs(end % 9 - start % 9), abs(end // 9 - start // 9)
    if kind == KING:
        return files + ranks == 1 and in_palace(end)
    if kind == ADVISOR:
        return files == 1 and ranks == 1 and in_palace(end)
    if kind == ELEPHANT:
        return files == 2 and ranks == 2 and at_home(end, side) and board[(start + end) // 2] == EMPTY
    if kind == HORSE:
        return files * ranks == 2 and board[horse_leg(start, end)] == EMPTY
    if kind == PAWN:
        return end - start == forward(side) or (files == 1 and ranks == 0 and not at_home(start, side))
    if files != 0 and ranks != 0:
        return False
    if kind == CANNON and target != EMPTY:
        return screens(board, start, end) == 1
    return screens(board, start, end) == 0


# ---------------------------------------------------------------- whether a king is attacked


def king_point(board, side):
    """Where side's king stands in his palace; NONE without one."""
    corner = 3 if side == RED else 66
    for row in range(corner, corner + 27, 9):
        for point in range(row, row + 3):
            if board[point] == side * 8 + KING:
                return point
    return NONE


def attacked_along(board, point, step, steps, enemy):
    """Whether an enemy chariot, cannon or facing king attacks a point along one line of so many steps."""
    seen = 0
    for _ in range(steps):
        point += step
        piece = board[point]
        if piece == EMPTY:
            continue
        if seen == 1:
            return piece == enemy + CANNON
        if piece == enemy + CHARIOT or (piece == enemy + KING and abs(step) == 9):
            return True
        seen = 1
    return False


def attacked_by_horse(board, point, enemy):
    """Whether an enemy horse with a free leg attacks a point; its leg is a diagonal neighbour of the point."""
    file, rank = point % 9, point // 9
    for across in range(-1, 2, 2):
        for along in range(-1, 2, 2):
            if not (0 <= file + across <= 8 and 0 <= rank + along <= 9):
                continue
            leg = point + across + along * 9
            if board[leg] != EMPTY:
                continue
            if 0 <= file + across * 2 <= 8 and board[leg + across] == enemy + HORSE:
                return True
            if 0 <= rank + along * 2 <= 9 and board[leg + along * 9] == enemy + HORSE:
                return True
    return False


def in_check(board, side):
    """Whether side's king is attacked, the bare sight of the other king included."""
    king = king_point(board, side)
    if king == NONE:
        return False
    enemy = 8 - side * 8
    pawn = enemy + PAWN
    if board[king + forward(side)] == pawn or board[king - 1] == pawn or board[king + 1] == pawn:
        return True
    file, rank = king % 9, king // 9
    return (
        attacked_along(board, king, 9, 9 - rank, enemy)
        or attacked_along(board, king, -9, rank, enemy)
        or attacked_along(board, king, 1, 8 - file, enemy)
        or attacked_along(board, king, -1, file, enemy)
        or attacked_by_horse(board, king, enemy)
    )


def is_safe(board, start, end):
    """Whether a move that a piece can make leaves its own king unattacked."""
    piece, target = board[start], board[end]
    board[start], board[end] = EMPTY, piece
    safe = not in_check(board, piece >> 3)
    board[start], board[end] = piece, target
    return safe


def is_legal(board, side, start, end):
    """Whether side may move from start to end."""
    piece = board[start]
    return piece != EMPTY and piece >> 3 == side and reaches(board, start, end) and is_safe(board, start, end)


def legal_moves(board, side, found):
    """Fill found with side's legal moves, by start, then by end; answer how many there are."""
    count = 0
    for start in range(90):
        piece = board[start]
        if piece == EMPTY or piece >> 3 != side:
            continue
        file, slides = start % 9, piece & 7 == CHARIOT or piece & 7 == CANNON
        for end in range(0 if slides else max(0, start - 20), 90 if slides else min(90, start + 21)):
            if slides and end % 9 != file and end // 9 != start // 9:
                continue
            if reaches(board, start, end) and is_safe(board, start, end):
                found[count] = start * 128 + end
                count += 1
    return count


# ---------------------------------------------------------------- how players write a move


def destination(kind, side, start, way, value):
    """Where a written way and value lead from start; NONE off the board or for a way the kind never goes."""
    file, rank = start % 9, start // 9
    slants = ADVISOR <= kind <= HORSE
    if not slants and way != TRAVERSE:
        end_file, ranks = file, value
    else:
        end_file = 9 - value if side == RED else value - 1
        files = abs(end_file - file)
        ranks = 0 if way == TRAVERSE else 3 - files if kind == HORSE else files
        if files == 0 or slants == (way == TRAVERSE) or (slants and not 1 <= ranks <= 2):
            return NONE
    end_rank = rank + ranks * way if side == RED else rank - ranks * way
    if not (0 <= end_rank <= 9 and 0 <= end_file <= 8):
        return NONE
    return end_rank * 9 + end_file


def like_pieces(board, point, file):
    """How many pieces like the one on point stand on a file, and how many of them are ahead of it."""
    piece = board[point]
    count, ahead = 0, 0
    for rank in range(10):
        if board[rank * 9 + file] == piece:
            count += 1
            if (rank > point // 9) == (piece >> 3 == RED) and rank != point // 9:
                ahead += 1
    return count, ahead


def other_tandem(board, point):
    """Pawns on a second file that holds two or more: 0 without one; + 4 if it lies to the mover's right."""
    side = board[point] >> 3
    for file in range(9):
        if file != point % 9:
            count, _ = like_pieces(board, point, file)
            if count > 1:
                return count + 4 if column(file, side) < column(point, side) else count
    return 0


def describe(board, start, end):
    """What every player's notation says of a move, packed into 22 bits (`relative.Facts` unpacks them).

    value 4 | way + 1 2 | column 4 | kind 3 | place in the tandem from the front, 1-based 3 | its size 3 | other 3
    """
    piece = board[start]
    side, kind = piece >> 3, piece & 7
    rise = (end // 9 - start // 9) * (1 if side == RED else -1)
    way = ADVANCE if rise > 0 else RETREAT if rise < 0 else TRAVERSE
    value = abs(rise)
    if way == TRAVERSE or ADVISOR <= kind <= HORSE:
        value = column(end, side)
    size, ahead = like_pieces(board, start, start % 9)
    other = other_tandem(board, start) if kind == PAWN and size > 1 else 0
    named = value | (way + 1) << 4 | column(start, side) << 6 | kind << 10
    return named | (ahead + 1) << 13 | size << 16 | other << 19


def tandem_file(board, piece):
    """The one file that holds exactly two of a piece; NONE or UNSURE where there is no such one."""
    found = NONE
    for file in range(9):
        count = 0
        for point in range(file, 90, 9):
            if board[point] == piece:
                count += 1
        if count > 2 or (count == 2 and found != NONE):
            return UNSURE
        if count == 2:
            found = file
    return found


def resolve(board, side, kind, mark, way, value):
    """The legal move that four written signs mean: mark is a column, FRONT or REAR; else a negative number.

    A column with two such pieces means the one that can make the move; three or more are the full reader's.
    """
    piece = side * 8 + kind
    if mark >= FRONT:
        file = tandem_file(board, piece)
        if file < 0:
            return file
    else:
        file = 9 - mark if side == RED else mark - 1
    found, seen = NONE, 0
    for step in range(10):
        rank = 9 - step if side == RED else step
        start = rank * 9 + file
        if board[start] != piece:
            continue
        seen += 1
        if seen == 3:
            return UNSURE
        if mark >= FRONT and seen != mark - FRONT + 1:
            continue
        end = destination(kind, side, start, way, value)
        if end == NONE or not reaches(board, start, end) or not is_safe(board, start, end):
            continue
        if found != NONE:
            return AMBIGUOUS
        found = start * 128 + end
    return found


# ---------------------------------------------------------------- whole games


def skip_to_move(text, at, end, lexicon, plies):
    """The offset of the next move: over blanks and the move number (`12.`, unless a digit follows: `33.4`; `12)`) of
    the pair that begins behind so many plies; no other number is passed over."""
    while at < end:
        if lexicon[text[at]] == BLANK:
            at += 1
            continue
        after, number = at, 0
        while after < end and 48 <= text[after] <= 57:
            after, number = after + 1, min(number * 10 + text[after] - 48, 99999)
        if after in (at, end) or (text[after] != 46 and text[after] != 41) or number * 2 != plies + 2:
            return at
        if text[after] == 46 and after + 1 < end and 48 <= text[after + 1] <= 57:
            return at
        at = after + 1
    return end


def cases(text, at, end, lexicon):
    """Which cases the piece letters of a text show: 1 upper, 2 lower, 3 both."""
    found = 0
    for here in range(at, end):
        found |= lexicon[1024 + text[here]]
    return found


def replay(text, at, end, lexicon, both_cases, board, side, moves, room):
    """Play the regular moves of text[at:end] on the board; (plies, offset where it stopped).

    The offset is end when all were legal, else that of the first move that is not regular, legal and sure:
    the full reader's. Ply n is written as two bytes, start and end, from moves[2 * (room + n)] on. The lexicon
    gives a byte its meaning as piece, mark, way and value (4 * 256) and its case (256, see `cases`); where the game
    shows both cases, upper is Red's. A number out of its order stops: moves may be missing, or another game begins.
    """
    plies = 0
    while True:
        at = skip_to_move(text, at, end, lexicon, plies)
        if at + 4 > end:
            return plies, at
        kind, mark = lexicon[text[at]], lexicon[256 + text[at + 1]]
        way, value = lexicon[512 + text[at + 2]], lexicon[768 + text[at + 3]]
        if kind == 0 or kind == BLANK or mark == 0 or way == 0 or value == 0:
            return plies, at
        if at + 4 < end and lexicon[text[at + 4]] != BLANK:
            return plies, at
        if both_cases and lexicon[1024 + text[at]] != side + 1:
            return plies, at
        move = resolve(board, side, kind, mark, way - 2, value)
        if move < 0:
            return plies, at
        start, target = move >> 7, move & 127
        board[target], board[start] = board[start], EMPTY
        moves[2 * (room + plies)], moves[2 * (room + plies) + 1] = start, target
        plies += 1
        side = 1 - side
        at += 4


def point_in(text, at, end, first_rank, flipped):
    """The point written at an offset (`h2`, `H10`) and how many signs that takes; NONE where there is none."""
    if at + 1 >= end:
        return NONE, 0
    file = (text[at] | 32) - 97
    if not 0 <= file <= 8 or not 48 <= text[at + 1] <= 57:
        return NONE, 0
    rank, signs = text[at + 1] - 48, 2
    if rank == 1 and at + 2 < end and text[at + 2] == 48:
        rank, signs = 10, 3
    rank -= first_rank
    if not 0 <= rank <= 9:
        return NONE, 0
    return (9 - rank if flipped else rank) * 9 + file, signs


def replay_points(text, at, end, blanks, first_rank, flipped, board, side, moves, room):
    """`replay` for moves written by their points: `h2e2`, `H2-E2`; flipped ranks are counted from Black's side.

    blanks is a lexicon of which only the blanks matter.
    """
    plies = 0
    while True:
        at = skip_to_move(text, at, end, blanks, plies)
        start, signs = point_in(text, at, end, first_rank, flipped)
        if start == NONE:
            return plies, at
        after = at + signs
        if after < end and text[after] == 45:
            after += 1
        target, signs = point_in(text, after, end, first_rank, flipped)
        if target == NONE or (after + signs < end and blanks[text[after + signs]] != BLANK):
            return plies, at
        if not is_legal(board, side, start, target):
            return plies, at
        board[target], board[start] = board[start], EMPTY
        moves[2 * (room + plies)], moves[2 * (room + plies) + 1] = start, target
        plies += 1
        side = 1 - side
        at = after + signs


def replay_all_points(text, ends, blanks, first_rank, flipped, opening, board, moves, plies, stops):
    """`replay_all` for moves written by their points."""
    for game in range(len(ends) - 1):
        for point in range(90):
            board[point] = opening[point]
        at, end = ends[game], ends[game + 1]
        plies[game], stops[game] = replay_points(
            text, at, end, blanks, first_rank, flipped, board, RED, moves, (at + 3) // 4
        )


def replay_all(text, ends, lexicon, opening, board, moves, plies, stops):
    """`replay` many games from one start with Red to move: game n is the text from ends[n] to ends[n + 1].

    Its moves lie from ply (ends[n] + 3) // 4 of `moves` on: a move takes four bytes of text or more.
    """
    for game in range(len(ends) - 1):
        for point in range(90):
            board[point] = opening[point]
        at, end = ends[game], ends[game + 1]
        both = cases(text, at, end, lexicon) == 3
        plies[game], stops[game] = replay(text, at, end, lexicon, both, board, RED, moves, (at + 3) // 4)


def describe_all(moves, ends, opening, board, codes):
    """`describe` the moves of many games from one start: game n is moves[ends[n]:ends[n + 1]], two bytes a ply."""
    for game in range(len(ends) - 1):
        for point in range(90):
            board[point] = opening[point]
        for at in range(ends[game], ends[game + 1], 2):
            start, end = moves[at] + 0, moves[at + 1] + 0  # signed when compiled: bytes are not
            codes[at // 2] = describe(board, start, end)
            board[end], board[start] = board[start], EMPTY


def verify_all(moves, ends, opening, first_side, board, wrong):
    """For each game moves[ends[n]:ends[n + 1]] the first ply that is not legal, or NONE."""
    for game in range(len(ends) - 1):
        for point in range(90):
            board[point] = opening[point]
        wrong[game], side = NONE, first_side
        for at in range(ends[game], ends[game + 1], 2):
            start, end = moves[at] + 0, moves[at + 1] + 0  # signed when compiled: bytes are not
            if start > 89 or end > 89 or not is_legal(board, side, start, end):
                wrong[game] = (at - ends[game]) // 2
                break
            board[end], board[start] = board[start], EMPTY
            side = 1 - side


def verify_trees(moves, depths, ends, openings, sides, board, path, sure):
    """Whether each move of many trees is legal and all before it are: 1 or 0, in `sure`.

    Tree n is the nodes ends[n] to ends[n + 1] in preorder: two bytes of moves each, and the ply as its depth. path holds
    start, end and captured piece of the plies on the board, three numbers for each depth.
    """
    for tree in range(len(ends) - 1):
        for point in range(90):
            board[point] = openings[tree * 90 + point]
        level = 0
        for node in range(ends[tree], ends[tree + 1]):
            while level >= depths[node]:
                level -= 1
                start, end = path[3 * level], path[3 * level + 1]
                board[start], board[end] = board[end], path[3 * level + 2]
            start, end = moves[2 * node] + 0, moves[2 * node + 1] + 0  # signed when compiled: bytes are not
            sure[node] = 0
            if depths[node] != level + 1 or start > 89 or end > 89:
                continue
            if is_legal(board, (sides[tree] + level) % 2, start, end):
                path[3 * level], path[3 * level + 1], path[3 * level + 2] = start, end, board[end] + 0
                board[end], board[start] = board[start], EMPTY
                level += 1
                sure[node] = 1
