"""Systems beside the plain ones, as settings say them: virtual points, groups with a final.

In: lines of settings. Out: values that placing and pairing work with.
"""
