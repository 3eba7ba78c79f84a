"""The domain: players, settings, rounds, scores, and what a good round is. It knows no files and no solver.

In: plain values from `io`. Out: a `RoundProblem` for the solver, then the judged round, its reasons and the standings.
"""

# Settings name placing criteria, whose records are a floor above: whoever imports anything of the model has them.
from .placing import tie_breaks as tie_breaks
