"""Minimum-cost perfect matchings of some pairs, by a blossom algorithm in compiled code, with their duals.

In: pairs, costs of parts. Out: the matching, duals of vertices and of nested odd sets, in whole numbers. Where the
compiled code is missing, the relaxation (`lp/`) does all the work: the boards are the same.
"""
