"""The rounds to come: whether all of them can still be paired by the rules that do not depend on results.

In: a tournament, and a round to be drawn. Out: the `Ahead` that a solver reads; a `Plan` is the witness that it gives
back, which `judging/plan_judge.py` checks without any solver.
"""
