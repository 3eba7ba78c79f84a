"""How a round was drawn, and what was true then.

In: a drawn round. Out: a `Record` with its `Ledger`, kept in the `State` that the desk works on.
"""
