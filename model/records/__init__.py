"""How a round was drawn, and what was true then."""
