"""Start scores, scores, tie-breaks, standings, sections, ratings."""
