"""The settings of a tournament: what each is called, what it may be, and what it means.

Every setting is declared once, as a field with its kind. Reading a TOML file, `mcmahon set`, the comments of a new
`tournament.toml` and the error messages all come from these declarations. Presets only change defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from functools import cache
from typing import Any, Literal, get_args

from ..errors import InputError, Problem
from ..language import LANGUAGES
from . import setting_kinds as event_kind
from . import setting_kinds as kind
from .person import RANK_RULES
from .ranks import parse_rank
from .rules import CountRule
from .same_names import Clubs
from .setting_kinds import Lock, SettingKind
from .systems import ACCELERATION, ID_GROUPS, SHARES, Accelerated, accelerated


def _setting(default: Any, what: SettingKind, doc: str) -> Any:
    return field(default=default, metadata={"kind": what, "doc": doc})


class _Checked:
    """Settings that are of their kinds. Raises InputError with every value that is not, whoever made them."""

    __slots__ = ()

    def __post_init__(self) -> None:
        problems = []
        for f in fields(self):  # type: ignore[arg-type]
            value, kind = getattr(self, f.name), f.metadata.get("kind")
            if kind is not None and not kind.holds(value):
                place, expected = (
                    f"{type(self).__name__}.{f.name}",
                    f"{kind.expected}; in Python, for example {f.default!r}",
                )
                problems.append(Problem(f"{place}: wrong value", value=str(value), expected=expected))
        if problems:
            raise InputError(problems)


@dataclass(frozen=True, slots=True)
class StartSettings(_Checked):
    """Start scores (rules: section 1). `bar` and `floor` are ranks as text, `auto` or `none`."""

    scheme: str = _setting("rank", kind.choice("rank", "regular", "bands", "swiss"), "how start scores are assigned")
    bar: str = _setting(
        "auto", kind.rank_or("auto", "none"), "players of this rank or stronger start with the same score"
    )
    floor: str = _setting("30k", kind.rank_or("none"), "players below this rank start with the score of this rank")
    zero: str = _setting("1d", kind.rank_or("top", "bottom"), "start score that is shown as 0")
    sorted_by: str = _setting(
        "rank", kind.choice("rank", "rating"), "sort players first by rank or by rating (scheme regular, acceleration)"
    )
    group_size: int = _setting(
        0, kind.whole(0, 1000), "players in each start group (scheme regular); 0 = chosen from the number of rounds"
    )
    bands: tuple[str, ...] = _setting((), kind.BANDS, 'rank ranges, strongest first (scheme bands): ["7d-1d", "1k-6k"]')
    supergroup: tuple[str, ...] = _setting((), kind.IDS, "ids of the players who start above the bar")
    supergroup_size: int = _setting(
        0, kind.whole(0, 1000), "how many of the strongest also start above the bar (by rank, rating, lot); 0 = none"
    )
    supergroup_points: int = _setting(1, kind.whole(1, 5), "how many points above the bar the supergroup starts")
    acceleration: tuple[str, ...] = _setting(
        (),
        ACCELERATION,
        "virtual points, for pairing alone: baku (FIDE), or rounds, points and how many of the strongest: "
        '["1-2 1 1/2"]; several lines: a player has the most that one gives',
    )


@dataclass(frozen=True, slots=True)
class HandicapSettings(_Checked):
    """Handicap and the komi that goes with it (rules: section 3)."""

    rule: str = _setting(
        "mms", kind.choice("none", "mms", "rank"), "no handicaps, or by the difference of McMahon scores or ranks"
    )
    reduction: int = _setting(1, kind.whole(0, 9), "stones subtracted from the difference")
    maximum: int = _setting(9, kind.whole(0, 9), "largest handicap")
    none_from: str = _setting(
        "none",
        kind.rank_or("none"),
        "for handicaps, players stronger than this rank count as this rank (if rule = mms, only in start scheme rank)",
    )
    komi: int = _setting(1, kind.HALVES, "komi with two or more stones (handicap 1 means komi 0.5)")


@dataclass(frozen=True, slots=True)
class PointsSettings(_Checked):
    """What a round without an ordinary game gives (rules: section 2), in half points."""

    bye: int = _setting(1, kind.POINTS, "points for the bye: 0, 0.5 or 1")
    bye_wins: int = _setting(0, kind.POINTS, "what the bye adds to WINS: 0, 0.5 or 1")
    absence: int = _setting(1, kind.POINTS, "points for an excused absence: 0, 0.5 or 1")
    absence_wins: int = _setting(0, kind.POINTS, "what an excused absence adds to WINS: 0, 0.5 or 1")
    default_wins: int = _setting(
        2, kind.POINTS, "what a win by forfeit adds to WINS: 0, 0.5 or 1 (it always gives 1 point)"
    )
    round_down: str = _setting(
        "absences",
        kind.choice("none", "absences", "absences and byes"),
        "kinds of rounds without a game whose points (and wins) are added up, and the sum rounded down",
    )
    void: int = _setting(1, kind.POINTS, "points for each player of a game without a result")


@dataclass(frozen=True, slots=True)
class PlacingSettings(_Checked):
    """The order of the standings (rules: section 7)."""

    order: tuple[str, ...] = _setting(("MMS", "SOS"), kind.CRITERIA, "placing criteria, most important first")
    empty_round: str = _setting(
        "own start",
        kind.choice("own start", "zero", "normalised"),
        "SOS of a round without an opponent: own start score, zero, or mean of the other rounds (normalised; Mays)",
    )
    empty_round_sosos: str = _setting(
        "own SOS",
        kind.choice("own SOS", "own start", "zero"),
        "SOSOS of a round without an opponent: own SOS (BGA), own start × rounds (OpenGotha), or zero",
    )
    default_games: bool = _setting(True, kind.FLAG, "whether the opponent in a forfeited game counts in SOS")
    opponents_unplayed: str = _setting(
        "as scored",
        kind.choice("as scored", "half"),
        "how an opponent's byes, absences and forfeits count in SOS: as scored, or half a point each (Mays)",
    )
    handicap_in_sos: bool = _setting(
        False, kind.FLAG, "whether stones given are added to an opponent's score in SOS (OpenGotha)"
    )


@dataclass(frozen=True, slots=True)
class GroupSettings(_Checked):
    """Groups as round robins, then a final of the first of each, and a consolation of all others."""

    number: int = _setting(0, kind.whole(0, 64), "number of groups; 0 = no groups")
    apart: str = _setting("club", kind.choice("none", "club", "country"), "who is kept apart where the groups are made")
    finalists: int = _setting(2, kind.whole(1, 16), "how many of each group play the final")
    final: str = _setting(
        "round-robin",
        kind.choice("round-robin", "swiss"),
        "the final: everybody meets everybody, or a draw by scores (start.* says what they begin with)",
    )
    carry_over: str = _setting(
        "nothing",
        kind.choice("nothing", "games", "all"),
        "what counts on after the groups: nothing, the games between two of the same part (games), or all; only with "
        "nothing may players meet again",
    )


@dataclass(frozen=True, slots=True)
class EventSettings(_Checked):
    """Where and when the tournament is, and its time settings: what result files for others say of it."""

    place: str = _setting("", kind.LINE, "town")
    country: str = _setting("", kind.LINE, "country code of two letters, such as DE")
    begin: str = _setting("", event_kind.DATE, "first day, such as 2026-03-07")
    end: str = _setting("", event_kind.DATE, "last day")
    round_times: tuple[str, ...] = _setting(
        (), event_kind.TIMES, 'start of each round: ["2026-05-01 10:00", "2026-05-01 14:30"]'
    )
    round_minutes: int = _setting(180, kind.whole(1, 1440), "how long a round lasts, in minutes (to find clashes)")
    congress: tuple[str, ...] = _setting(
        (),
        kind.TEXTS,
        'folders of other events of the congress, from this one: ["../pairgo"]; a draw says who would be in two places',
    )
    internet: bool = _setting(False, kind.FLAG, "played on the internet")
    basic_time: int = _setting(0, kind.whole(0, 600), "basic time in minutes; 0 = not given")
    overtime: str = _setting(
        "sudden death",
        kind.choice("sudden death", "byo-yomi", "canadian", "fischer"),
        "what comes after the basic time",
    )
    overtime_seconds: int = _setting(
        30, kind.whole(0, 3600), "seconds of a byo-yomi or Canadian period, or of a Fischer increment"
    )
    overtime_stones: int = _setting(15, kind.whole(1, 100), "stones in a Canadian period")


_RANK_RULE = kind.choice(*RANK_RULES)  # in the class below, `kind` is a setting


@dataclass(frozen=True, slots=True)
class EntrantSettings(_Checked):
    """Who takes part: single players, pairs and rengo teams (two to five people at one board), or teams."""

    kind: str = _setting(
        "players",
        kind.choice("players", "pairs", "teams"),
        "players; pairs = two to five people who play one game together (pair go, rengo); teams = people at boards",
    )
    rank: str = _setting(
        "mean",
        _RANK_RULE,
        "rank and rating of an entrant out of its members': mean = the nearest (a half goes to the weaker), "
        "mean down, mean up; a rank that you enter counts instead",
    )

    @property
    def word(self) -> str:
        """What one of those who take part is called: player, pair or team."""
        return self.kind.removesuffix("s")


@dataclass(frozen=True, slots=True)
class TeamSettings(_Checked):
    """Matches of teams (only if entrants.kind = teams): boards, colours, handicaps, and how teams may line up."""

    boards: int = _setting(4, kind.whole(2, 10), "boards in a match of two teams")
    colours: str = _setting(
        "alternating",
        kind.choice("alternating", "same"),
        "White at boards 2, 3, …: alternating, or the same team as at board 1 (same); in handicap games the stronger",
    )
    handicaps: str = _setting(
        "none",
        kind.choice("none", "rank"),
        "handicap at a board: none, or by the difference in rank of the two who sit there (rank), with reduction, "
        "maximum, none_from and komi of the section handicap",
    )
    order: str = _setting(
        "rank",
        kind.choice("rank", "rating", "free"),
        "order of a team's boards: the strongest at board 1, by rank or by rating, or any order (free)",
    )
    tolerance: int = _setting(
        0,
        kind.whole(0, 1000),
        "how much stronger somebody may be than a person at a board before theirs, in ranks or in points of rating",
    )
    substitutes: str = _setting(
        "seat",
        kind.choice("seat", "strength", "none"),
        "where a substitute sits: at the board of who is missing (seat), or where all who play are seated by strength "
        "again (strength); none = nobody may play instead of another",
    )


@dataclass(frozen=True, slots=True)
class RatingSettings(_Checked):
    """How the tournament counts for European ratings (EGF rating system, 2021)."""

    tournament_class: str = _setting(
        "auto",
        kind.choice("auto", "A", "B", "C", "D"),
        "EGF class: factor 1, 0.75, 0.5 or 0.25 of rating changes; auto = by the time settings, or A if none are set",
    )


#: The engines that can find a round; none changes what the best round is.
EngineName = Literal["both", "matching", "cp-sat"]
ENGINES: tuple[str, ...] = get_args(EngineName)


@dataclass(frozen=True, slots=True)
class PairingSettings(_Checked):
    """What a draw must keep and what it orders by (rules: sections 5 and 6)."""

    profile: str = _setting("balanced", kind.TEXT, "weight profile: its name, or the file name of your own profile")
    seeding: tuple[str, ...] = _setting(
        ("1-2 slide RATING", "3+ fold SOS RATING"),
        kind.SEEDING,
        "rounds, method (slide, fold, adjacent, random) and the order inside the score group",
    )
    draw_down: str = _setting(
        "middle", kind.choice("top", "middle", "bottom"), "which part of a score group is drawn down"
    )
    draw_up: str = _setting("middle", kind.choice("top", "middle", "bottom"), "which part of a score group is drawn up")
    even_at_bar: bool = _setting(True, kind.FLAG, "no handicap in games of a player at or above the bar")
    default_is_met: bool = _setting(True, kind.FLAG, "players of a forfeited game count as having met")
    rounding: str = _setting(
        "down",
        kind.choice("down", "lot", "half"),
        "how half points are rounded for pairing: down, by lot (up or down, drawn anew in each round), or not at all "
        "(half)",
    )
    max_difference: int = _setting(
        0, kind.whole(0, 99), "largest difference between the pairing scores of opponents; 0 = no limit"
    )
    repair_wider: int = _setting(
        1,
        kind.whole(0, 99),
        "by how many points a new board of a repair may be wider than those of the cheapest repair at the same "
        "scores, and its bye higher",
    )
    max_handicap: int = _setting(0, kind.whole(0, 99), "forbid pairs that would need more stones; 0 = no limit")
    families: str = _setting(
        "avoid",
        kind.choice("avoid", "forbid"),
        "players with a common group are kept apart where possible, or always",
    )
    geography_at_bar: str = _setting(
        "exempt",
        kind.choice("exempt", "counts"),
        "same club or country at or above the bar: exempt (only the weights same_club_at_bar and same_country_at_bar "
        "count), or counts (as elsewhere)",
    )
    meet_again: str = _setting(
        "never",
        kind.choice("never", "each turn"),
        "whether two players may meet again: never, or once in each turn of an all-play-all (each turn), which has one "
        "round less than players, or as many if they are odd; colours are then balanced over a turn",
    )
    plan_ahead: str = _setting(
        "legal",
        kind.choice("legal", "off"),
        "a round is the cheapest that leaves a legal plan for all rounds to come (legal), or the cheapest of all (off)",
    )
    engine: str = _setting(
        "both",
        kind.choice(*ENGINES),
        "how `pair` finds a round: by the matching engine with a second opinion of CP-SAT up to 265 players (both), by "
        "the matching engine alone (matching), or by CP-SAT (cp-sat); the boards are the same",
    )
    local_clubs: tuple[str, ...] = _setting(
        (), kind.TEXTS, "clubs of the local players, whom visitors should meet if possible"
    )
    club_groups: tuple[tuple[str, ...], ...] = _setting(
        (), kind.CLUB_GROUPS, 'clubs that count as one: [["Ulm", "Neu-Ulm"]]'
    )
    forbid: tuple[Lock, ...] = _setting(
        (),
        kind.LOCKS,
        'players who must not meet: [{players = ["3", "8"], rounds = "1-3"}]; '
        'with against = ["9"]: who must not meet player 9',
    )
    force: tuple[Lock, ...] = _setting((), kind.LOCKS, 'players who must meet: [{players = ["3", "8"], rounds = "2"}]')
    rules: tuple[CountRule, ...] = _setting(
        (), kind.RULES, 'rules over pairs: [{name = "few-clubmates", pairs = "same_club", at_most = 3}]'
    )

    @property
    def steps(self) -> int:
        """The steps of the pairing score in a point: 2 where half points count, else 1."""
        return 2 if self.rounding == "half" else 1


@dataclass(frozen=True, slots=True)
class TableSettings(_Checked):
    """How boards are numbered."""

    first: int = _setting(1, kind.whole(1, 9999), "number of the first table")
    out_of_use: tuple[int, ...] = _setting((), kind.NUMBERS, "numbers of tables that are not used")
    fixed: tuple[tuple[str, int], ...] = _setting((), kind.FIXED, 'players who need a certain table, by id: {"17" = 1}')


@dataclass(frozen=True, slots=True)
class PageSettings(_Checked):
    """How published pages look."""

    logo: str = _setting(
        "", event_kind.FILE_NAME, "picture at the top: a PNG, JPEG or SVG file beside this one, at most 512 KB"
    )
    colour: str = _setting("", event_kind.COLOUR, "colour of the top of each page, such as #1f4e79")
    accent: str = _setting("", event_kind.COLOUR, "colour of links and table numbers, such as #b3541e")
    language: str = _setting(
        "en", kind.choice(*LANGUAGES), "language of the pages, the slips and the screens in the hall"
    )
    languages: tuple[str, ...] = _setting(
        (), event_kind.LANGUAGE_LIST, 'further languages of the pages, each in a folder of its own: ["de", "fr"]'
    )

    @property
    def every_language(self) -> tuple[str, ...]:
        """The language of the pages, and after it the further ones."""
        return tuple(dict.fromkeys((self.language, *self.languages)))


@dataclass(frozen=True, slots=True)
class HallSettings(_Checked):
    """What players do from their phones."""

    confirm: str = _setting(
        "both",
        kind.choice("both", "desk"),
        "when a result from phones counts: both = as soon as both players say the same, desk = when the desk agrees",
    )


@dataclass(frozen=True, slots=True)
class PrizeSettings(_Checked):
    """How the prizes of `prizes.csv` are given (docs: how prizes are given)."""

    give: str = _setting(
        "highest value",
        kind.choice("highest value", "most prizes", "several"),
        "highest value = one prize a person, the most valuable; most prizes = one a person, so that as many as "
        "possible are given; several = each prize by its place alone",
    )
    ties: str = _setting(
        "share",
        kind.choice("share", "hort", "decide"),
        "tied players share money equally (share), half by place and half equally (hort), or the order of the "
        "standings decides (decide)",
    )
    tie_criteria: int = _setting(
        0, kind.whole(0, 25), "players are tied if equal in so many of the first placing criteria; 0 = in all of them"
    )
    equal: str = _setting(
        "line",
        kind.choice("line", "lot"),
        "who comes first where the standings leave players equal: by rank and rating (line), or by lot",
    )
    unit: str = _setting(
        "0.01",
        kind.choice("0.01", "0.05", "0.1", "0.5", "1", "5", "10"),
        "smallest amount of money that a share is rounded to",
    )
    remainder: str = _setting(
        "first",
        kind.choice("first", "kept"),
        "what cannot be divided goes to the first of the tied players, a unit each, or is kept by the organisers",
    )
    eligible: str = _setting(
        "", kind.LINE, 'who can win a prize at all, such as "present=yes and resident=yes"; empty = everybody'
    )

    @property
    def hundredths(self) -> int:
        """The unit in hundredths."""
        return int(Decimal(self.unit) * 100)


@dataclass(frozen=True, slots=True)
class DecidedSettings(_Checked):
    """What the program decided at the first draw and keeps until the director changes it."""

    scheme: str = _setting(
        "", kind.choice("", "rank", "regular", "bands", "swiss"), "start scheme that the other decided values belong to"
    )
    bar: str = _setting("", kind.rank_or(""), "rank that bar = auto has chosen")
    boundaries: tuple[str, ...] = _setting(
        (), kind.BOUNDARIES, "weakest player of each start group (scheme regular): rank, rating, lot"
    )
    zero_shift: str = _setting("", kind.WHOLE_TEXT, "added to every start score so that start.zero is shown as 0")
    supergroup: str = _setting("", kind.BOUNDARY, "weakest player chosen by supergroup_size: rank, rating, lot")
    supergroup_ids: tuple[str, ...] = _setting((), kind.IDS, "ids of the players chosen by supergroup_size")
    acceleration: tuple[str, ...] = _setting(
        (), SHARES, "weakest player of each share with virtual points: share, rank, rating, lot"
    )
    drawn_groups: tuple[tuple[str, ...], ...] = _setting(
        (), ID_GROUPS, "ids of the players of each group, strongest first"
    )
    finalists: tuple[str, ...] = _setting((), kind.IDS, "ids of the finalists, best first")
    seed: str = _setting("", kind.WHOLE_TEXT, "seed of the lottery between equal players")
    baku_rounds: str = _setting("", kind.WHOLE_TEXT, "number of rounds that Baku acceleration was spelt out for")

    @property
    def made(self) -> bool:
        """Whether anything has been decided."""
        return bool(self.scheme or self.zero_shift)


@dataclass(frozen=True, slots=True)
class Settings(_Checked):
    """All settings of one tournament; komi and points in half points, ranks as text."""

    preset: str = _setting("egf", kind.PRESET, "rule set that the defaults come from")
    name: str = _setting("", kind.LINE, "name of the tournament")
    rounds: int = _setting(5, kind.whole(1, 99), "number of rounds")
    seed: int = _setting(1, kind.whole(0, 2**31), "seed of every lottery in the tournament")
    komi: int = _setting(13, kind.HALVES, "komi of an even game")
    start: StartSettings = field(default_factory=StartSettings)
    handicap: HandicapSettings = field(default_factory=HandicapSettings)
    points: PointsSettings = field(default_factory=PointsSettings)
    placing: PlacingSettings = field(default_factory=PlacingSettings)
    groups: GroupSettings = field(default_factory=GroupSettings)
    event: EventSettings = field(default_factory=EventSettings)
    entrants: EntrantSettings = field(default_factory=EntrantSettings)
    teams: TeamSettings = field(default_factory=TeamSettings)
    rating: RatingSettings = field(default_factory=RatingSettings)
    pairing: PairingSettings = field(default_factory=PairingSettings)
    tables: TableSettings = field(default_factory=TableSettings)
    pages: PageSettings = field(default_factory=PageSettings)
    hall: HallSettings = field(default_factory=HallSettings)
    prizes: PrizeSettings = field(default_factory=PrizeSettings)
    decided: DecidedSettings = field(default_factory=DecidedSettings)

    @property
    def bar_rank(self) -> int | None:
        """The bar as an integer rank, or None when there is none or it has not been decided yet."""
        text = self.start.bar if self.start.bar != "auto" else self.decided.bar
        return None if text in ("", "none") else parse_rank(text)[0]

    @property
    def accelerated(self) -> tuple[Accelerated, ...]:
        """The lines of virtual points, Baku acceleration spelt out for the rounds that there were at the first draw."""
        return tuple(accelerated(self.start.acceleration, int(self.decided.baku_rounds or self.rounds)))

    @property
    def of_teams(self) -> bool:
        """Whether teams play matches on several boards."""
        return self.entrants.kind == "teams"

    @property
    def clubs(self) -> Clubs:
        """Which clubs count as one."""
        return Clubs(self.pairing.club_groups)

    @property
    def floor_rank(self) -> int:
        """The floor as an integer rank."""
        return -30 if self.start.floor == "none" else parse_rank(self.start.floor)[0]


SECTIONS: dict[str, Any] = {
    "start": StartSettings,
    "handicap": HandicapSettings,
    "points": PointsSettings,
    "placing": PlacingSettings,
    "groups": GroupSettings,
    "event": EventSettings,
    "entrants": EntrantSettings,
    "teams": TeamSettings,
    "rating": RatingSettings,
    "pairing": PairingSettings,
    "tables": TableSettings,
    "pages": PageSettings,
    "hall": HallSettings,
    "prizes": PrizeSettings,
    "decided": DecidedSettings,
}


@cache
def declarations(section: str = "") -> Mapping[str, tuple[SettingKind, str]]:
    """Kind and meaning of every setting of a section, by key; of the top level when no section is named.

    The meaning of a choice names the values that are accepted.
    """
    owner: Any = SECTIONS[section] if section else Settings
    known = {f.name: (f.metadata["kind"], f.metadata["doc"]) for f in fields(owner) if "kind" in f.metadata}
    return {key: (kind, _with_values(kind, doc)) for key, (kind, doc) in known.items()}


def _with_values(kind: SettingKind, doc: str) -> str:
    """The meaning, with the values of a choice unless it names them all itself."""
    words = [word for word in kind.words if word]
    return doc if all(word in doc for word in words) else f"{doc} ({', '.join(words)})"
