"""Rounds without rules over sets of pairs: all tiers together, by a blossom algorithm in compiled code.

In: the first tier of a search and the names of the others. Out: their optimal faces, each with its exact dual bound, as
the relaxation (`lp/`) would give them. Where the compiled code is missing, the relaxation does all the work: the boards
are the same.
"""
