"""The public's view of a tournament, field by field: a field that is not listed here reaches no page.

Also people of pairs and teams, the one count of players, and how pages write numbers, names, days and times.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from ...model.language import ENGLISH, Words, forms
from ...model.placing.standings import Standings, game_cell
from ...model.placing.start_scores import start_scores
from ...model.placing.sums import Sums
from ...model.placing.tie_breaks import value_text
from ...model.teams.match_boards import missing_at_boards
from ...model.teams.people import people_ids
from ...model.tournament.games import Round
from ...model.tournament.numbers import minus, rounds_text
from ...model.tournament.person import Player, Status
from ...model.tournament.settings.kinds import START
from ...model.tournament.settings.settings import SECTIONS, Settings, declared
from ...model.tournament.tournament import Tournament, missing
from ..registrations.fields import PUBLIC
from ..settings.settings_file import listed_settings, toml_value

#: Public fields that stand in the list of players in columns after those which every template knows.
MORE = tuple(one for one in PUBLIC if one.name not in ("club", "country"))


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """A board of a match as the public may see it: its place (`3.2`), its number, and both sides in one order.

    Of each side who sits there (None for nobody), the colour, and whether that side has won; `result` has the points in
    the same order: `1–0`, `score` those of White first: `1-0`. `terms` are blank in an even game, `full_terms` never.
    """

    place: str
    number: int
    people: tuple[PublicPlayer | None, ...]
    colours: tuple[str, ...]
    won: tuple[bool, bool]
    handicap: int
    jigo: bool
    terms: str
    full_terms: str
    result: str
    score: str
    komi: str


def public_members(entrant: Player, file: str, words: Words = ENGLISH) -> tuple[PublicPlayer, ...]:
    """The members of an entrant, whose page is a file, as pages show them, field by field."""
    found = []
    for k, m in enumerate(entrant.members, 1):
        at, name = f"{file}#m{k}", said_name(m.name, words)
        found.append(PublicPlayer(at, name, m.rank_name, club=m.club, country=m.country, substitute=m.substitute))
    return tuple(found)


def missing_by_round(entrant: Player, tournament: Tournament, words: Words = ENGLISH) -> tuple[tuple[int, str], ...]:
    """The rounds in which somebody is missing, each with `Kim Li for Maier Jan` or `without Maier Jan`."""
    if not entrant.members:
        return ()
    numbers = range(1, tournament.settings.rounds + 1)
    texts = ((number, missing_text(entrant, number, tournament, words)) for number in numbers)
    return tuple((number, text) for number, text in texts if text)


def missing_text(entrant: Player, number: int, tournament: Tournament, words: Words = ENGLISH) -> str:
    """Who of an entrant misses a round, and who plays instead; nothing where everybody is there."""
    of_teams, found = tournament.settings.of_teams, []
    for gone, instead in missing_at_boards(tournament, entrant, number) if of_teams else missing(entrant, number):
        member, other = said_name(gone.name, words), said_name(instead.name, words) if instead else ""
        both = words.say("{substitute} for {member}", substitute=other, member=member)
        found.append(both if other else words.say("without {member}", member=member))
    return words.commas(found)


_COUNTED = {False: forms("{n} player", "{n} players"), True: forms("{n} team", "{n} teams")}


@dataclass(frozen=True, slots=True)
class HeadCount:
    """Everybody in the standings by what they do in a round, as ids; `preliminary` entries are not among them."""

    players: tuple[str, ...]
    playing: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    preliminary: int = 0
    of_teams: bool = False

    def all_text(self, words: Words = ENGLISH) -> str:
        """`24 players`, `24 players and 1 preliminary entry`."""
        players, waiting = words.count(*_COUNTED[self.of_teams], len(self.players)), self.preliminary
        more = forms("{players} and {n} preliminary entry", "{players} and {n} preliminary entries")
        return words.count(*more, waiting, players=players) if waiting else players

    def round_text(self, words: Words = ENGLISH) -> str:
        """`22 play, 1 bye, 1 absent`."""
        parts = [words.count("{n} plays", "{n} play", len(self.playing))]
        parts += [words.count("{n} bye", "{n} byes", len(self.byes))] if self.byes else []
        if self.unpaired:
            parts.append(words.count("{n} without a game", "{n} without a game", len(self.unpaired)))
        parts += [words.count("{n} absent", "{n} absent", len(self.absent))] if self.absent else []
        return words.commas(parts)


def head_count(tournament: Tournament, drawn: Round | None = None, whole: HeadCount | None = None) -> HeadCount:
    """What everybody in the standings does in a round, if one is given; `whole` is the count without one, if known."""
    if whole is None:
        players = tuple(p.id for p in tournament.participants())
        known = set(players)
        waiting = sum(p.status is Status.PRELIMINARY and p.id not in known for p in tournament.players)
        whole = HeadCount(players, preliminary=waiting, of_teams=tournament.settings.of_teams)
    if drawn is None:
        return whole
    paired, present = drawn.paired, drawn.present
    return replace(
        whole,
        playing=tuple(p for p in whole.players if p in paired),
        byes=tuple(p for p in whole.players if p in drawn.byes),
        unpaired=tuple(p for p in whole.players if p in drawn.unpaired),
        absent=tuple(p for p in whole.players if p not in present),
    )


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player as the public may see it: the file of its page, and what is shown next to the name.

    `members` are the people of a pair or team; `missing` says by round who of them is missing, and who plays instead.
    `team` is that of a person in a team, who may be a `substitute`; `more` are the texts of MORE, the public fields
    without a place of their own.
    """

    file: str
    name: str
    rank: str
    club: str
    country: str
    rating: str = ""
    start: str = ""
    rounds: str = ""
    members: tuple[PublicPlayer, ...] = ()
    missing: tuple[tuple[int, str], ...] = ()
    team: str = ""
    substitute: bool = False
    more: tuple[str, ...] = ()


