"""Every error as the person at the desk reads it."""

from __future__ import annotations

from ...model.errors import McMahonError
from ...model.judging.violation import NoPairingError


def error_text(error: McMahonError) -> str:
    """The sentences of an error; those that carry data are put into words here."""
    if isinstance(error, NoPairingError):
        from .no_pairing import no_pairing_text  # with it comes all that is said of boards

        return no_pairing_text(error)
    return str(error)
