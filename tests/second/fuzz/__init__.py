"""Damaged inputs by the million for every reader, form and route: `PYTHONPATH=tests python -m second.fuzz`."""
