"""Where and when the tournament is, who takes part, and at which tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..person import RANK_RULES
from . import kinds as kind
from .setting import Section, setting

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
