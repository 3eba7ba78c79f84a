"""CP-SAT on a whole round (`model.py`, `solving.py`), and on what a tier's dual bound leaves open (`gap_model.py`)."""
