"""Who plays, by which settings, and what has been played."""
