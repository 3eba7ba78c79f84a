"""What the rules of play say: start scores, handicap, points, the standings, groups, ratings, and what a draw keeps.

Virtual points by FIDE handbook C.04.5.1 (Baku acceleration): the first half of the players, rounded up to an even
number, count a point more in the first half of the accelerated rounds and half a point in the others; accelerated is
the first half of the tournament. Both halves are rounded up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ...errors import WrongValue
from ..rules import CountRule
from . import kinds as kind
from .kinds import Lock, Section, SettingKind, check_boundary, lines, list_of

BAKU = "baku"
HALF = "1/2"
_POINTS = {"0.5": "½"}
_LINE = re.compile(r"(\d+)(?:-(\d+))?\s+(\d+(?:\.[05])?)\s+(?:(\d+)/(\d+)|(\d+)|players((?:\s+\S+)+))", re.IGNORECASE)
_MOST = 10  # points


@dataclass(frozen=True, slots=True)
class Accelerated:
    """A line of virtual points: the rounds, and for whom: a `share` of the strongest (`1/2`, `40`), or `players`."""

    first: int
    last: int
    half_points: int
    share: str = ""
    players: tuple[str, ...] = ()


def accelerated(lines: Iterable[str], rounds: int) -> Iterator[Accelerated]:
    """The lines of a tournament of so many rounds, Baku acceleration spelt out. Raises ValueError."""
    for line in lines:
        if line == BAKU:
            all_of_them = (rounds + 1) // 2
            whole = (all_of_them + 1) // 2
            yield Accelerated(1, whole, 2, HALF)
            if whole < all_of_them:
                yield Accelerated(whole + 1, all_of_them, 1, HALF)
        else:
            yield parse_accelerated(line)


def parse_accelerated(text: str) -> Accelerated:
    """One line, such as `1-2 1 1/2`, `1-3 0.5 40` or `1 1 players 3 17`. Raises ValueError."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    first, last = int(match[1]), int(match[2] or match[1])
    half_points = round(2 * float(match[3]))
    if not 1 <= first <= last <= 99 or not 1 <= half_points <= 2 * _MOST:
        raise ValueError(text)
    if match[4]:
        part, of = int(match[4]), int(match[5])
        if not 1 <= part < of <= 16:
            raise ValueError(text)
        return Accelerated(first, last, half_points, f"{part}/{of}")
    if match[6]:
        if not int(match[6]):
            raise ValueError(text)
        return Accelerated(first, last, half_points, str(int(match[6])))
    return Accelerated(first, last, half_points, players=tuple(match[7].split()))


def accelerated_text(line: Accelerated) -> str:
    """The text that `parse_accelerated` reads back."""
    rounds = str(line.first) if line.first == line.last else f"{line.first}-{line.last}"
    who = line.share or " ".join(("players", *line.players))
    return f"{rounds} {line.half_points // 2 if line.half_points % 2 == 0 else line.half_points / 2} {who}"


