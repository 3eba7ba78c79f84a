"""Common parts of all formats of other programs: reports of what was read or lost, and names compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from xml.etree.ElementTree import Element, ParseError, indent, tostring

from ...model.errors import InputError, Problem
from ...model.language import first_few, one_line
from ...model.notes import Remark
from ...model.placing.start_groups import decide
from ...model.tournament.games import Game, Round
from ...model.tournament.person import Player
from ...model.tournament.ranks import parse_rank
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..countries import two_letters
from ..pins import is_egd_pin
from ..settings.settings_file import new_settings_text, parse_settings

MOST_CASES = 5  # of a remark, named
LETTERS_LOST = "names in games that have lost letters; read as the only player whom they fit"
_NUMBER = re.compile(r"0*([1-9][0-9]{0,8})")


@dataclass(slots=True)
class Report:
    """The remarks of a reader or writer, each with its cases and what the director can do."""

    cases: dict[str, list[str]] = field(default_factory=dict)
    ways: dict[str, Sequence[Way]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    unlike: set[str] = field(default_factory=set)

    def add(self, remark: str, case: str = "", ways: Sequence[Way] = (), of: str = "", unlike: bool = False) -> None:
        """Add one case of a remark.

        `of` names the records that it is about, for what is found by reading back; `unlike`: a reader says what the
        other program does in another way than this one, which is told of a file that is written for it, too.
        """
        self.cases.setdefault(remark, []).append(case)
        self.told.update(of.split())
        if unlike:
            self.unlike.add(remark)
        if ways:
            self.ways[remark] = tuple(ways)

    def tells(self, record: str) -> bool:
        """Whether a remark is about a record: a field of players, `settings.start.bar`, or all `settings.start`."""
        return any(record == one or record.startswith(f"{one}.") for one in self.told)

    def remarks(self) -> list[Remark]:
        """The remarks, each with the number of its cases and the first few of them."""
        found = []
        for remark, cases in self.cases.items():
            some = first_few([one_line(case) for case in dict.fromkeys(cases) if case], MOST_CASES)
            text = f"{remark} ({len(cases)}): {some}" if some else remark
            found.append(Remark(text, tuple(self.ways.get(remark, ()))))
        return found

    def lines(self) -> list[str]:
        """The remarks in words."""
        return [remark.text for remark in self.remarks()]


@dataclass(frozen=True, slots=True)
class Read:
    """A tournament out of a file of another program, the text of its settings, and what was odd in the file."""

    tournament: Tournament
    settings_text: str
    report: Report


@dataclass(frozen=True, slots=True)
class WrittenWrong:
    """What a file says of a player's `points` or `place`, and what follows from its rounds."""

    line: int
    player: str
    name: str
    what: str
    written: str
    found: str


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of a file for another program, and what it cannot say."""

    data: bytes
    losses: Report


@dataclass(frozen=True, slots=True)
class Source:
    """A file of another program while it is read: its name, what is odd in it, and what cannot be read."""

    name: str
    report: Report = field(default_factory=Report)
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, message: str, value: str = "", expected: str = "", line: int = 0) -> None:
        """Something that cannot be read."""
        self.problems.append(Problem(message, self.name, line, value=value, expected=expected))

    def check(self) -> None:
        """Raise InputError with everything that cannot be read, if there is anything."""
        if self.problems:
            raise InputError(self.problems)


def settings_of(preset: str, given: dict[str, Any], name: str) -> tuple[Settings, str]:
    """Settings and their text from the values that a file gives. Raises InputError."""
    text = new_settings_text(preset, given)
    return parse_settings(text, name), text


def folded(text: str) -> str:
    """By what names of files are compared: no blanks, accents or case, whatever machine wrote them."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "SS").replace("ı", "I").replace("İ", "I"))
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace()).upper()


MOST_UNKNOWN = 1000  # names without a player that are looked up by the letters that are left
#: Signs that stand for a letter which was lost in another encoding.
LOST = "?\ufffd"


def meant_by(named: Iterable[str], players: Mapping[str, Player], report: Report) -> dict[str, Player]:
    """By folded key the only player whom a name with lost letters fits, `LO?C` Loïc; `players` are by folded key."""
    unknown = [key for key in dict.fromkeys(map(folded, named)) if key and key not in players]
    found = {}
    for key in unknown[:MOST_UNKNOWN]:
        meant = [player for other, player in players.items() if _may_be(key, other)]
        if len(meant) == 1:
            found[key] = meant[0]
            report.add(LETTERS_LOST, f"{key} = {meant[0].name}")
    return found


