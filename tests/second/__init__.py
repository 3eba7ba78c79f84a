"""The program against itself and against a second one that shares no line with it."""
