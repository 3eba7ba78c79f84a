"""Published pages: modules, templates and style.

In: a tournament, reduced to what the public may see. Out: static pages for players, screens in the hall, and paper.
"""
