"""The page of prizes: the list as it was announced, the greatest first."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.language import ENGLISH, Words
from ....model.prizes.prize import money_text
from ....model.prizes.told import Announced, PrizeLine
from ..public import PublicPlayer, public_winners
from ..site import Site


@dataclass(frozen=True, slots=True)
class PublicPrize:
    """What the public may see of a prize: its name, and who gets how much, with their people or their team."""

    prize: str
    shared: bool
    winners: tuple[tuple[PublicPlayer, str, str], ...]


def amount_text(line: PrizeLine, words: Words = ENGLISH) -> str:
    """`37.50 EUR`, `cup`, or both."""
    money = f"{words.number(money_text(line.money))} {line.currency}" if line.money else ""
    return words.both([part for part in (money, line.thing) if part]) if money or line.thing else ""


def public_prizes(announced: Announced, site: Site) -> list[PublicPrize]:
    """The prizes from the greatest; who is not on the pages is left out."""
    found = []
    people = public_winners(site.tournament, site.people)
    for lines in reversed(announced.groups()):
        known = [(line, *people[line.player]) for line in lines if line.player in people]
        winners = tuple((p, amount_text(line, site.words), site.words.commas(others)) for line, p, others in known)
        if winners:
            found.append(PublicPrize(lines[0].prize, lines[0].shared, winners))
    return found


def add_prizes(site: Site) -> None:
    """Add the page, if a list has been announced."""
    if (announced := site.prizes) is not None:
        say, prizes = site.words.say, public_prizes(announced, site)
        after = say("Standings after round {round}", round=announced.after_round)
        site.add("prizes.html", say("Prizes"), prizes=prizes, after=after, provisional=announced.provisional)
