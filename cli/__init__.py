"""The command line: parse, call, print. `session*.py` is where engine and store are joined, and nowhere else."""
