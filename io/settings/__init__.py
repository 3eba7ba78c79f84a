"""Settings and profiles as TOML."""
