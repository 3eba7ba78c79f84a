"""The rounds to come: what is possible, a plan, what a director can do."""
