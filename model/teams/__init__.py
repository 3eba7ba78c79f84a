"""Matches of teams: who sits at which board, the boards of a match, its result out of theirs, everybody's own games.

In: a tournament of teams. Out: its matches with boards and results; the same tournament as one of single players.
"""
