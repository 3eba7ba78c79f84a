"""OpenGotha 3.52 beside ours: its own measure of a round, and real tournaments drawn again."""
