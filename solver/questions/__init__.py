"""Questions about a round beyond its best pairing: next best, repair, Pareto front, sensitivity, conflict.

In: a `RoundProblem`, often with its best pairing. Each question solves variants of the problem with `engine.solve`.
Out: pairings, intervals of weights, points of a front, or an irreducible set of contradicting rules.
"""