def size_of(share: str, players: int) -> int:
    """How many of the strongest a share is: `1/2` of 161 are 82, rounded up to an even number; `40` are 40."""
    part, _, of = share.partition("/")
    return min(players, 2 * -(-players * int(part) // (2 * int(of))) if of else int(part))


def has_halves(lines: Iterable[Accelerated]) -> bool:
    """Whether some virtual points are no whole points."""
    return any(line.half_points % 2 for line in lines)


def _line(text: Any) -> str:
    try:
        return BAKU if text.strip().casefold() == BAKU else accelerated_text(parse_accelerated(text))
    except ValueError:
        raise WrongValue(f"{text!r} is not a line of acceleration") from None


def parse_share(text: str) -> tuple[str, str]:
    """The share and the boundary (rank, rating, lot) in a line that the first draw has written. Raises ValueError."""
    share, _, boundary = text.partition(" ")
    if parse_accelerated(f"1 1 {share}").share != share or len(boundary.split()) != 3:
        raise ValueError(text)
    return share, boundary


ACCELERATION = SettingKind(
    list_of(_line),
    'baku, or lines: rounds, points, how many of the strongest (or players and ids), as in ["1-2 1 1/2", "1 1 40"]',
)
SHARES = SettingKind(
    lines(lambda text: check_boundary(parse_share(text)[1])),
    "a list of lines of share, rank, rating and lot, as written by the first draw",
)


@dataclass(frozen=True, slots=True)
class StartSettings(Section, title="Start scores and the bar", redraws=True):
    """Start scores (rules: section 1). `bar` and `floor` are ranks as text, `auto` or `none`."""

    scheme: str = kind.choice("rank", "regular", "bands", "swiss").public(
        "rank",
        "Start scores by",
        "how start scores are assigned",
        names={
            "regular": "groups of equal size (McMahon Regular)",
            "bands": "bands of ranks",
            "swiss": "none: everybody starts with 0",
        },
    )
    bar: str = kind.rank_or("auto", "none").public(
        "auto",
        "Bar",
        "players of this rank or stronger start with the same score",
        names={"auto": "chosen by the field", "none": "no bar"},
    )
    floor: str = kind.rank_or("none").public(
        "30k",
        "Floor",
        "players below this rank start with the score of this rank",
        names={"none": "no floor"},
    )
    zero: str = kind.rank_or("top", "bottom").public(
        "1d",
        "Zero of the scores",
        "whose start score is shown as 0: that of a rank, the strongest group's (top) or the weakest's (bottom)",
        names={"top": "the strongest", "bottom": "the weakest"},
    )
    sorted_by: str = kind.choice("rank", "rating").public(
        "rank", "Players sorted by", "sort players first by rank or by rating (scheme regular, acceleration)"
    )
    group_size: int = kind.whole(0, 1000).public(
        0, "Size of a start group", "players in each start group (scheme regular); 0 = chosen from the number of rounds"
    )
    bands: tuple[str, ...] = kind.BANDS.public(
        (),
        "Rank bands",
        "rank ranges, strongest first (scheme bands)",
        toml='["7d-1d", "1k-6k"]',
        typed="one range a line: 7d-1d",
    )
    supergroup: tuple[str, ...] = kind.IDS.private(
        (), "Above the bar, by player", "ids of the players who start above the bar", typed="one id a line"
    )
    supergroup_size: int = kind.whole(0, 1000).public(
        0,
        "Above the bar, by number",
        "how many of the strongest also start above the bar (by rank, rating, lot); 0 = none",
    )
    supergroup_points: int = kind.whole(1, 5).public(
        1, "Points above the bar", "how many points above the bar the supergroup starts"
    )
    acceleration: tuple[str, ...] = ACCELERATION.public(
        (),
        "Virtual points",
        "virtual points, for pairing alone: baku (FIDE), or rounds, points and how many of the strongest; of several "
        "lines a player has the most that one gives",
        toml='["1-2 1 1/2"]',
        typed="baku, or one line for some rounds: 1-2 1 1/2",
    )


@dataclass(frozen=True, slots=True)
class HandicapSettings(Section, title="Handicap and komi", redraws=True):
    """Handicap and the komi that goes with it (rules: section 3)."""

    rule: str = kind.choice("none", "mms", "rank").public(
        "mms",
        "Handicap",
        "no handicaps, or by the difference of McMahon scores or ranks",
        names={"none": "none", "mms": "by McMahon score", "rank": "by rank"},
    )
    reduction: int = kind.whole(0, 9).public(1, "Handicap lessened by", "stones subtracted from the difference")
    maximum: int = kind.whole(0, 9).public(9, "Most stones", "largest handicap")
    none_from: str = kind.rank_or("bar", "none").public(
        "none",
        "Strongest rank in handicaps",
        "stronger players give and take stones as if they had this rank (handicaps by score: only if start scores "
        "go by rank); bar: the rank of the bar (AGA)",
        names={"none": "no limit", "bar": "the bar"},
    )
    komi: int = kind.HALVES.public(1, "Komi with handicap", "komi with two or more stones (handicap 1 means komi 0.5)")


@dataclass(frozen=True, slots=True)
class PointsSettings(Section, title="Points without a game", redraws=True):
    """What a round without an ordinary game gives (rules: section 2), in half points."""

    bye: int = kind.POINTS.public(1, "Points for the bye", "points for the bye: 0, 0.5 or 1", names=_POINTS)
    bye_wins: int = kind.POINTS.public(0, "Wins for the bye", "what the bye adds to WINS: 0, 0.5 or 1", names=_POINTS)
    absence: int = kind.POINTS.public(
        1, "Points for an absence", "points for an excused absence: 0, 0.5 or 1", names=_POINTS
    )
    absence_wins: int = kind.POINTS.public(
        0, "Wins for an absence", "what an excused absence adds to WINS: 0, 0.5 or 1", names=_POINTS
    )
    default_wins: int = kind.POINTS.public(
        2,
        "Wins for a forfeit",
        "what a win by forfeit adds to WINS: 0, 0.5 or 1 (it always gives 1 point)",
        names=_POINTS,
    )
    round_down: str = kind.choice("none", "absences", "absences and byes").public(
        "absences",
        "Half points rounded down",
        "kinds of rounds without a game whose points (and wins) are added up, and the sum rounded down",
        names={"none": "never", "absences": "of absences", "absences and byes": "of absences and byes"},
    )
    void: int = kind.POINTS.public(
        1, "Points for a void game", "points for each player of a game without a result", names=_POINTS
    )


@dataclass(frozen=True, slots=True)
class PlacingSettings(Section, title="Order of the standings"):
    """The order of the standings (rules: section 7)."""

    order: tuple[str, ...] = kind.CRITERIA.public(
        ("MMS", "SOS"), "Tie-breaks", "what places go by, most important first", typed="with commas: MMS, SOS, SODOS"
    )
    empty_round: str = kind.choice("own start", "zero", "normalised").public(
        "own start",
        "SOS without an opponent",
        "SOS of a round without an opponent: own start score, zero, or mean of the other rounds (normalised; Mays)",
        names={"normalised": "mean of the other rounds"},
    )
    empty_round_sosos: str = kind.choice("own SOS", "own start", "zero").public(
        "own SOS",
        "SOSOS without an opponent",
        "SOSOS of a round without an opponent: own SOS (BGA), own start × rounds (OpenGotha), or zero",
    )
    default_games: bool = kind.FLAG.public(
        True, "Forfeits count in SOS", "whether the opponent in a forfeited game counts in SOS"
    )
    opponents_unplayed: str = kind.choice("as scored", "half").public(
        "as scored",
        "Opponents’ unplayed rounds",
        "how an opponent's byes, absences and forfeits count in SOS: as scored, or half a point each (Mays)",
    )
    handicap_in_sos: bool = kind.FLAG.public(
        False, "Handicap counts in SOS", "whether stones given are added to an opponent's score in SOS (OpenGotha)"
    )
    forfeits_in_dc: bool = kind.FLAG.public(
        False,
        "Forfeits count in DC",
        "whether wins by forfeit count in direct comparison, SDC and DC (FIDE's DE/P; without them DE)",
    )
    half_played: bool = kind.FLAG.public(
        False,
        "Half of the games needed",
        "in an all-play-all, games of a player who left after fewer than half of them do not count for places "
        "(FIDE Competition Rules 6.6)",
    )


@dataclass(frozen=True, slots=True)
class GroupSettings(Section, title="Groups with a final"):
    """Groups as round robins, then a final of the first of each, and a consolation of all others."""

    number: int = kind.whole(0, 64).public(0, "Number of groups", "number of groups; 0 = no groups")
    apart: str = kind.choice("none", "club", "country").public(
        "club", "Kept apart in groups", "who is kept apart where the groups are made"
    )
    finalists: int = kind.whole(1, 16).public(2, "Finalists of each group", "how many of each group play the final")
    final: str = kind.choice("round-robin", "swiss").public(
        "round-robin",
        "Final",
        "the final: everybody meets everybody, or a draw by scores (start.* says what they begin with)",
    )
    carry_over: str = kind.choice("nothing", "games", "all").public(
        "nothing",
        "Counts on in the final",
        "what counts on after the groups: nothing, the games between two of the same part (games), or all; only with "
        "nothing may players meet again",
    )


@dataclass(frozen=True, slots=True)
class RatingSettings(Section, title="Rating"):
    """How the tournament counts for European ratings (EGF rating system, 2021)."""

    tournament_class: str = kind.choice("auto", "A", "B", "C", "D").public(
        "auto",
        "EGF class",
        "EGF class: factor 1, 0.75, 0.5 or 0.25 of rating changes; auto = by the time settings, or A if none are set",
    )


#: The engines that can find a round; none changes what the best round is.
EngineName = Literal["both", "matching", "cp-sat"]
ENGINES: tuple[str, ...] = get_args(EngineName)


@dataclass(frozen=True, slots=True)
class PairingSettings(Section, title="Who meets whom", redraws=True):
    """What a draw must keep and what it orders by (rules: sections 5 and 6)."""

    profile: str = kind.TEXT.private(
        "balanced", "Weight profile", "weight profile: its name, or the file name of your own profile"
    )
    seeding: tuple[str, ...] = kind.SEEDING.public(
        ("1-2 slide RATING", "3+ fold SOS RATING"),
        "Order inside a score group",
        "rounds, method (slide, fold, adjacent, random) and the order inside the score group",
        typed="one line for some rounds: 1-2 slide RATING",
    )
    draw_down: str = kind.choice("top", "middle", "bottom").public(
        "middle", "Drawn down from", "which part of a score group is drawn down"
    )
    draw_up: str = kind.choice("top", "middle", "bottom").public(
        "middle", "Drawn up from", "which part of a score group is drawn up"
    )
    even_at_bar: bool = kind.FLAG.public(
        True, "Even games at the bar", "no handicap in games of a player at or above the bar"
    )
    default_is_met: bool = kind.FLAG.public(
        True, "A forfeit counts as met", "players of a forfeited game count as having met"
    )
    rounding: str = kind.choice("down", "lot", "half").public(
        "down",
        "Half points in pairing",
        "how half points are rounded for pairing: down, by lot (up or down, drawn anew in each round), or not at all "
        "(half)",
        names={"lot": "by lot", "half": "not at all"},
    )
    max_difference: int = kind.whole(0, 99).public(
        0, "Largest score difference", "largest difference between the pairing scores of opponents; 0 = no limit"
    )
    repair_wider: int = kind.whole(0, 99).private(
        1,
        "How wide a repair may be",
        "by how many points a new board of a repair may be wider than those of the cheapest repair at the same "
        "scores, and its bye higher",
    )
    max_handicap: int = kind.whole(0, 99).public(
        0, "Largest handicap allowed", "forbid pairs that would need more stones; 0 = no limit"
    )
    families: str = kind.choice("avoid", "forbid").private(
        "avoid",
        "Families and groups",
        "players with a common group are kept apart where possible, or always",
        names={"avoid": "apart where possible", "forbid": "never meet"},
    )
    geography_at_bar: str = kind.choice("exempt", "counts").public(
        "exempt",
        "Clubs and countries at the bar",
        "games between players of one club or country at or above the bar: avoided as elsewhere (counts), or only by "
        "the weights same_club_at_bar and same_country_at_bar (exempt)",
        names={"exempt": "hardly avoided", "counts": "avoided as elsewhere"},
    )
    meet_again: str = kind.choice("never", "each turn").public(
        "never",
        "Meeting again",
        "whether two players may meet again: never, or once in each turn of an all-play-all (each turn), which has one "
        "round less than players, or as many if they are odd; colours are then balanced over a turn",
    )
    plan_ahead: str = kind.choice("legal", "off").private(
        "legal",
        "Plan for the rounds to come",
        "a round is the cheapest that leaves a legal plan for all rounds to come (legal), or the cheapest of all (off)",
        names={"legal": "leave a legal plan for them", "off": "look at this round only"},
    )
    engine: str = kind.choice(*ENGINES).private(
        "both",
        "Engine of the command pair",
        "how `pair` finds a round: by the matching engine with a second opinion of CP-SAT up to 265 players (both), by "
        "the matching engine alone (matching), or by CP-SAT (cp-sat); the boards are the same",
        redraws=False,
    )
    local_clubs: tuple[str, ...] = kind.TEXTS.private(
        (), "Local clubs", "clubs of the local players, whom visitors should meet if possible", typed="one club a line"
    )
    club_groups: tuple[tuple[str, ...], ...] = kind.CLUB_GROUPS.private(
        (),
        "Clubs that count as one",
        "clubs that count as one",
        toml='[["Ulm", "Neu-Ulm"]]',
        typed="one group a line: Ulm, Neu-Ulm",
    )
    forbid: tuple[Lock, ...] = kind.LOCKS.private(
        (),
        "Must not meet",
        "players who must not meet",
        toml='[{players = ["3", "8"], rounds = "1-3"}]; with against = ["9"]: who must not meet player 9',
        typed="one pair a line, by name or id: 3:8",
    )
    force: tuple[Lock, ...] = kind.LOCKS.private(
        (),
        "Must meet",
        "players who must meet",
        toml='[{players = ["3", "8"], rounds = "2"}]',
        typed="one pair a line, by name or id: 3:8",
    )
    rules: tuple[CountRule, ...] = kind.RULES.private(
        (),
        "Rules over pairs",
        "rules over pairs",
        toml='[{name = "few-clubmates", pairs = "clubmates", at_most = 3}]',
        typed="one rule a line, as the how-to page of rules has them",
    )

    @property
    def steps_per_point(self) -> int:
        """The steps of the pairing score in a point: 2 where half points count, else 1."""
        return 2 if self.rounding == "half" else 1

    @property
    def all_play_all(self) -> bool:
        """Whether everybody meets everybody in each turn: a round robin."""
        return self.meet_again == "each turn"
