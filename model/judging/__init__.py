"""Whether a round is legal, and what it costs."""
