"""The linear relaxation of a tier, by column generation and cutting planes on GLOP.

In: a tier. `relaxation.py` repeats: solve the restricted master, price columns, separate blossom inequalities.
Out: a `LinearOptimum`, the values and duals over all pairs of the tier (floats, not yet a proof).
"""
