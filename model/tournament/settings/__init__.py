"""The settings of a tournament: each is one record, with title, kind, meaning, and whether pages may show it."""
