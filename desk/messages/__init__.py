"""Every sentence that the desk says, made in one place.

In: notes, errors, violations and values as data. Out: English sentences; ways on stay data for each face to show.
"""
