"""Finding the best round and proving it."""
