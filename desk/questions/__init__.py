"""What is asked about a round: why it is as it is, what else it could be, what other weights would do."""
