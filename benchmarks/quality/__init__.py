"""How good retrieval is on public sets: ``python -m benchmarks.quality``; see README.md of the benchmarks."""
