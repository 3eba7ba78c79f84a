"""Weights tuned to wishes: `mcmahon tune`."""
