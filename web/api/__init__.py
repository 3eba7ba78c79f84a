"""The same acts for other programs: JSON over HTTP, with the tokens of links (or the director's key) as Bearer.

In: a request of a type in `desk/requests`. Out: an answer of a type in `desk/answers`. `operations.py` lists what there
is and who may do it; addresses and the OpenAPI description are made from that list.
"""
