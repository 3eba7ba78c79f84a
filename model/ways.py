"""What the director could do next: a request, as data, which each face shows in its own way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, init=False)
class Way:
    """A request of a verb, and the words that lead to it, such as "to free them"; some need no such words.

    Without a verb it is the request that was refused, sent again with these fields as well. A value in capitals, or
    `…`, is to be filled in.
    """

    lead: str
    verb: str
    fields: tuple[tuple[str, object], ...]

    def __init__(self, lead: str, verb: str = "", /, **fields: object) -> None:
        for name, value in (("lead", lead), ("verb", verb), ("fields", tuple(fields.items()))):
            object.__setattr__(self, name, value)


#: What ends pairing a round by hand, until which nothing else changes it.
END_HAND_PAIRING = Way("to compare it with the engine's round and end that", "by-hand", end=True)
