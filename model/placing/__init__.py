"""Start scores, scores, tie-breaks, standings, sections, ratings.

In: a tournament with its results. Out: the scores before each round, and the standings after it.
"""
