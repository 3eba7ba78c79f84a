"""The round as a CP-SAT model."""
