"""Certificates: what proves a round, written and verified."""
