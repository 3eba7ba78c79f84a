"""The weight profiles that come with the program, one TOML file each; data only.

`io/settings/profiles.py` reads them into `Profile` values, which become part of a `RoundProblem`.
"""
