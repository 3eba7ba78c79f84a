"""What a draw must keep, what it orders by, and which engine finds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from ..rules import CountRule
from . import kinds as kind
from .kinds import Lock
from .setting import Section, setting

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