def _may_be(one: str, other: str) -> bool:
    """Whether two names agree but for lost letters; two signs in a row may be one letter."""
    return any(
        len(a) == len(b) and all(x == y or x in LOST or y in LOST for x, y in zip(a, b, strict=True))
        for a, b in ((one, other), (one.replace("??", "?"), other.replace("??", "?")))
    )


def iso_day(text: str) -> str:
    """The day as the settings have it, or empty for another text."""
    try:
        return date.fromisoformat(text).isoformat() if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""
    except ValueError:
        return ""


def komi_in(text: str) -> float | None:
    """The komi in points of `7.5`, `-3`, `6,50`; None for another text."""
    return float(text.replace(",", ".")) if re.fullmatch(r"-?\d{1,2}([.,][05]0*)?", text) else None


def bar_text(tournament: Tournament) -> str:
    """The bar as it is or the first draw would decide it: a rank, or `none`."""
    bar = tournament.settings.start.bar
    return (bar if bar != "auto" else decide(tournament).bar) or "none"


def bar_rank(tournament: Tournament) -> int | None:
    """The same as an integer; None where there is none."""
    text = bar_text(tournament)
    return None if text == "none" else parse_rank(text)[0]


def none_from_text(tournament: Tournament) -> str:
    """The rank above which there are no handicaps as a rank or `none`, the bar as the rank that it is."""
    text = tournament.settings.handicap.none_from
    return bar_text(tournament) if text == "bar" else text


def country_code(player: Player, losses: Report) -> str:
    """The two letters of a player's country, blank where it has none; a country that is kept otherwise is lost."""
    code = two_letters(player.country)
    if player.country and not code:
        losses.add("countries that are not two-letter codes", player.country, of="country")
    return code


