"""Research questions answered by simulation, one module for each study.

In: a study's methods and its size.
Out: its page, table and plot, the same to the digit every time.
"""
