"""The command line: one verb, one file; parse, call, print. `main` is the entry point."""
