"""Games in a database. `Archive` is the only door; rows never leave this room.

`tables` is the shape, `schema` its versions, `query` what may be asked, `search` how that becomes SQL,
`rows` a game as a row, `variations` its tree, `intake` how readings become rows and which of them are already there,
`people` the players.
"""
