"""Research: generated and real tournaments, plain counts, comparisons."""
