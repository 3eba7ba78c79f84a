"""Prizes: the table of them edited, and the list announced."""

from __future__ import annotations

from ..prizes import Announce, EditPrize
from .request import Change


class PrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be added to the table, or to be changed where it is there; null keeps what it has.

    name: name of the prize
    list: who can get it, such as "women=yes" or "wins>=3"; blank for everybody
    order: by what the list goes: blank for the standings, "upset", or criteria such as "WINS,SOS"
    place: "1", "1-3" or "each"
    value: amount of money such as "37.50", or what the thing is worth
    currency: such as "EUR"; blank where there is no money
    thing: what is handed over
    besides: whether it is given besides another prize: "yes", "no" or blank
    people: "yes" for the members of pairs and teams, each for themselves
    """

    name: str
    list: str | None = None
    order: str | None = None
    place: str | None = None
    value: str | None = None
    currency: str | None = None
    thing: str | None = None
    besides: str | None = None
    people: str | None = None

    def asked(self) -> EditPrize:
        """The same for the desk."""
        titles = ("list", "order", "place", "value", "currency", "thing", "besides", "people")
        return EditPrize(self.name, {title: own for title in titles if (own := getattr(self, title)) is not None})


class RemovePrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be taken out of the table.

    name: name of the prize
    """

    name: str

    def asked(self) -> EditPrize:
        """The same for the desk."""
        return EditPrize(self.name, remove=True)


class AnnouncePrizesRequest(Change, frozen=True, kw_only=True):
    """The list of winners to be announced as it is, or taken back.

    anyway: announce it even if rounds or results are missing
    take_back: no list is announced any more
    """

    anyway: bool = False
    take_back: bool = False

    def asked(self) -> Announce:
        """The same for the desk."""
        return Announce(self.anyway, self.take_back)
