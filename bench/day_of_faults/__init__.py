"""A day of faults: a tournament run by many while everything that can break does, once a minute."""
