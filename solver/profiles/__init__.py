"""The weight profiles that come with the program, one TOML file for each version; data only.

`balanced.toml` is the last version of `balanced`. The versions before it are `balanced-1.toml`, `balanced-2.toml` …; to
change a profile, move its file to the next of these names and write a new one.
`io/settings/profiles.py` reads them into `Profile` values, which become part of a `RoundProblem`.
"""
