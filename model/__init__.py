"""The domain: players, settings, rounds, scores, and what a good round is. Knows no files and no solver."""
