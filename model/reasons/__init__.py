"""Why a board, and why a place."""
