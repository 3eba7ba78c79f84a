"""The occasion: place and time, entrants and tables, pages, phones and prizes, and what the first draw has decided."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from ...language import LANGUAGES
from ..person import RANK_RULES
from . import kinds as kind
from .setting import Section, setting
from .systems import ID_GROUPS, SHARES

_RANK_RULE = kind.choice(*RANK_RULES)  # in a class below, `kind` is a setting


@dataclass(frozen=True, slots=True)
class EventSettings(Section):
    """Where and when the tournament is, and its time settings: what result files for others say of it."""

    TITLE: ClassVar[str] = "Place, dates and times"

    place: str = setting("", kind.LINE, "Town", "town", public=True)
    country: str = setting("", kind.LINE, "Country", "country code of two letters, such as DE", public=True)
    begin: str = setting("", kind.DATE, "First day", "first day, such as 2026-03-07", public=True)
    end: str = setting("", kind.DATE, "Last day", "last day", public=True)
    round_times: tuple[str, ...] = setting(
        (),
        kind.TIMES,
        "Start of each round",
        'start of each round: ["2026-05-01 10:00", "2026-05-01 14:30"]',
        public=True,
    )
    round_minutes: int = setting(
        180, kind.whole(1, 1440), "Minutes of a round", "how long a round lasts, in minutes (to find clashes)"
    )
    congress: tuple[str, ...] = setting(
        (),
        kind.TEXTS,
        "Other events of the congress",
        'folders of other events of the congress, from this one: ["../pairgo"]; a draw says who would be in two places',
    )
    internet: bool = setting(False, kind.FLAG, "Played on the internet", "played on the internet", public=True)
    basic_time: int = setting(0, kind.whole(0, 600), "Basic time", "basic time in minutes; 0 = not given", public=True)
    overtime: str = setting(
        "sudden death",
        kind.choice("sudden death", "byo-yomi", "canadian", "fischer"),
        "Overtime",
        "what comes after the basic time",
        public=True,
    )
    overtime_seconds: int = setting(
        30,
        kind.whole(0, 3600),
        "Seconds of overtime",
        "seconds of a byo-yomi or Canadian period, or of a Fischer increment",
        public=True,
    )
    overtime_stones: int = setting(
        15, kind.whole(1, 100), "Stones of overtime", "stones in a Canadian period", public=True
    )


@dataclass(frozen=True, slots=True)
class EntrantSettings(Section):
    """Who takes part: single players, pairs and rengo teams (two to five people at one board), or teams."""

    TITLE: ClassVar[str] = "Entrants"

    kind: str = setting(
        "players",
        kind.choice("players", "pairs", "teams"),
        "Who takes part",
        "players; pairs = two to five people who play one game together (pair go, rengo); teams = people at boards",
        public=True,
    )
    rank: str = setting(
        "mean",
        _RANK_RULE,
        "Rank of several people",
        "rank and rating of an entrant out of its members': mean = the nearest (a half goes to the weaker), "
        "mean down, mean up; a rank that you enter counts instead",
        public=True,
    )

    @property
    def word(self) -> str:
        """What one of those who take part is called: player, pair or team."""
        return self.kind.removesuffix("s")


@dataclass(frozen=True, slots=True)
class TeamSettings(Section):
    """Matches of teams (only if entrants.kind = teams): boards, colours, handicaps, and how teams may line up."""

    TITLE: ClassVar[str] = "Teams"

    boards: int = setting(4, kind.whole(2, 10), "Boards in a match", "boards in a match of two teams", public=True)
    colours: str = setting(
        "alternating",
        kind.choice("alternating", "same"),
        "White at further boards",
        "White at boards 2, 3, …: alternating, or the same team as at board 1 (same); in handicap games the stronger",
        public=True,
    )
    handicaps: str = setting(
        "none",
        kind.choice("none", "rank"),
        "Handicap at boards",
        "handicap at a board: none, or by the difference in rank of the two who sit there (rank), with reduction, "
        "maximum, none_from and komi of the section handicap",
        public=True,
    )
    order: str = setting(
        "rank",
        kind.choice("rank", "rating", "free"),
        "Order of boards",
        "order of a team's boards: the strongest at board 1, by rank or by rating, or any order (free)",
        public=True,
    )
    tolerance: int = setting(
        0,
        kind.whole(0, 1000),
        "Tolerance in the order",
        "how much stronger somebody may be than a person at a board before theirs, in ranks or in points of rating",
        public=True,
    )
    substitutes: str = setting(
        "seat",
        kind.choice("seat", "strength", "none"),
        "Seat of a substitute",
        "where a substitute sits: at the board of who is missing (seat), or where all who play are seated by strength "
        "again (strength); none = nobody may play instead of another",
        public=True,
    )


@dataclass(frozen=True, slots=True)
class TableSettings(Section):
    """How boards are numbered."""

    TITLE: ClassVar[str] = "Tables"

    first: int = setting(1, kind.whole(1, 9999), "First table", "number of the first table")
    out_of_use: tuple[int, ...] = setting((), kind.NUMBERS, "Tables not used", "numbers of tables that are not used")
    fixed: tuple[tuple[str, int], ...] = setting(
        (), kind.FIXED, "Fixed tables", 'players who need a certain table, by id: {"17" = 1}'
    )


@dataclass(frozen=True, slots=True)
class PageSettings(Section):
    """How published pages look."""

    TITLE: ClassVar[str] = "Look of the pages"

    logo: str = setting(
        "", kind.FILE_NAME, "Logo", "picture at the top: a PNG, JPEG or SVG file beside this one, at most 512 KB"
    )
    colour: str = setting("", kind.COLOUR, "First colour", "colour of the top of each page, such as #1f4e79")
    accent: str = setting("", kind.COLOUR, "Second colour", "colour of links and table numbers, such as #b3541e")
    language: str = setting(
        "en",
        kind.choice(*LANGUAGES),
        "Language of the pages",
        "language of the pages, the slips and the screens in the hall",
    )
    languages: tuple[str, ...] = setting(
        (),
        kind.LANGUAGE_LIST,
        "Further languages",
        'further languages of the pages, each in a folder of its own: ["de", "fr"]',
    )

    @property
    def every_language(self) -> tuple[str, ...]:
        """The language of the pages, and after it the further ones."""
        return tuple(dict.fromkeys((self.language, *self.languages)))


@dataclass(frozen=True, slots=True)
class HallSettings(Section):
    """What players do from their phones."""

    TITLE: ClassVar[str] = "Phones in the hall"

    confirm: str = setting(
        "both",
        kind.choice("both", "desk"),
        "Results that both players say",
        "when a result from phones counts: both = as soon as both players say the same, desk = when the desk agrees",
    )


@dataclass(frozen=True, slots=True)
class PrizeSettings(Section):
    """How the prizes of `prizes.csv` are given (docs: how prizes are given)."""

    TITLE: ClassVar[str] = "Prizes"

    give: str = setting(
        "highest value",
        kind.choice("highest value", "most prizes", "several"),
        "Prizes for each person",
        "highest value = one prize a person, the most valuable; most prizes = one a person, so that as many as "
        "possible are given; several = each prize by its place alone",
    )
    ties: str = setting(
        "share",
        kind.choice("share", "hort", "decide"),
        "Ties for prizes",
        "tied players share money equally (share), half by place and half equally (hort), or the order of the "
        "standings decides (decide)",
    )
    tie_criteria: int = setting(
        0,
        kind.whole(0, 25),
        "Criteria that make a tie",
        "players are tied if equal in so many of the first placing criteria; 0 = in all of them",
    )
    equal: str = setting(
        "line",
        kind.choice("line", "lot"),
        "Order of equal players",
        "who comes first where the standings leave players equal: by rank and rating (line), or by lot",
    )
    unit: str = setting(
        "0.01",
        kind.choice("0.01", "0.05", "0.1", "0.5", "1", "5", "10"),
        "Smallest amount of money",
        "smallest amount of money that a share is rounded to",
    )
    remainder: str = setting(
        "first",
        kind.choice("first", "kept"),
        "What cannot be divided",
        "what cannot be divided goes to the first of the tied players, a unit each, or is kept by the organisers",
    )
    eligible: str = setting(
        "",
        kind.LINE,
        "Who can win a prize",
        'who can win a prize at all, such as "present=yes and resident=yes"; empty = everybody',
    )

    @property
    def hundredths(self) -> int:
        """The unit in hundredths."""
        return int(Decimal(self.unit) * 100)


@dataclass(frozen=True, slots=True)
class DecidedSettings(Section):
    """What the program decided at the first draw and keeps until the director changes it."""

    scheme: str = setting(
        "",
        kind.choice("", "rank", "regular", "bands", "swiss"),
        "",
        "start scheme that the other decided values belong to",
    )
    bar: str = setting("", kind.rank_or(""), "", "rank that bar = auto has chosen")
    boundaries: tuple[str, ...] = setting(
        (), kind.BOUNDARIES, "", "weakest player of each start group (scheme regular): rank, rating, lot"
    )
    zero_shift: str = setting("", kind.WHOLE_TEXT, "", "added to every start score so that start.zero is shown as 0")
    supergroup: str = setting("", kind.BOUNDARY, "", "weakest player chosen by supergroup_size: rank, rating, lot")
    supergroup_ids: tuple[str, ...] = setting((), kind.IDS, "", "ids of the players chosen by supergroup_size")
    acceleration: tuple[str, ...] = setting(
        (), SHARES, "", "weakest player of each share with virtual points: share, rank, rating, lot"
    )
    drawn_groups: tuple[tuple[str, ...], ...] = setting(
        (), ID_GROUPS, "", "ids of the players of each group, strongest first"
    )
    finalists: tuple[str, ...] = setting((), kind.IDS, "", "ids of the finalists, best first")
    seed: str = setting("", kind.WHOLE_TEXT, "", "seed of the lottery between equal players")
    baku_rounds: str = setting("", kind.WHOLE_TEXT, "", "number of rounds that Baku acceleration was spelt out for")
    version: str = setting("", kind.WHOLE_TEXT, "", "version of presets and turns that counts; blank: the first one")

    @property
    def made(self) -> bool:
        """Whether anything has been decided."""
        return bool(self.scheme or self.zero_shift)
