"""Published pages: modules, templates and style.

In: a tournament, reduced to what the public may see.
Out: a folder of static pages for players, for screens in the hall, and for paper.
"""
