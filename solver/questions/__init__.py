"""Other pairings of a round: next best, repaired, by other weights, in conflict."""
