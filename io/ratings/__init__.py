"""Rating lists, searched for the players of a tournament."""
