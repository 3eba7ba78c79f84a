"""Files of other programs, one module or package for each format.

In: a file's bytes. Out: a tournament. Or the other way round; and a `Report` of what was guessed or lost.
"""
