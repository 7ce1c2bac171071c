"""Games in a database. `Archive` is the only door; rows never leave this room.

`tables` is the shape, `schema` its versions, `query` what may be asked, `search` how that becomes SQL,
`rows` a game as a row, `variations` its tree, `intake` how readings become rows (a `batch` at a time) and which of them
are already there: `lineage` what all records of a game share, `sameness` when two of them are one game, `joining` what
becomes of them, `given` what is read again, `dedupe` the same afterwards. `sources` and `rejects` are where games come
from and what became none; `events` what many games share; `people` the players, `names` what they are called, `aliases`
which names are one player's, `seats` where they sat. `positions` is the index, `explorer`, `openings`, `profiles` and
`statistics` what is asked of many games at once. `derived` is made again from the games, `states` are games as they were,
to be brought back, and `checking` proves all of it.
"""
