"""Registrations as tables, merged into a tournament.

In: a table with the column titles and spellings that people use.
Out: the tournament with new and changed players, problems with their lines, and remarks on what looks odd.
"""
