"""Every sentence that the desk says, made in one place.

In: notes, errors, violations and values as data. Out: English sentences; hints stay data, which each face words itself.
"""
