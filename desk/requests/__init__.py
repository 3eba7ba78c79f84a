"""What programs ask of the desk as JSON: a type for each act, whose docstring says what its keys mean, a line a key.

In: JSON that a program has sent. Out: a request of a use case.
"""
