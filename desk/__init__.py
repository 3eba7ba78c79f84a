"""What is asked at the tournament desk: why a round is as it is, how to mend it, what other weights would do."""
