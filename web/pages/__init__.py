"""One file a page: what it shows, and what its forms do."""
