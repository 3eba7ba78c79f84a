"""Engines over one round: ours, others, and what a director would draw by hand."""
