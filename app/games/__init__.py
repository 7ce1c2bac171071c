"""What a game is: players, result, date, clocks and moves, apart from any file and any database."""
