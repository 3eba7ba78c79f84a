"""Everything that a director does, one function for each: draw, results, players, settings, questions, exports.

In: a `State` and a request. Out: an `Outcome` with the new state, a value and notes; `Desk` writes it to a folder.
"""
