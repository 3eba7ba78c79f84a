"""Tournaments to try things on: made up from a seed, as folders in `instances/`, and real ones."""
