"""What the rules of play say: start scores, handicap, points, the standings, groups, ratings, and what a draw keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from ..rules import CountRule
from . import kinds as kind
from .kinds import Lock
from .setting import Section, setting
from .systems import ACCELERATION


@dataclass(frozen=True, slots=True)
class StartSettings(Section):
    """Start scores (rules: section 1). `bar` and `floor` are ranks as text, `auto` or `none`."""

    TITLE: ClassVar[str] = "Start scores and the bar"
    REDRAWS: ClassVar[bool] = True

    scheme: str = setting(
        "rank",
        kind.choice("rank", "regular", "bands", "swiss"),
        "Start scores by",
        "how start scores are assigned",
        public=True,
    )
    bar: str = setting(
        "auto",
        kind.rank_or("auto", "none"),
        "Bar",
        "players of this rank or stronger start with the same score",
        public=True,
    )
    floor: str = setting(
        "30k", kind.rank_or("none"), "Floor", "players below this rank start with the score of this rank", public=True
    )
    zero: str = setting(
        "1d", kind.rank_or("top", "bottom"), "Score shown as 0", "start score that is shown as 0", public=True
    )
    sorted_by: str = setting(
        "rank",
        kind.choice("rank", "rating"),
        "Players sorted by",
        "sort players first by rank or by rating (scheme regular, acceleration)",
        public=True,
    )
    group_size: int = setting(
        0,
        kind.whole(0, 1000),
        "Size of a start group",
        "players in each start group (scheme regular); 0 = chosen from the number of rounds",
        public=True,
    )
    bands: tuple[str, ...] = setting(
        (), kind.BANDS, "Rank bands", 'rank ranges, strongest first (scheme bands): ["7d-1d", "1k-6k"]', public=True
    )
    supergroup: tuple[str, ...] = setting(
        (), kind.IDS, "Supergroup, by player", "ids of the players who start above the bar"
    )
    supergroup_size: int = setting(
        0,
        kind.whole(0, 1000),
        "Supergroup, by number",
        "how many of the strongest also start above the bar (by rank, rating, lot); 0 = none",
        public=True,
    )
    supergroup_points: int = setting(
        1, kind.whole(1, 5), "Points above the bar", "how many points above the bar the supergroup starts", public=True
    )
    acceleration: tuple[str, ...] = setting(
        (),
        ACCELERATION,
        "Virtual points",
        "virtual points, for pairing alone: baku (FIDE), or rounds, points and how many of the strongest: "
        '["1-2 1 1/2"]; several lines: a player has the most that one gives',
        public=True,
    )


@dataclass(frozen=True, slots=True)
class HandicapSettings(Section):
    """Handicap and the komi that goes with it (rules: section 3)."""

    TITLE: ClassVar[str] = "Handicap and komi"
    REDRAWS: ClassVar[bool] = True

    rule: str = setting(
        "mms",
        kind.choice("none", "mms", "rank"),
        "Handicap by",
        "no handicaps, or by the difference of McMahon scores or ranks",
        public=True,
    )
    reduction: int = setting(
        1, kind.whole(0, 9), "Handicap reduced by", "stones subtracted from the difference", public=True
    )
    maximum: int = setting(9, kind.whole(0, 9), "Largest handicap", "largest handicap", public=True)
    none_from: str = setting(
        "none",
        kind.rank_or("bar", "none"),
        "No handicap above",
        "for handicaps, players stronger than this rank count as this rank (if rule = mms, only in start scheme rank); "
        "bar: the rank of the bar (AGA)",
        public=True,
    )
    komi: int = setting(
        1, kind.HALVES, "Komi with handicap", "komi with two or more stones (handicap 1 means komi 0.5)", public=True
    )


@dataclass(frozen=True, slots=True)
class PointsSettings(Section):
    """What a round without an ordinary game gives (rules: section 2), in half points."""

    TITLE: ClassVar[str] = "Points without a game"
    REDRAWS: ClassVar[bool] = True

    bye: int = setting(1, kind.POINTS, "Points for the bye", "points for the bye: 0, 0.5 or 1", public=True)
    bye_wins: int = setting(0, kind.POINTS, "Wins for the bye", "what the bye adds to WINS: 0, 0.5 or 1", public=True)
    absence: int = setting(
        1, kind.POINTS, "Points for an absence", "points for an excused absence: 0, 0.5 or 1", public=True
    )
    absence_wins: int = setting(
        0, kind.POINTS, "Wins for an absence", "what an excused absence adds to WINS: 0, 0.5 or 1", public=True
    )
    default_wins: int = setting(
        2,
        kind.POINTS,
        "Wins for a forfeit",
        "what a win by forfeit adds to WINS: 0, 0.5 or 1 (it always gives 1 point)",
        public=True,
    )
    round_down: str = setting(
        "absences",
        kind.choice("none", "absences", "absences and byes"),
        "Half points rounded down",
        "kinds of rounds without a game whose points (and wins) are added up, and the sum rounded down",
        public=True,
    )
    void: int = setting(
        1, kind.POINTS, "Points for a void game", "points for each player of a game without a result", public=True
    )


@dataclass(frozen=True, slots=True)
class PlacingSettings(Section):
    """The order of the standings (rules: section 7)."""

    TITLE: ClassVar[str] = "Order of the standings"

    order: tuple[str, ...] = setting(
        ("MMS", "SOS"), kind.CRITERIA, "Placing criteria", "placing criteria, most important first", public=True
    )
    empty_round: str = setting(
        "own start",
        kind.choice("own start", "zero", "normalised"),
        "SOS without an opponent",
        "SOS of a round without an opponent: own start score, zero, or mean of the other rounds (normalised; Mays)",
        public=True,
    )
    empty_round_sosos: str = setting(
        "own SOS",
        kind.choice("own SOS", "own start", "zero"),
        "SOSOS without an opponent",
        "SOSOS of a round without an opponent: own SOS (BGA), own start × rounds (OpenGotha), or zero",
        public=True,
    )
    default_games: bool = setting(
        True, kind.FLAG, "Forfeits count in SOS", "whether the opponent in a forfeited game counts in SOS", public=True
    )
    opponents_unplayed: str = setting(
        "as scored",
        kind.choice("as scored", "half"),
        "Opponents’ unplayed rounds",
        "how an opponent's byes, absences and forfeits count in SOS: as scored, or half a point each (Mays)",
        public=True,
    )
    handicap_in_sos: bool = setting(
        False,
        kind.FLAG,
        "Handicap counts in SOS",
        "whether stones given are added to an opponent's score in SOS (OpenGotha)",
        public=True,
    )
    forfeits_in_dc: bool = setting(
        False,
        kind.FLAG,
        "Forfeits count in DC",
        "whether wins by forfeit count in direct comparison, SDC and DC (FIDE's DE/P; without them DE)",
        public=True,
    )
    half_played: bool = setting(
        False,
        kind.FLAG,
        "Half of the games needed",
        "in an all-play-all, games of a player who left after fewer than half of them do not count for places "
        "(FIDE Competition Rules 6.6)",
        public=True,
    )


@dataclass(frozen=True, slots=True)
class GroupSettings(Section):
    """Groups as round robins, then a final of the first of each, and a consolation of all others."""

    TITLE: ClassVar[str] = "Groups with a final"

    number: int = setting(0, kind.whole(0, 64), "Number of groups", "number of groups; 0 = no groups", public=True)
    apart: str = setting(
        "club",
        kind.choice("none", "club", "country"),
        "Kept apart in groups",
        "who is kept apart where the groups are made",
        public=True,
    )
    finalists: int = setting(
        2, kind.whole(1, 16), "Finalists of each group", "how many of each group play the final", public=True
    )
    final: str = setting(
        "round-robin",
        kind.choice("round-robin", "swiss"),
        "Final",
        "the final: everybody meets everybody, or a draw by scores (start.* says what they begin with)",
        public=True,
    )
    carry_over: str = setting(
        "nothing",
        kind.choice("nothing", "games", "all"),
        "Counts on in the final",
        "what counts on after the groups: nothing, the games between two of the same part (games), or all; only with "
        "nothing may players meet again",
        public=True,
    )


@dataclass(frozen=True, slots=True)
class RatingSettings(Section):
    """How the tournament counts for European ratings (EGF rating system, 2021)."""

    TITLE: ClassVar[str] = "Rating"

    tournament_class: str = setting(
        "auto",
        kind.choice("auto", "A", "B", "C", "D"),
        "EGF class",
        "EGF class: factor 1, 0.75, 0.5 or 0.25 of rating changes; auto = by the time settings, or A if none are set",
        public=True,
    )


#: The engines that can find a round; none changes what the best round is.
EngineName = Literal["both", "matching", "cp-sat"]
ENGINES: tuple[str, ...] = get_args(EngineName)


@dataclass(frozen=True, slots=True)
class PairingSettings(Section):
    """What a draw must keep and what it orders by (rules: sections 5 and 6)."""

    TITLE: ClassVar[str] = "Who meets whom"
    REDRAWS: ClassVar[bool] = True

    profile: str = setting(
        "balanced", kind.TEXT, "Weight profile", "weight profile: its name, or the file name of your own profile"
    )
    seeding: tuple[str, ...] = setting(
        ("1-2 slide RATING", "3+ fold SOS RATING"),
        kind.SEEDING,
        "Seeding",
        "rounds, method (slide, fold, adjacent, random) and the order inside the score group",
        public=True,
    )
    draw_down: str = setting(
        "middle",
        kind.choice("top", "middle", "bottom"),
        "Drawn down from",
        "which part of a score group is drawn down",
        public=True,
    )
    draw_up: str = setting(
        "middle",
        kind.choice("top", "middle", "bottom"),
        "Drawn up from",
        "which part of a score group is drawn up",
        public=True,
    )
    even_at_bar: bool = setting(
        True, kind.FLAG, "Even games at the bar", "no handicap in games of a player at or above the bar", public=True
    )
    default_is_met: bool = setting(
        True, kind.FLAG, "A forfeit counts as met", "players of a forfeited game count as having met", public=True
    )
    rounding: str = setting(
        "down",
        kind.choice("down", "lot", "half"),
        "Half points in pairing",
        "how half points are rounded for pairing: down, by lot (up or down, drawn anew in each round), or not at all "
        "(half)",
        public=True,
    )
    max_difference: int = setting(
        0,
        kind.whole(0, 99),
        "Largest score difference",
        "largest difference between the pairing scores of opponents; 0 = no limit",
        public=True,
    )
    repair_wider: int = setting(
        1,
        kind.whole(0, 99),
        "How wide a repair may be",
        "by how many points a new board of a repair may be wider than those of the cheapest repair at the same "
        "scores, and its bye higher",
    )
    max_handicap: int = setting(
        0,
        kind.whole(0, 99),
        "Largest handicap allowed",
        "forbid pairs that would need more stones; 0 = no limit",
        public=True,
    )
    families: str = setting(
        "avoid",
        kind.choice("avoid", "forbid"),
        "Families and groups",
        "players with a common group are kept apart where possible, or always",
    )
    geography_at_bar: str = setting(
        "exempt",
        kind.choice("exempt", "counts"),
        "Clubs and countries at the bar",
        "same club or country at or above the bar: exempt (only the weights same_club_at_bar and same_country_at_bar "
        "count), or counts (as elsewhere)",
        public=True,
    )
    meet_again: str = setting(
        "never",
        kind.choice("never", "each turn"),
        "Meeting again",
        "whether two players may meet again: never, or once in each turn of an all-play-all (each turn), which has one "
        "round less than players, or as many if they are odd; colours are then balanced over a turn",
        public=True,
    )
    plan_ahead: str = setting(
        "legal",
        kind.choice("legal", "off"),
        "Plan for the rounds to come",
        "a round is the cheapest that leaves a legal plan for all rounds to come (legal), or the cheapest of all (off)",
    )
    engine: str = setting(
        "both",
        kind.choice(*ENGINES),
        "Engine of the command pair",
        "how `pair` finds a round: by the matching engine with a second opinion of CP-SAT up to 265 players (both), by "
        "the matching engine alone (matching), or by CP-SAT (cp-sat); the boards are the same",
        redraws=False,
    )
    local_clubs: tuple[str, ...] = setting(
        (), kind.TEXTS, "Local clubs", "clubs of the local players, whom visitors should meet if possible"
    )
    club_groups: tuple[tuple[str, ...], ...] = setting(
        (), kind.CLUB_GROUPS, "Clubs that count as one", 'clubs that count as one: [["Ulm", "Neu-Ulm"]]'
    )
    forbid: tuple[Lock, ...] = setting(
        (),
        kind.LOCKS,
        "Must not meet",
        'players who must not meet: [{players = ["3", "8"], rounds = "1-3"}]; '
        'with against = ["9"]: who must not meet player 9',
    )
    force: tuple[Lock, ...] = setting(
        (), kind.LOCKS, "Must meet", 'players who must meet: [{players = ["3", "8"], rounds = "2"}]'
    )
    rules: tuple[CountRule, ...] = setting(
        (),
        kind.RULES,
        "Rules over pairs",
        'rules over pairs: [{name = "few-clubmates", pairs = "same_club", at_most = 3}]',
    )

    @property
    def steps_per_point(self) -> int:
        """The steps of the pairing score in a point: 2 where half points count, else 1."""
        return 2 if self.rounding == "half" else 1

    @property
    def all_play_all(self) -> bool:
        """Whether everybody meets everybody in each turn: a round robin."""
        return self.meet_again == "each turn"
