"""The files of prizes in a tournament folder.

In: `prizes.csv`, as a director writes it. Out: prizes, or every problem with line and column; and the list announced.
"""
