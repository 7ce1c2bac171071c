"""CXQ and its relatives: see `grammar` for the format, `headers` for its values, `reader` and `writer`."""
