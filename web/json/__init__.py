"""The same acts for other programs: JSON over HTTP, with tokens of links (or the director's key) as Bearer."""
