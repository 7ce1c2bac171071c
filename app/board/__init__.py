"""The rules: integers and flat arrays, no text but FEN.

`kernel.py` is the law, `compiled.py` the same lines at speed, `engine.py` the choice between them, `fen.py` text.
"""
