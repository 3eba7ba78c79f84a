"""A round as an optimisation problem, without any solver: entrants, allowed pairs, criteria, rules over sets of pairs.

In: a tournament, a profile and the locks of a round. Out: a `RoundProblem` for a solver (`draw.py`), its variants for
questions (`variants.py`), and from a solver's `Pairing` back to boards (`boards.py`).
"""
