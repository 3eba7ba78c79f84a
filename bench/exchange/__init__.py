"""Rounds as files for solvers of others, and what comes back from them."""
