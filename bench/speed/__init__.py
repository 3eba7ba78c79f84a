"""How long things take and how much memory they need; `python -m mcmahon_bench.speed` times rounds."""
