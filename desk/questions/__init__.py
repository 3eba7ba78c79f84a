"""Questions about a round: why this board, what else it could be, what other weights would do.

In: a `State` and a question. Out: explanations, other pairings, columns to compare, or weights; nothing is written.
"""
