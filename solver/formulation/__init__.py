"""The formulation that the LP, the proof and CP-SAT share: vertices, pair costs, side rows, duals, tiers.

In: a `RoundProblem`. Out: a tier, which hands out its pairs in blocks with exact integer costs, and the reduced costs
of those pairs for given duals. No solver is called here.
"""
