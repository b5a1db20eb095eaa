"""Speed, measured by hand: ``python -m tests.bench.GAME``."""
