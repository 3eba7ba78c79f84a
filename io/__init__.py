"""Reading and writing: tables, registrations, the tournament folder, what the command line prints."""
