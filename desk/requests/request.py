"""What all requests share."""

from __future__ import annotations

import msgspec


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked for. A key that is not known is an error, so that a misspelt one is not overlooked."""


class Change(Request, frozen=True, kw_only=True):
    """A change, from what a program has seen.

    seen: revision that the program has read; if somebody else has changed the same things since, it is refused
    """

    seen: int | None = None
