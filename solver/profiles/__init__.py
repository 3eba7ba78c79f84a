"""The weight profiles that come with the program, one TOML file for each version; data only.

To change `balanced.toml`, move it to the next of `balanced-1.toml`, `balanced-2.toml` …, and write a new one.
"""
