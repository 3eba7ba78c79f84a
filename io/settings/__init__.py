"""Settings and weight profiles as TOML.

In: the text of `tournament.toml` or of a profile, or assignments such as `start.bar=3d`.
Out: checked `Settings` and `Profile` values; or the text with changes, its comments kept.
"""
