"""What the command line prints: outcomes of the desk as text in columns."""
