"""The occasion: place and time, entrants and tables, pages, phones and prizes, and what the first draw has decided."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ...language import LANGUAGES
from ..person import RANK_RULES
from . import kinds as kind
from .kinds import Section, SettingKind, list_of, text_in, when
from .play import SHARES


def _distinct(groups: tuple[tuple[str, ...], ...]) -> bool:
    everybody = [player for group in groups for player in group]
    return len(set(everybody)) == len(everybody)


ID_GROUPS = SettingKind(
    when(list_of(list_of(when(text_in, bool))), _distinct),
    'a list of groups of player ids, such as [["1", "4"], ["2", "3"]]',
    lambda made: [list(g) for g in made],
)
_RANK_RULE = kind.choice(*RANK_RULES)  # in a class below, `kind` is a setting


@dataclass(frozen=True, slots=True)
class EventSettings(Section, title="Place, dates and times"):
    """Where and when the tournament is, and its time settings: what result files for others say of it."""

    place: str = kind.LINE.public("", "Town", "town")
    country: str = kind.LINE.public("", "Country", "country code of two letters, such as DE")
    begin: str = kind.DATE.public("", "First day", "first day, such as 2026-03-07")
    end: str = kind.DATE.public("", "Last day", "last day")
    round_times: tuple[str, ...] = kind.TIMES.public(
        (),
        "Start of each round",
        "start of each round",
        toml='["2026-05-01 10:00", "2026-05-01 14:30"]',
        typed="one round a line: 1.5.2026 10:00",
    )
    round_minutes: int = kind.whole(1, 1440).private(
        180, "Minutes of a round", "how long a round lasts, in minutes (to find clashes)"
    )
    congress: tuple[str, ...] = kind.TEXTS.private(
        (),
        "Other events of the congress",
        "folders of other events of the congress, from this one; a draw says who would be in two places",
        toml='["../pairgo"]',
        typed="one folder a line: ../pairgo",
    )
    internet: bool = kind.FLAG.public(False, "Played on the internet", "played on the internet")
    basic_time: int = kind.whole(0, 600).public(0, "Basic time", "basic time in minutes; 0 = not given")
    overtime: str = kind.choice("sudden death", "byo-yomi", "canadian", "fischer").public(
        "sudden death", "Overtime", "what comes after the basic time"
    )
    overtime_seconds: int = kind.whole(0, 3600).public(
        30, "Seconds of overtime", "seconds of a byo-yomi or Canadian period, or of a Fischer increment"
    )
    overtime_stones: int = kind.whole(1, 100).public(15, "Stones of overtime", "stones in a Canadian period")


@dataclass(frozen=True, slots=True)
class EntrantSettings(Section, title="Entrants"):
    """Who takes part: single players, pairs and rengo teams (two to five people at one board), or teams."""

    kind: str = kind.choice("players", "pairs", "teams").public(
        "players",
        "Who takes part",
        "players; pairs = two to five people who play one game together (pair go, rengo); teams = people at boards",
    )
    rank: str = _RANK_RULE.public(
        "mean",
        "Rank of several people",
        "rank and rating of an entrant out of its members': mean = the nearest (a half goes to the weaker), "
        "mean down, mean up; a rank that you enter counts instead",
    )

    @property
    def word(self) -> str:
        """What one of those who take part is called: player, pair or team."""
        return self.kind.removesuffix("s")


@dataclass(frozen=True, slots=True)
class TeamSettings(Section, title="Teams"):
    """Matches of teams (only if entrants.kind = teams): boards, colours, handicaps, and how teams may line up."""

    boards: int = kind.whole(2, 10).public(4, "Boards in a match", "boards in a match of two teams")
    colours: str = kind.choice("alternating", "same").public(
        "alternating",
        "White at further boards",
        "White at boards 2, 3, …: alternating, or the same team as at board 1 (same); in handicap games the stronger",
    )
    handicaps: str = kind.choice("none", "rank").public(
        "none",
        "Handicap at boards",
        "handicap at a board: none, or by the difference in rank of the two who sit there (rank), with reduction, "
        "maximum, none_from and komi of the section handicap",
    )
    order: str = kind.choice("rank", "rating", "free").public(
        "rank",
        "Order of boards",
        "order of a team's boards: the strongest at board 1, by rank or by rating, or any order (free)",
    )
    tolerance: int = kind.whole(0, 1000).public(
        0,
        "Tolerance in the order",
        "how much stronger somebody may be than a person at a board before theirs, in ranks or in points of rating",
    )
    substitutes: str = kind.choice("seat", "strength", "none").public(
        "seat",
        "Seat of a substitute",
        "where a substitute sits: at the board of who is missing (seat), or where all who play are seated by strength "
        "again (strength); none = nobody may play instead of another",
    )


@dataclass(frozen=True, slots=True)
class TableSettings(Section, title="Tables"):
    """How boards are numbered."""

    first: int = kind.whole(1, 9999).private(1, "First table", "number of the first table")
    out_of_use: tuple[int, ...] = kind.NUMBERS.private(
        (), "Tables not used", "numbers of tables that are not used", typed="with commas: 13, 14"
    )
    fixed: tuple[tuple[str, int], ...] = kind.FIXED.private(
        (),
        "Fixed tables",
        "players who need a certain table, by id",
        toml='{"17" = 1}',
        typed="one player a line: 17 = 1",
    )


@dataclass(frozen=True, slots=True)
class PageSettings(Section, title="Look of the pages"):
    """How published pages look."""

    logo: str = kind.FILE_NAME.private(
        "", "Logo", "picture at the top: a PNG, JPEG or SVG file beside this one, at most 512 KB"
    )
    colour: str = kind.COLOUR.private("", "First colour", "colour of the top of each page, such as #1f4e79")
    accent: str = kind.COLOUR.private("", "Second colour", "colour of links and table numbers, such as #b3541e")
    language: str = kind.choice(*LANGUAGES).private(
        "en", "Language of the pages", "language of the pages, the slips and the screens in the hall", names=LANGUAGES
    )
    languages: tuple[str, ...] = kind.LANGUAGE_LIST.private(
        (),
        "Further languages",
        "further languages of the pages, each in a folder of its own",
        toml='["de", "fr"]',
        typed="one language a line: de",
    )

    @property
    def every_language(self) -> tuple[str, ...]:
        """The language of the pages, and after it the further ones."""
        return tuple(dict.fromkeys((self.language, *self.languages)))


@dataclass(frozen=True, slots=True)
class HallSettings(Section, title="Phones in the hall"):
    """What players do from their phones."""

    confirm: str = kind.choice("both", "desk").private(
        "both",
        "Results that both players say",
        "when a result from phones counts: both = as soon as both players say the same, desk = when the desk agrees",
        names={"both": "as soon as both players say the same", "desk": "when the desk agrees"},
    )


@dataclass(frozen=True, slots=True)
class PrizeSettings(Section, title="Prizes"):
    """How the prizes of `prizes.csv` are given (docs: how prizes are given)."""

    give: str = kind.choice("highest value", "most prizes", "several").private(
        "highest value",
        "Prizes for each person",
        "highest value = one prize a person, the most valuable; most prizes = one a person, so that as many as "
        "possible are given; several = each prize by its place alone",
        names={
            "highest value": "one, the most valuable",
            "most prizes": "one, so that most are given",
            "several": "all that they win",
        },
    )
    ties: str = kind.choice("share", "hort", "decide").private(
        "share",
        "Ties for prizes",
        "tied players share money equally (share), half by place and half equally (hort), or the order of the "
        "standings decides (decide)",
        names={
            "share": "shared equally",
            "hort": "half by place, half equally",
            "decide": "by the order of the standings",
        },
    )
    tie_criteria: int = kind.whole(0, 25).private(
        0,
        "Criteria that make a tie",
        "players are tied if equal in so many of the first placing criteria; 0 = in all of them",
    )
    equal: str = kind.choice("line", "lot").private(
        "line",
        "Order of equal players",
        "who comes first where the standings leave players equal: by rank and rating (line), or by lot",
        names={"line": "by rank and rating", "lot": "by lot"},
    )
    unit: str = kind.choice("0.01", "0.05", "0.1", "0.5", "1", "5", "10").private(
        "0.01", "Smallest amount of money", "smallest amount of money that a share is rounded to"
    )
    remainder: str = kind.choice("first", "kept").private(
        "first",
        "What cannot be divided",
        "what cannot be divided goes to the first of the tied players, a unit each, or is kept by the organisers",
        names={"first": "goes to the first of them", "kept": "kept by the organisers"},
    )
    eligible: str = kind.LINE.private(
        "",
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

    scheme: str = kind.choice("", "rank", "regular", "bands", "swiss").private(
        "", "", "start scheme that the other decided values belong to"
    )
    bar: str = kind.rank_or("").private("", "", "rank that bar = auto has chosen")
    boundaries: tuple[str, ...] = kind.BOUNDARIES.private(
        (), "", "weakest player of each start group (scheme regular): rank, rating, lot"
    )
    zero_shift: str = kind.WHOLE_TEXT.private("", "", "added to every start score so that start.zero is shown as 0")
    supergroup: str = kind.BOUNDARY.private("", "", "weakest player chosen by supergroup_size: rank, rating, lot")
    supergroup_ids: tuple[str, ...] = kind.IDS.private((), "", "ids of the players chosen by supergroup_size")
    acceleration: tuple[str, ...] = SHARES.private(
        (), "", "weakest player of each share with virtual points: share, rank, rating, lot"
    )
    drawn_groups: tuple[tuple[str, ...], ...] = ID_GROUPS.private(
        (), "", "ids of the players of each group, strongest first"
    )
    finalists: tuple[str, ...] = kind.IDS.private((), "", "ids of the finalists, best first")
    seed: str = kind.WHOLE_TEXT.private("", "", "seed of the lottery between equal players")
    baku_rounds: str = kind.WHOLE_TEXT.private("", "", "number of rounds that Baku acceleration was spelt out for")
    version: str = kind.WHOLE_TEXT.private("", "", "version of presets and turns that counts; blank: the first one")

    @property
    def made(self) -> bool:
        """Whether anything has been decided."""
        return bool(self.scheme or self.zero_shift)
