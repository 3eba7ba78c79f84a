"""The domain: players, settings, rounds, scores, and what a good round is. It knows no files and no solver.

In: plain values from `io`. Out: a `RoundProblem` for the solver, then the judged round, its reasons and the standings.
"""
