"""Tournaments played to the end by a rating model, and what can be measured in them."""
