"""What stands on the board along a game, as scalar loops over flat arrays: keys of all positions and their index, shapes.

The second file of the kernel's kind, under the same rules (see `kernel.py`). It uses nothing of the first: compiled
code does not notice changes in another file. All moves are taken as legal; those of a damaged game that leave the board
are passed over. Keys: see `keys.py`; here they only meet by XOR.

An entry of the index is one number: the upper half of a key, 16 bits for a game, 16 bits for a ply. Sorted entries
bring equal keys together, and of one game the first ply comes first.
"""

POINTS = 90
PIECES = 16
UPPER = -4294967296  # the upper half of 64 bits
LAST = 65535  # the last ply that an entry can name: later ones are looked for from there


def set_up(opening, board):
    """Put the pieces of an opening on the board."""
    for point in range(POINTS):
        board[point] = opening[point]


def key_on(board, black_to_move, numbers):
    """The key of a board, counted piece by piece."""
    key = numbers[len(numbers) - 1] if black_to_move else 0
    for point in range(POINTS):
        key ^= numbers[board[point] * POINTS + point]
    return key


def keys_all(moves, ends, opening, first_side, numbers, board, keys):
    """The keys of all positions of many games, the start included: game n has them from ends[n] // 2 + n on."""
    at_key, black_moves = 0, numbers[len(numbers) - 1]
    for game in range(len(ends) - 1):
        set_up(opening, board)
        key = key_on(board, first_side == 1, numbers)
        keys[at_key] = key
        at_key += 1
        for at in range(ends[game], ends[game + 1], 2):
            start, end = moves[at] + 0, moves[at + 1] + 0  # signed when compiled: bytes are not
            key ^= black_moves
            if start >= POINTS or end >= POINTS:
                keys[at_key] = key
                at_key += 1
                continue
            piece, target = board[start] + 0, board[end] + 0
            key ^= numbers[target * POINTS + end] ^ numbers[piece * POINTS + start] ^ numbers[piece * POINTS + end]
            board[start], board[end] = 0, piece
            keys[at_key] = key
            at_key += 1


def enter_all(ends, names, keys):
    """Turn the keys of many games into entries; names[n] is the number of game n, less than 65,536."""
    at_key = 0
    for game in range(len(ends) - 1):
        name = names[game] << 16
        for ply in range((ends[game + 1] - ends[game]) // 2 + 1):
            keys[at_key] = keys[at_key] & UPPER | name | (ply if ply < LAST else LAST)
            at_key += 1


def sort(entries, spare, counts):
    """Sort entries as `enter_all` leaves them, game by game and ply by ply: by their keys, equal ones staying in order.

    A byte of the keys at a time, from entries to spare, which is as long, and back; counts has room for 256 numbers.
    """
    for digit in range(32, 64, 8):
        for value in range(256):
            counts[value] = 0
        top = 128 if digit == 56 else 0  # negative numbers come first
        for at in range(len(entries)):
            counts[(entries[at] >> digit & 255) ^ top] += 1
        before = 0
        for value in range(256):
            counts[value], before = before, before + counts[value]
        for at in range(len(entries)):
            value = (entries[at] >> digit & 255) ^ top
            spare[counts[value]] = entries[at]
            counts[value] += 1
        for at in range(len(entries)):
            entries[at] = spare[at]


def thin(entries):
    """Of sorted entries keep one for each key and game, the first; answer how many those are."""
    kept = 0
    for at in range(len(entries)):
        if kept == 0 or entries[at] >> 16 != entries[kept - 1] >> 16:
            entries[kept] = entries[at]
            kept += 1
    return kept


# ---------------------------------------------------------------- shapes: see `shapes.py`


def missing(masks, least, most, shape, board, counts):
    """How many points and pieces are not as a shape wants them; counts are those of the board's pieces."""
    count = 0
    for point in range(POINTS):
        count += 1 - (masks[shape * POINTS + point] >> board[point] & 1)
    for piece in range(shape * PIECES, shape * PIECES + PIECES):
        if not least[piece] <= counts[piece % PIECES] <= most[piece]:
            count += 1
    return count


def change_at(mask, before, after):
    """How many points more miss what a mask wants, once a piece gives place to another: -1, 0 or 1."""
    return (mask >> before & 1) - (mask >> after & 1)


def change_without(least, most, piece, count):
    """How many pieces more are not as many as wanted, once there is one less of count: -1, 0 or 1."""
    before = least[piece] <= count <= most[piece]
    after = least[piece] <= count - 1 <= most[piece]
    return before - after


def standing_all(moves, ends, opening, masks, least, most, length, board, counts, wanting, standing, plies):
    """Of each game the first ply from which one of the shapes stands in so many positions in a row, the start being 0.

    Elsewhere -1. For each shape: wanting, what is missing of it (first on the opening, then on the board), and standing,
    in how many positions it has stood; for each piece: counts on the opening, then on the board.
    """
    shapes = len(standing)
    for point in range(POINTS):
        counts[opening[point]] += 1
    for shape in range(shapes):
        wanting[shape] = missing(masks, least, most, shape, opening, counts)
    for game in range(len(ends) - 1):
        set_up(opening, board)
        for piece in range(PIECES):
            counts[PIECES + piece] = counts[piece]
        plies[game] = -1
        for shape in range(shapes):
            wanting[shapes + shape] = wanting[shape]
            standing[shape] = 1 if wanting[shape] == 0 else 0
            if standing[shape] == length:
                plies[game] = 0
        if plies[game] == 0:
            continue
        for at in range(ends[game], ends[game + 1], 2):
            start, end = moves[at] + 0, moves[at + 1] + 0  # signed when compiled: bytes are not
            if start >= POINTS or end >= POINTS:
                continue
            piece, target = board[start] + 0, board[end] + 0
            board[start], board[end] = 0, piece
            for shape in range(shapes):
                base = shape * POINTS
                more = change_at(masks[base + start], piece, 0) + change_at(masks[base + end], target, piece)
                if target != 0:
                    more += change_without(least, most, shape * PIECES + target, counts[PIECES + target])
                wanting[shapes + shape] += more
                standing[shape] = standing[shape] + 1 if wanting[shapes + shape] == 0 else 0
                if standing[shape] >= length:
                    plies[game] = (at - ends[game]) // 2 + 2 - length
            if plies[game] >= 0:
                break
            if target != 0:
                counts[PIECES + target] -= 1
