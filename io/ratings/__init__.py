"""Rating lists, searched for the players of a tournament.

In: a list of the EGF, FFG or AGA, and the players. Out: the list's entry for each, or the entries it could be.
"""
