"""The weight profiles of the program: TOML files, which io/settings/profiles.py reads."""
