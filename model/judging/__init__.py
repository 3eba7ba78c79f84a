"""Whether a round is legal, and what it costs; computed without the solver.

In: a tournament with the round, the locks and the profile. Out: violations, costs by criterion, or a NoPairingError.
"""
