"""Why a player has this board, and why this place, in sentences.

In: the ledger of a draw, or the standings. Out: one sentence for each reason, for players and directors.
"""
