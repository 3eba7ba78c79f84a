"""Players looked up in rating lists: which line is whom, and what that changes.

In: players and the lines of a list. Out: matches with their verdicts, and the tournament with what is taken over.
"""
