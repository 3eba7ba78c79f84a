"""The people of pairs and teams on pages: who they are, and who plays instead of whom in a round."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.language import ENGLISH, Words
from ...model.teams.boards import missing_at_boards
from ...model.tournament.line_ups import missing
from ...model.tournament.player import Player
from ...model.tournament.tournament import Tournament
from .cells import said_name


@dataclass(frozen=True, slots=True)
class PublicMember:
    """A member as the public may see it, and the place on the entrant's page that names them."""

    file: str
    name: str
    rank: str
    club: str
    country: str
    substitute: bool


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """A board of a match as the public may see it: its place (`3.2`), its number, and both sides in one order.

    Of each side who sits there (None for nobody), the colour, and whether that side has won; `result` has the points in
    the same order: `1–0`, `score` those of White first: `1-0`. `terms` are blank in an even game, `full_terms` never.
    """

    place: str
    number: int
    people: tuple[PublicMember | None, ...]
    colours: tuple[str, ...]
    won: tuple[bool, bool]
    handicap: int
    jigo: bool
    terms: str
    full_terms: str
    result: str
    score: str
    komi: str


def public_members(entrant: Player, file: str, words: Words = ENGLISH) -> tuple[PublicMember, ...]:
    """The members of an entrant, whose page is a file, as pages show them, field by field."""
    return tuple(
        PublicMember(f"{file}#m{k}", said_name(m.name, words), m.rank_name, m.club, m.country, m.substitute)
        for k, m in enumerate(entrant.members, 1)
    )


def missing_by_round(entrant: Player, tournament: Tournament, words: Words = ENGLISH) -> tuple[tuple[int, str], ...]:
    """The rounds in which somebody is missing, each with `Kim Li for Maier Jan` or `without Maier Jan`."""
    if not entrant.members:
        return ()
    numbers = range(1, tournament.settings.rounds + 1)
    texts = ((number, missing_text(entrant, number, tournament, words)) for number in numbers)
    return tuple((number, text) for number, text in texts if text)


def missing_text(entrant: Player, number: int, tournament: Tournament, words: Words = ENGLISH) -> str:
    """Who of an entrant misses a round, and who plays instead; nothing where everybody is there."""
    say = words.say
    of_teams = tournament.settings.of_teams
    gone = missing_at_boards(tournament, entrant, number) if of_teams else missing(entrant, number)
    found = [
        say(
            "{substitute} for {member}", substitute=said_name(instead.name, words), member=said_name(member.name, words)
        )
        if instead
        else say("without {member}", member=said_name(member.name, words))
        for member, instead in gone
    ]
    return words.commas(found)
