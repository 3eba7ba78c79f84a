"""The reference pages, and the code that makes them: `python -m tools.reference` writes them anew.

In flow the declarations that the program itself works with (commands, settings, criteria, errors, answers); out come
Markdown pages beside this file. A test compares the pages with what is made here.
"""
