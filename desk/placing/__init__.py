"""Who stands where and who gets what: standings, prizes, cups, and who would be in two events at once."""
