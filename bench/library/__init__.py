"""A hundred rounds for solvers, each made from its recipe, with checksum, least cost known and bound (rounds.csv)."""
