"""Finds the cheapest pairing of a round and proves it optimal.

In: a `RoundProblem` (model/pairing/). Where it is a plain matching, `engine.solve` has it solved as one (matched.py).
Else it works tier by tier: the linear relaxation (lp/), an exact bound from its duals (proof/), and CP-SAT (cpsat/) on
the few pairs that could still improve the incumbent (closing.py). Out: a `Pairing` with its cost, its lower bound and a
certificate; or NoPairingError with the rules that must be broken.
"""
