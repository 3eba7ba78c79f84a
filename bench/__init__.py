"""Research: pairing methods and settings compared over many tournaments, and the program measured.

In: generated or real tournaments, engines, weights, settings.
Out: rows, figures with intervals, pages, and rounds as files for other solvers.
"""