def public_players(tournament: Tournament, words: Words = ENGLISH) -> dict[str, PublicPlayer]:
    """Everybody in the standings as pages show them, by id: nobody who is preliminary, or has left without a game."""
    taking_part = {p.id for p in tournament.participants()}
    start = start_scores(tournament.players, tournament.settings).half_points
    return {
        p.id: PublicPlayer(
            file=f"player-{k}.html",
            name=said_name(p.name, words),
            rank=p.rank_name,
            rating="" if p.rating_is_derived else str(p.rating),
            club=p.club,
            country=p.country,
            start=minus(value_text(start[p.id], 2)),
            rounds=_rounds(p, tournament, words),
            members=public_members(p, f"player-{k}.html", words),
            missing=missing_by_round(p, tournament, words),
            more=tuple(one.text(p, tournament.settings.rounds) for one in MORE if one.text),
        )
        for k, p in enumerate(tournament.players, 1)
        if p.id in taking_part
    }


def public_people(
    tournament: Tournament, teams: Mapping[str, PublicPlayer], whole_ids: bool = False
) -> dict[str, PublicPlayer]:
    """The people of public pairs and teams as pages show them, by the ids of `people_ids`; each leads to their page."""
    ids = people_ids(tournament, whole_ids)
    shown = {}
    for team in tournament.players:
        if public := teams.get(team.id):
            for member, seen in zip(team.members, public.members, strict=True):
                shown[ids[team.id, member.id]] = replace(seen, team=public.name)
    return shown


def public_winners(
    tournament: Tournament, entrants: Mapping[str, PublicPlayer]
) -> dict[str, tuple[PublicPlayer, tuple[str, ...]]]:
    """Who can win a prize, by id (`person_id`): entrants with their people's names, people with their entrant's."""
    people = public_people(tournament, entrants, whole_ids=True)
    found = {p: (one, tuple(m.name for m in one.members if not m.substitute)) for p, one in entrants.items()}
    return found | {p: (one, (one.team,)) for p, one in people.items()}


def _rounds(player: Player, tournament: Tournament, words: Words) -> str:
    """The rounds that a player is entered for; of who has left, or comes to no more, the ones they were in."""
    total = tournament.settings.rounds
    if player.status is Status.FINAL and player.takes_part:
        return entered_rounds(player, total, words)
    was_in = rounds_text((r.number for r in tournament.published if r.holds(player.id)), 0)
    return words.say("{rounds}, then left", rounds=was_in)


