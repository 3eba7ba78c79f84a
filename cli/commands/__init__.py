"""The commands, a file for each group of them, with what they print.

In: what was typed. Out: calls of the desk, and lines of text, which fit a terminal and are whole in a pipe.
"""
