"""Files of xiangqi programs that hold moves as points: each format one module, its layout a table in the docstring."""
