"""The site on its way: what all pages share, and the pages made so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...model.language import ENGLISH, Words, without_unseen
from ...model.placing.stages import stages_of
from ...model.placing.standings import Standings, standings
from ...model.prizes.told import Announced
from ...model.teams.match_boards import boards_at
from ...model.teams.people import as_people
from ...model.tournament.games import Game, Round
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..names import by_name
from .look import own_colours
from .public import (
    HeadCount,
    PublicPlayer,
    days_text,
    head_count,
    public_people,
    public_players,
    public_standings,
    start_text,
)

if TYPE_CHECKING:
    from .templates import Templates

PACKAGE = __package__ or "mcmahon.io.pages"
#: What the published `style.css` is made of, in this order.
STYLES = ("style.css", "phone.css", "print.css")


@dataclass(frozen=True, slots=True)
class Edition:
    """The pages in one language: the name of the language in itself, its tag in HTML, and their folder."""

    name: str
    tag: str
    folder: str


class Site:
    """The pages of one tournament by file name, and what they are made from: published rounds and public players.

    They are in one language, that of `words`; those in a `folder` of their own share the style, the logo, the slips and
    the screens of the pages above them. `editions` are all languages of the tournament's pages with their folders, if
    there are several. `prizes` is the list that was announced, if any. If it is `printed`, pages are sheets of paper
    that say so: with this text, and without links.
    """

    def __init__(
        self,
        tournament: Tournament,
        logo: str = "",
        words: Words = ENGLISH,
        folder: str = "",
        editions: Sequence[Edition] = (),
        prizes: Announced | None = None,
        printed: str = "",
    ) -> None:
        self.tournament, self.words, self.folder = tournament, words, folder
        self.settings, self.prizes = tournament.settings, prizes
        self.standings: Standings = public_standings(standings(tournament))
        self.rounds = tournament.published
        self.final = self.standings.after_round == self.settings.rounds and not self.standings.provisional
        self.people = public_players(tournament, words)
        self._counts: dict[int, HeadCount] = {}
        self.pages = {} if folder or printed else {"style.css": self.style(several=bool(editions)).encode()}
        self._common = {
            "name": self.settings.name or words.say("Tournament"),
            "where": self._where(),
            "logo": logo,
            "final": self.final,
            "menu": self._menu(),
            "tag": words.tag,
            "up": "../" if folder else "",
            "editions": editions,
            "base": "sheet.html" if printed else "base.html",
            "printed": printed,
        }

    @cached_property
    def named(self) -> Sequence[Player]:
        """Everybody who is public, by name."""
        return by_name(p for p in self.tournament.players if p.id in self.people)

    @cached_property
    def seats(self) -> Mapping[int, Mapping[str, Game]]:
        """The games of each round by player."""
        return {r.number: {p: game for game in reversed(r.games) for p in game.players} for r in self.rounds}

    @cached_property
    def _templates(self) -> Templates:
        from .templates import Templates  # jinja is loaded where a page is made

        return Templates(self.words, on_paper=bool(self._common["printed"]))

    def said_by(self, words: Words) -> Site:
        """The same tournament in other words, for parts of pages: nothing is counted again."""
        made = copy(self)
        made.words, made.people = words, public_players(self.tournament, words)
        return made

    def of_people(self) -> Site:
        """The people of teams as a site of their own, for parts of pages: everybody with their own games."""
        made = copy(self)
        made.tournament = as_people(self.tournament)
        made.standings = public_standings(standings(made.tournament))
        made.people = public_people(self.tournament, self.people)
        return made

    def seated(self, team: str, person: str) -> PublicPlayer | None:
        """A member of a team (ids) as pages show them; None for an empty seat."""
        return self._members.get((team, person))

    @cached_property
    def _members(self) -> Mapping[tuple[str, str], PublicPlayer]:
        both = ((p, self.people[p.id].members) for p in self.tournament.players if p.id in self.people)
        return {(p.id, m.id): seen for p, shown in both for m, seen in zip(p.members, shown, strict=True)}

    def count(self, drawn: Round | None = None) -> HeadCount:
        """How many players there are, and what they do in a round if one is given."""
        number = drawn.number if drawn else 0
        if number not in self._counts:
            self._counts[number] = head_count(self.tournament, drawn, self.count() if drawn else None)
        return self._counts[number]

    def add(self, file: str, title: str, template: str = "", **values: Any) -> None:
        """Add a page made from these values, by the template of its name or another one."""
        made = self._templates.get_template(template or file)
        text = made.render(self._common, file=file, title=title, **values)
        self.pages[self.folder + file] = without_unseen(text).encode()

    def start_of(self, number: int) -> str:
        """When a round starts: `Fri 1 May, 10:00`; nothing where that is not said."""
        text = dict(enumerate(self.settings.event.round_times, 1)).get(number)
        return start_text(text, self.words) if text else ""

    def round_links(self, drawn: Round) -> dict[str, Any]:
        """The pages of a round, its number, its start, and how many results are missing."""
        stem, missing = f"round-{drawn.number}", sum(at.open for at in boards_at(drawn))
        still = self.words.count("{n} result missing", "{n} results missing", missing)
        return {
            "boards": f"{stem}.html",
            "names": f"{stem}-names.html",
            "slips": f"{stem}-slips.html",
            "number": drawn.number,
            "count": self.count(drawn).round_text(self.words),
            "start": self.start_of(drawn.number),
            "missing": missing,
            "state": still if missing else self.words.say("all results are in"),
        }

    def _where(self) -> str:
        event = self.settings.event
        parts = event.place, event.country, days_text(event.begin, event.end, self.words)
        return self.words.commas([part for part in parts if part])

    def _menu(self) -> list[dict[str, str]]:
        say, of_teams, last = self.words.say, self.settings.of_teams, self.rounds[-1].number if self.rounds else 0
        menu = [
            ("index.html", say("Overview"), True),
            (f"round-{last}.html", say("Round {round}", round=last), last),
            (f"round-{last}-names.html", say("Find your name"), last),
            ("standings.html", say("Standings"), True),
            ("groups.html", say("Groups"), last and stages_of(self.settings) is not None),
            ("people.html", say("Players"), of_teams),
            ("players.html", say("Teams") if of_teams else say("Players"), True),
            ("cups.html", say("Cups"), self.tournament.cups),
            ("prizes.html", say("Prizes"), self.prizes is not None),
            ("rules.html", say("Rules"), True),
            ("pictures.html", say("Pictures"), True),
        ]
        return [{"file": file, "title": title} for file, title, is_there in menu if is_there]

    def style(self, several: bool = False) -> str:
        """The style sheet; only pages in several languages, or of cups, have what these need in it."""
        more = ["languages.css"] * several + ["cups.css"] * bool(self.tournament.cups)
        parts = [(files(PACKAGE) / name).read_text(encoding="utf-8") for name in (*STYLES, *more)]
        return "".join(parts) + own_colours(self.settings.pages)
