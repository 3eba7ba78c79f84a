"""From the entrants of a round, and what is asked of it, to boards that the judge has passed."""
