"""Damaged inputs for every reader, form and route of the API, by the million: `python -m mcmahon.bench.fuzz`."""
