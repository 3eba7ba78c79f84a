"""What the pages of a tournament show, a file for each kind of page."""
