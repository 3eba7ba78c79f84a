"""Prizes: the table of them edited, and the list announced."""

from __future__ import annotations

from typing import Annotated

from ..prizes import EditPrize
from ..verb import Change, told


class PrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be added to the table, or to be changed where it is there; null keeps what it has."""

    name: Annotated[str, told("name of the prize")]
    list: Annotated[str | None, told('who can get it, such as "women=yes" or "wins>=3"; blank for everybody')] = None
    order: Annotated[
        str | None, told('by what the list goes: blank for the standings, "upset", or criteria such as "WINS,SOS"')
    ] = None
    place: Annotated[str | None, told('"1", "1-3" or "each"')] = None
    value: Annotated[str | None, told('amount of money such as "37.50", or what the thing is worth')] = None
    currency: Annotated[str | None, told('such as "EUR"; blank where there is no money')] = None
    thing: Annotated[str | None, told("what is handed over")] = None
    besides: Annotated[str | None, told('whether it is given besides another prize: "yes", "no" or blank')] = None
    people: Annotated[str | None, told('"yes" for the members of pairs and teams, each for themselves')] = None

    def asked(self) -> EditPrize:
        """The same for the desk."""
        titles = ("list", "order", "place", "value", "currency", "thing", "besides", "people")
        return EditPrize(self.name, {title: own for title in titles if (own := getattr(self, title)) is not None})


class RemovePrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be taken out of the table."""

    name: Annotated[str, told("name of the prize")]

    def asked(self) -> EditPrize:
        """The same for the desk."""
        return EditPrize(self.name, remove=True)
