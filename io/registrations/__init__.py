"""Registrations as tables, merged into a tournament."""
