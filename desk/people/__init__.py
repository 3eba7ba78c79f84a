"""Who takes part: new tournaments, registrations, players, absences, ratings."""
