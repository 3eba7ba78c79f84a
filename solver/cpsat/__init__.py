"""The integer program of a round for CP-SAT: variables, constraints, objective, search; one file each.

In: a tier, some of its pairs with costs or reduced costs, costs of slacks, and a clock.
Out: a `CpSatResult`: the chosen pairs, the objective value and a lower bound. Small fields can also be solved whole.
"""
