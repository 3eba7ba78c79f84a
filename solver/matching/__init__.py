"""Rounds without rules over sets of pairs: cost and lottery together, by a blossom algorithm in compiled code.

In: the tiers of a search, when they are one cost and the lottery. Out: their optimal faces, each with its exact dual
bound, as the relaxation (`lp/`) would give them. Where the compiled code is missing, the relaxation does all the work:
the boards are the same.
"""