def start_ranks(tournament: Tournament) -> dict[str, int]:
    """Start scores by player id, as ranks: 0 is the score of a 1 dan."""
    from ...model.placing.start_scores import start_scores

    begin = start_scores(tournament.players, tournament.settings)
    return {pid: value // 2 - begin.shift for pid, value in begin.half_points.items()}


#: A document type that only names a file of rules, as OpenGotha once wrote it, after what may precede it.
_DOCUMENT_TYPE = re.compile(
    rb"""(?P<before>(?>\s|<\?(?s:.*?)\?>|<!--(?s:.*?)-->)*+)
    <!DOCTYPE\s+[^\s<>\[\]"']+(?:\s+SYSTEM|\s+PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*'))?(?:\s+(?:"[^"<>]*"|'[^'<>]*'))?\s*>""",
    re.VERBOSE,
)


def parse_xml(data: bytes, name: str) -> Element:
    """The root of an XML file from anywhere. Raises InputError for entities, or a document type that defines anything.

    A document type that only names a file is passed over, and the file never opened.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    data = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    named = _DOCUMENT_TYPE.match(data)
    if named:  # the lines stay, for what a parser says of them
        data = named["before"] + b"\n" * named[0][named.end("before") :].count(b"\n") + data[named.end() :]
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except ParseError as error:
        raise InputError([Problem(f"not well-formed XML: {error}", name)]) from None
    except DefusedXmlException:
        message = "a document type with its own definitions"
        raise InputError([Problem(message, name, expected="plain XML without entities")]) from None
    except (ValueError, LookupError) as error:
        raise InputError([Problem(f"not readable as XML: {error}", name)]) from None
    return root


def text_at(element: Element, path: str) -> str:
    """The text of an element below, on one line; nothing where there is no such element."""
    return " ".join((element.findtext(path) or "").split())


def xml_bytes(root: Element, blanks: str) -> bytes:
    """A file of XML, each level further in by the blanks."""
    indent(root, blanks)
    return b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' + tostring(root) + b"\n"


def whole_number(text: str | None, default: int, low: int, high: int) -> int:
    """A whole number within limits, the default where there is none."""
    try:
        return max(low, min(high, int((text or "").strip())))
    except ValueError:
        return default


def plain_number(text: str | None) -> str:
    """A positive whole number as text without zeros before it, as ids and pins are; empty for anything else."""
    match = _NUMBER.fullmatch((text or "").strip())
    return match[1] if match else ""


def numbers_of(players: Sequence[Player]) -> dict[str, int]:
    """The players' numbers by id, for a program that has numbers: the ids, or from 1 where any is no number."""
    whole = all(plain_number(p.id) == p.id for p in players)
    return {p.id: int(p.id) if whole else k for k, p in enumerate(players, 1)}


def flag(text: str | None, default: bool) -> bool:
    """Whether a text is `true`, the default where there is none."""
    return default if text is None else text.strip().lower() == "true"


@dataclass(slots=True)
class RoundInFile:
    """A round while it is read: its games, its byes, and who has one of them."""

    number: int
    report: Report
    games: list[Game] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    busy: set[str] = field(default_factory=set)

    def take(self, players: Sequence[str], where: str) -> bool:
        """Whether none of the players of a game or bye has another one; from now on they have."""
        if not players or len(set(players)) < len(players) or self.busy.intersection(players):
            self.report.add("players with two games in a round; only the first one is kept", where)
            return False
        self.busy.update(players)
        return True

    def free_table(self, table: int, where: str) -> int:
        """The table, or one after all others if it is used already."""
        used = {game.table for game in self.games}
        if table not in used:
            return table
        self.report.add("tables used twice in a round; the second game gets a new table", where)
        return max(used) + 1

    def drawn(self, absent: Iterable[str], unpaired: Iterable[str] = ()) -> Round:
        """The round, its games by table."""
        games = tuple(sorted(self.games, key=lambda game: game.table))
        return Round(self.number, games, tuple(self.byes), tuple(absent), tuple(unpaired))


def games_of(tournament: Tournament) -> Iterator[tuple[str, Game]]:
    """Every game of the rounds that are no drafts, and where it is: `round 2 table 7`."""
    for drawn in tournament.published:
        for game in drawn:
            yield f"round {drawn.number} table {game.table}", game


MOST_CLUBS = 3  # named of those that share an abbreviation


def to_set(*settings: str) -> tuple[Way, ...]:
    """How something is set, as it is typed: `event.begin=2026-03-07`."""
    return (Way("", "set", assignments=settings),)


def note_columns(players: Iterable[Player], losses: Report, is_kept: Callable[[str], bool] | None = None) -> None:
    """Name the columns of the registrations beyond ours in which somebody has something, but for those kept."""
    titles = (title for p in players for title, value in p.extra if value and not (is_kept and is_kept(title)))
    for title in dict.fromkeys(titles):
        losses.add("other columns of the registrations", title)


def is_licence(title: str) -> bool:
    """Whether a column of the registrations has the French licences."""
    return title.casefold() == "ffg"


def note_one_club(clubs: Iterable[tuple[str, str]], losses: Report) -> None:
    """Name the clubs that share an abbreviation, given pairs of a club and its abbreviation."""
    known, sharing = {club: written for club, written in clubs if club}, dict[str, list[str]]()
    for club, written in known.items():
        sharing.setdefault(written, []).append(club)
    remark = f"clubs with the same abbreviation: {len(known)} clubs become {len(sharing)}"
    for written, names in sharing.items():
        if len(names) > 1:
            losses.add(remark, f"{written} = {first_few(names, MOST_CLUBS, ' = ')}", of="club")


def note_left(player: Player, losses: Report) -> None:
    """Name somebody who has left, which no format knows; who is disqualified may have a place in it."""
    if player.disqualified:
        losses.add("disqualified players are written as withdrawn, and keep their places", player.name, of="status")
    if player.has_left:
        losses.add("withdrawals, written as absent from all later rounds", player.name, of="status rounds")


def note_unexcused(tournament: Tournament, losses: Report) -> None:
    """Name the absences without excuse, where a format has one kind only and absences give points."""
    remark = "unexcused absences: in this format they get the points of excused ones"
    for player in tournament.players if tournament.settings.points.absence else ():
        for number in sorted(player.unexcused):
            losses.add(remark, f"{player.name} round {number}", of="unexcused")


def egd_pin(player: Player, losses: Report) -> str:
    """The pin for a field of EGD pins; nothing where it cannot be one, such as a number of another association."""
    if player.pin and not is_egd_pin(player.pin):
        losses.add("pins that cannot be EGD pins (eight digits), left out", f"{player.pin} of {player.name}", of="pin")
        return ""
    return player.pin


def note_unpaired(
    rounds: Iterable[Round], losses: Report, remark: str = "entered but without a game: written as an absence"
) -> None:
    """Name who was left without a game, which no format knows."""
    for drawn in rounds:
        for pid in drawn.unpaired:
            losses.add(remark, f"round {drawn.number} {pid}", of="unpaired absences")


def note_settings(
    settings: Settings, losses: Report, *rows: tuple[bool, str, str] | tuple[bool, str, str, str]
) -> None:
    """Tell what of the settings is lost, if it is: its name, a remark, and perhaps the case; groups no format knows."""
    groups = "groups and the final after them: rounds are kept, not who is in which group or what counts on"
    for is_lost, name, remark, *case in ((settings.groups.number > 0, "groups", groups), *rows):
        if is_lost:
            losses.add(remark, "".join(case), of=f"settings.{name}")
