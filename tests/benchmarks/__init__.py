"""Benchmarks: each side by side with its peer, in one run, as ratios. Run by hand, never by the test suite."""
