"""Who plays, by which settings, and what has been played.

In: values read from files. Out: an immutable `Tournament` of settings, players and rounds, on which all else works.
"""
