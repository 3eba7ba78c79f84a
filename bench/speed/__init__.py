"""How long things take and how much memory they need; `python -m mcmahon.bench.speed` times rounds."""