def public_standings(table: Standings) -> Standings:
    """The standings without excuses: an absence is an absence, and the points it gave are all that anybody sees."""
    scores, lines = table.sums.scores, {row.player.id: row.line for row in table.rows}
    entries = {
        pid: tuple(entry if entry.excused else replace(entry, excused=True) for entry in row)
        for pid, row in scores.entries.items()
        if not all(entry.excused for entry in row)
    }
    cells = {pid: tuple(game_cell(entry, lines) for entry in row) for pid, row in entries.items()}
    rows = tuple(replace(row, rounds=cells.get(row.player.id, row.rounds)) for row in table.rows)
    sums = Sums(replace(scores, entries={**scores.entries, **entries}), table.sums.players)
    return replace(table, rows=rows, sums=sums)


def public_settings(settings: Settings) -> list[tuple[str, str, str]]:
    """Name, value and meaning of every setting that is public, and says something of those who take part."""
    idle = {"entrants": settings.entrants.kind == "players", "teams": not settings.of_teams}
    sections = [section for section in ("", *SECTIONS) if not idle.get(section)]
    listed = listed_settings(settings, sections)
    return [(name, toml_value(value), doc) for name, value, doc in listed if declared(name).public]


#: What somebody is called who has been made anonymous, before a number.
ANONYMOUS = "Anonymous"
_ANONYMOUS = re.compile(rf"(?:(?<= & )|\A){ANONYMOUS}(?: (\d+))?(?= & |\Z)")
_FRACTIONS = ("¼", "½", "¾")


def said_name(name: str, words: Words) -> str:
    """A name as pages in a language say it: only `Anonymous 1` is another there, also in the name of a pair."""

    def said(found: re.Match[str]) -> str:
        return words.say("Anonymous {number}", number=found[1]) if found[1] else words.say("Anonymous")

    return _ANONYMOUS.sub(said, name) if ANONYMOUS in name else name


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a column; `whole` where it lacks the fraction that others there have, so that units stay in line."""

    text: str
    whole: bool

    def __str__(self) -> str:
        return self.text


def figures(texts: Sequence[str]) -> list[Figure]:
    """A column of numbers as pages show it; blanks stay blank."""
    mixed = any(text.endswith(_FRACTIONS) for text in texts)
    return [Figure(minus(text), mixed and bool(text) and not text.endswith(_FRACTIONS)) for text in texts]


def entered_rounds(player: Player, rounds: int, words: Words = ENGLISH) -> str:
    """The rounds that a player is entered for: `all`, `none`, `1-3,5`."""
    text = rounds_text(player.rounds, rounds) if player.rounds is not None else ""
    return {"": words.say_as("rounds", "all"), "none": words.say_as("rounds", "none")}.get(text, text)


def days_text(begin: str, end: str, words: Words = ENGLISH) -> str:
    """The days of an event: `1–3 May 2026`, `30 Apr – 2 May 2026`; only the first where the last is not said."""
    if not begin:
        return ""
    first, last = date.fromisoformat(begin), date.fromisoformat(end or begin)
    if words.language != "en":
        from babel.dates import format_interval, format_skeleton

        if first >= last:
            return format_skeleton("yMMMd", first, locale=_locale(words.tag))
        return format_interval(first, last, "yMMMd", locale=_locale(words.tag))
    closing = f"{last.day} {last:%b} {last.year}"
    if first >= last:
        return f"{first.day} {first:%b} {first.year}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{closing}"
    return f"{first.day} {first:%b}{f' {first.year}' if first.year < last.year else ''} – {closing}"


def start_text(text: str, words: Words = ENGLISH) -> str:
    """When a round starts, from `2026-05-01 10:00`: `Fri 1 May, 10:00`."""
    begins = datetime.strptime(text, START)
    if words.language == "en":
        return f"{begins:%a} {begins.day} {begins:%b}, {begins:%H:%M}"
    from babel.dates import format_skeleton

    day = format_skeleton("MMMEd", begins, locale=_locale(words.tag))
    return f"{words.commas([day, f'{begins:%H:%M}'])}"


def _locale(tag: str) -> str:
    return tag.replace("-", "_")
