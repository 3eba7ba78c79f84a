"""What the program answers to other programs (JSON, Python): one type for each answer.

In: an outcome of the desk. Out: a dataclass whose fields are the keys of the JSON output.
"""
