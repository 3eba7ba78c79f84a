"""Pairing systems by their published rules, and engines of others: what a director could use instead of our draw.

A system sees the players with their whole past, not costs, and decides the colours, too (`system.py`). `SYSTEMS` has
all by name; those of others are in the extra `engines`.
"""
