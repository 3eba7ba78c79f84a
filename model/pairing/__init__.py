"""A round as a problem: entrants, rules, criteria, boards."""
