"""Who takes part: new tournaments, registrations, players, absences, ratings.

In: a `State` and what the director typed. Out: an `Outcome` with the changed players and notes.
"""
