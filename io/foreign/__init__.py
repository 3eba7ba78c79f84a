"""Files of other programs, one module or package for each format.

In: the bytes of a file, or a tournament.
Out: a tournament, or the bytes of a file; and a `Report` of what was guessed or lost.
"""
