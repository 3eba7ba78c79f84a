"""Settings and weight profiles as TOML.

In: `tournament.toml`, a profile, or `start.bar=3d`. Out: checked values, or the text with changes, comments kept.
"""
