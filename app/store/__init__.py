"""Games in a database. `Archive` is the only door; rows never leave this room.

`tables` is the shape, `schema` its versions, `query` what may be asked, `search` how that becomes SQL,
`rows` a game as a row, `variations` its tree, `intake` how readings become rows (a `batch` at a time) and which of them
are already there: `sameness` when two records are one game, `joining` what becomes of them, `given` what is read again,
`dedupe` the same afterwards. `sources` and `rejects` where games come from and what became none, `people` the players.
"""
