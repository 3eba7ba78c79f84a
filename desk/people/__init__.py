"""Who takes part: tournaments begun, registrations, players, ratings."""
