"""The tournament folder: files, journal, lock."""
