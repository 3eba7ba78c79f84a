"""Processes beside the server: long work, the engine for other programs, second opinions in the background."""
