"""What is done with a round: draw, publish, enter results, change boards, repair, verify the proof.

In: a `State` and a request. Out: an `Outcome` with the changed round, judged, and notes.
"""
