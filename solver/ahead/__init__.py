"""Looking ahead with CP-SAT: a plan for the rounds to come, and the cheapest round that leaves one.

In: an `Ahead`, with a `RoundProblem` where round and plan are solved together. Out: a `Plan`, or that there is none.
"""
