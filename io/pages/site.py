"""The site on its way: what all pages share, and the pages made so far."""

from __future__ import annotations

import re
from datetime import date, datetime
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...model.placing.standings import Standings, standings
from ...model.tournament.event_kinds import START
from ...model.tournament.games import Result, Round
from ...model.tournament.tournament import Tournament
from ...model.words import counted, without_unseen
from .cells import minus
from .head_count import head_count
from .look import own_colours
from .public import public_players, public_standings

if TYPE_CHECKING:
    from markupsafe import Markup

#: What the published `style.css` is made of, in this order.
STYLES = ("style.css", "phone.css", "print.css")

_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_WORDS_RTL = re.compile(f"{_RTL}+(?:[ '.-]+{_RTL}+)*")


def isolated(text: object) -> Markup:
    """A sentence for a page; words written from right to left do not reorder the text around them."""
    from markupsafe import Markup, escape

    return Markup(_WORDS_RTL.sub(lambda words: f"<bdi>{words[0]}</bdi>", str(escape(str(text)))))


def days_text(begin: str, end: str) -> str:
    """The days of an event: `1–3 May 2026`, `30 Apr – 2 May 2026`; only the first where the last is not said."""
    if not begin:
        return ""
    first, last = date.fromisoformat(begin), date.fromisoformat(end or begin)
    closing = f"{last.day} {last:%b} {last.year}"
    if first >= last:
        return f"{first.day} {first:%b} {first.year}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{closing}"
    return f"{first.day} {first:%b}{f' {first.year}' if first.year < last.year else ''} – {closing}"


class Site:
    """The pages of one tournament by file name, and what they are made from: published rounds and public players."""

    def __init__(self, tournament: Tournament, logo: str = "") -> None:
        from jinja2 import Environment, PackageLoader, StrictUndefined

        self.tournament = tournament
        self.settings = tournament.settings
        self.standings: Standings = public_standings(standings(tournament))
        self.rounds = [drawn for drawn in tournament.rounds if not drawn.draft]
        self.final = self.standings.after_round == self.settings.rounds and not self.standings.provisional
        self.people = public_players(tournament)
        package = __package__ or "mcmahon.io.pages"
        self._templates = Environment(
            loader=PackageLoader(package, ""),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            keep_trailing_newline=True,
        )
        self._templates.filters |= {"bdi": isolated, "minus": minus}
        macros = self._templates.get_template("macros.html").module
        self._templates.globals |= {
            name: getattr(macros, name) for name in ("link", "rank", "stone", "won", "n", "podium")
        }
        style = "".join((files(package) / name).read_text(encoding="utf-8") for name in STYLES)
        self.pages: dict[str, str] = {"style.css": style + own_colours(self.settings.pages)}
        self._common = {
            "name": self.settings.name or "Tournament",
            "where": self._where(),
            "logo": logo,
            "final": self.final,
            "menu": self._menu(),
        }

    def add(self, file: str, template: str, title: str, **values: Any) -> None:
        """Add a page."""
        text = self._templates.get_template(template).render(self._common, file=file, title=title, **values)
        self.pages[file] = without_unseen(text)

    def start_of(self, number: int) -> str:
        """When a round starts: `Fri 1 May, 10:00`; nothing where that is not said."""
        times = self.settings.event.round_times
        text = times[number - 1] if number <= len(times) else ""
        if not text:
            return ""
        begins = datetime.strptime(text, START)
        return f"{begins:%a} {begins.day} {begins:%b}, {begins:%H:%M}"

    def round_links(self, drawn: Round) -> dict[str, Any]:
        """The pages of a round, its number, its start, and how many results are missing."""
        stem, missing = f"round-{drawn.number}", sum(game.result is Result.UNKNOWN for game in drawn)
        return {
            "boards": f"{stem}.html",
            "names": f"{stem}-names.html",
            "slips": f"{stem}-slips.html",
            "number": drawn.number,
            "count": head_count(self.tournament, drawn).round_text,
            "start": self.start_of(drawn.number),
            "missing": missing,
            "state": f"{counted(missing, 'result')} missing" if missing else "all results are in",
        }

    def _where(self) -> str:
        event = self.settings.event
        days = days_text(event.begin, event.end)
        return ", ".join(part for part in (event.place, event.country, days) if part)

    def _menu(self) -> list[dict[str, str]]:
        menu = [("index.html", "Overview")]
        if self.rounds:
            last = self.rounds[-1].number
            menu += [(f"round-{last}.html", f"Round {last}"), (f"round-{last}-names.html", "Find your name")]
        menu += [(f"{title.lower()}.html", title) for title in ("Standings", "Players", "Rules", "Pictures")]
        return [{"file": file, "title": title} for file, title in menu]
