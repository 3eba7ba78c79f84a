"""The same acts for other programs: JSON over HTTP, with the tokens of links (or the director's key) as Bearer.

In: the request of a use case of the desk, as JSON. Out: its answer. `operations.py` lists what there is and who may do
it; addresses and the OpenAPI description are made from that list.
"""
