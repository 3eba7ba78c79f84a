"""What the command line prints, one file for each kind of answer.

In: what the desk found. Out: lines of text and tables, cut to the width of a terminal and whole in a pipe.
"""
