"""All settings of a tournament, by section; the presets, which only change defaults; and what contradicts another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from typing import Any, cast

from ..numbers import parse_rounds
from ..ranks import parse_rank
from ..same_names import Clubs
from . import kinds as kind
from . import occasion, play
from .kinds import DeclaredSetting, Section, parse_band, parse_seeding
from .play import Accelerated


@dataclass(frozen=True, slots=True)
class Settings(Section, title="The tournament"):
    """All settings of one tournament; komi and points in half points, ranks as text."""

    preset: str = kind.PRESET.public("egf", "Rules", "rules that the defaults come from")
    name: str = kind.LINE.public("", "Name of the tournament", "name of the tournament")
    rounds: int = kind.whole(1, 99).public(5, "Number of rounds", "number of rounds")
    seed: int = kind.whole(0, 2**31).private(
        1,
        "Number for the lots",
        "any whole number: all lots follow from it, so that everybody can draw the same again",
        redraws=True,
    )
    komi: int = kind.HALVES.public(13, "Komi", "komi of an even game", redraws=True)
    start: play.StartSettings = field(default_factory=play.StartSettings)
    handicap: play.HandicapSettings = field(default_factory=play.HandicapSettings)
    points: play.PointsSettings = field(default_factory=play.PointsSettings)
    placing: play.PlacingSettings = field(default_factory=play.PlacingSettings)
    groups: play.GroupSettings = field(default_factory=play.GroupSettings)
    event: occasion.EventSettings = field(default_factory=occasion.EventSettings)
    entrants: occasion.EntrantSettings = field(default_factory=occasion.EntrantSettings)
    teams: occasion.TeamSettings = field(default_factory=occasion.TeamSettings)
    rating: play.RatingSettings = field(default_factory=play.RatingSettings)
    pairing: play.PairingSettings = field(default_factory=play.PairingSettings)
    tables: occasion.TableSettings = field(default_factory=occasion.TableSettings)
    pages: occasion.PageSettings = field(default_factory=occasion.PageSettings)
    hall: occasion.HallSettings = field(default_factory=occasion.HallSettings)
    prizes: occasion.PrizeSettings = field(default_factory=occasion.PrizeSettings)
    decided: occasion.DecidedSettings = field(default_factory=occasion.DecidedSettings)

    @property
    def bar_rank(self) -> int | None:
        """The bar as an integer rank, or None when there is none or it has not been decided yet."""
        text = self.start.bar if self.start.bar != "auto" else self.decided.bar
        return None if text in ("", "none") else parse_rank(text)[0]

    @property
    def none_from_rank(self) -> int | None:
        """The rank above which players count as of it for handicaps; None without one, or if the bar is not decided."""
        text = self.handicap.none_from
        if text == "bar":
            return self.bar_rank
        return None if text == "none" else parse_rank(text)[0]

    @property
    def accelerated(self) -> tuple[Accelerated, ...]:
        """The lines of virtual points, Baku acceleration spelt out for the rounds that there were at the first draw."""
        return tuple(play.accelerated(self.start.acceleration, int(self.decided.baku_rounds or self.rounds)))

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


SECTIONS: dict[str, type[Section]] = {
    f.name: cast(type[Section], f.default_factory) for f in fields(Settings) if "setting" not in f.metadata
}


@cache
def declarations(section: str = "") -> Mapping[str, DeclaredSetting]:
    """Every setting of a section by its key; those at the top when no section is named."""
    owner: Any = section_of(section)
    return {f.name: f.metadata["setting"] for f in fields(owner) if "setting" in f.metadata}


def section_of(section: str) -> type[Section]:
    """The class of a section; that of all settings when none is named."""
    return SECTIONS[section] if section else Settings


def split_name(name: str) -> tuple[str, str]:
    """Section and key of a dotted name: `start` and `bar`; the section is blank at the top."""
    section, _, key = name.rpartition(".")
    return section, key


def declared(name: str) -> DeclaredSetting:
    """What is said of a setting, by its dotted name. Raises KeyError."""
    section, key = split_name(name)
    return declarations(section)[key]


def dotted_names(sections: Iterable[str] = ("", *SECTIONS)) -> Iterator[str]:
    """The dotted names of all settings, or those of some sections."""
    for section in sections:
        yield from (f"{section}.{key}" if section else key for key in declarations(section))


def redraws(name: str) -> bool:
    """Whether a standing draft depends on a setting, by its dotted name."""
    own = declared(name).redraws
    return section_of(split_name(name)[0]).REDRAWS if own is None else own


#: Defaults by preset, section and key, where they differ from the declarations; values as a TOML file writes them. The
#: section of `komi` is blank: 7.5 by the BGA's default rules (since 2006) and the AGA's rules of Go; 6.5 by the EGF's
#: general tournament rules with territory scoring (8 with Ing's rules, 7.5 with area scoring), as in Germany.
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "bga": {  # BGA handbook 4.1-4.6
        "": {"komi": 7.5},
        "handicap": {"rule": "mms", "reduction": 1},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences"},
        "placing": {"order": ["MMS", "SOS", "CUSP"]},
    },
    "egf": {  # EGF tournament system rules
        "handicap": {"rule": "none", "reduction": 2},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "absences and byes"},
        "placing": {"order": ["MMS", "SOS", "SOS-1", "SOS-2"]},
    },
    "aga": {  # Mays' guide; at the bar stones are given, never taken (AGA tournament regulations)
        "": {"komi": 7.5},
        "handicap": {"rule": "mms", "reduction": 0, "none_from": "bar"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0.5, "round_down": "none"},
        "placing": {
            "order": ["START", "WINS", "SOS-N", "SODOS-N"],
            "empty_round": "normalised",
            "opponents_unplayed": "half",
        },
        "pairing": {"even_at_bar": False},
    },
    "german": {  # Gerlach's introduction
        "start": {"zero": "20k"},
        "handicap": {"rule": "mms", "reduction": 2},
        "points": {"bye": 0.5, "absence": 0.5, "round_down": "none"},
        "placing": {"order": ["MMS", "SOS", "SOSOS"]},
    },
    "opengotha": {  # OpenGotha's McMahon defaults
        "start": {"zero": "30k", "floor": "20k"},
        "handicap": {"rule": "mms", "reduction": 1, "none_from": "1d"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0.5, "round_down": "absences and byes"},
        "placing": {"order": ["MMS", "SOS", "SOSOS"], "empty_round_sosos": "own start", "handicap_in_sos": True},
        "pairing": {"seeding": ["1-2 random RATING", "3+ slide MMS SOS SOSOS"], "profile": "opengotha"},
    },
    # A club evening: handicaps all the way up, close games (BGA handbook 4.3 for the handicap). Handicaps make wins
    # comparable, so places go by them; a round that somebody misses adds nothing to a tie-break by wins.
    "club": {
        "": {"rounds": 3},
        "start": {"bar": "none", "zero": "30k"},
        "handicap": {"rule": "mms", "reduction": 1},
        "points": {"bye": 0.5, "bye_wins": 0.5, "absence": 0.5, "round_down": "absences"},
        "placing": {"order": ["WINS", "SOSW", "SODOSW"]},
        "pairing": {"profile": "club-evening"},
    },
    "swiss": {
        "start": {"scheme": "swiss", "zero": "bottom"},
        "handicap": {"rule": "none"},
        "points": {"bye": 1, "bye_wins": 1, "absence": 0, "round_down": "none"},
        "placing": {"order": ["WINS", "SOS", "SODOS"], "empty_round": "zero"},
        "pairing": {"profile": "swiss", "geography_at_bar": "counts"},
    },
    "round-robin": {  # all play all: everybody has the same byes, so they give nothing
        "start": {"scheme": "swiss", "zero": "bottom"},
        "handicap": {"rule": "none"},
        "points": {"bye": 0, "absence": 0, "round_down": "none"},
        "placing": {"order": ["WINS", "DC", "SODOS"], "empty_round": "zero"},
        "pairing": {"profile": "swiss", "geography_at_bar": "counts", "meet_again": "each turn"},
    },
}

#: The version that a first draw writes down.
VERSION = "3"
#: The values of presets before a version of them: a tournament whose first draw was made then keeps it.
_BEFORE: dict[int, dict[str, dict[str, dict[str, Any]]]] = {
    2: {
        "bga": {"": {"komi": 6.5}},
        "aga": {"": {"komi": 6.5}, "handicap": {"none_from": "none"}, "pairing": {"even_at_bar": True}},
    },
    3: {
        "club": {
            "": {"rounds": 5},
            "start": {"zero": "1d"},
            "points": {"bye_wins": 0},
            "placing": {"order": ["MMS", "SOS", "CUSP"]},
        }
    },
}


def defaults_of(preset: str, section: str, decided: Mapping[str, Any]) -> dict[str, Any]:
    """What a preset gives to a section, as a TOML file writes it; `decided` is what the first draw has decided."""
    found = dict(PRESETS.get(preset, {}).get(section, {}))
    if decided.get("zero_shift"):
        for before in _since(str(decided.get("version", ""))):
            found |= before.get(preset, {}).get(section, {})
    return found


def _since(version: str) -> list[dict[str, dict[str, dict[str, Any]]]]:
    """The values of presets before each later version than a draw has written down, the latest first."""
    drawn = int(version) if version.isdecimal() else 1
    return [before for number, before in sorted(_BEFORE.items(), reverse=True) if number > drawn]


def changed_since(preset: str, version: str) -> list[str]:
    """The settings, by name, that a preset has changed since a version of it; blank is the first one."""
    return [
        f"{section}.{key}".strip(".")
        for before in _since(version)
        for section, values in before.get(preset, {}).items()
        for key in values
    ]


#: The dotted name of a setting, what is wrong with it, and what is expected.
Contradiction = tuple[str, str, str]


def contradictions(settings: Settings) -> Iterator[Contradiction]:
    """All of them."""
    yield from _of_starts(settings)
    yield from _of_pairing(settings)
    if (times := len(settings.event.round_times)) > settings.rounds:
        message = f"{times} rounds have a start time, but there are only {settings.rounds}"
        yield "event.round_times", message, "at most one start time per round"
    for player, table in settings.tables.fixed:
        if table in settings.tables.out_of_use:
            yield "tables.fixed", f"table {table} of player {player} is out of use", "a table that is in use"


def _of_starts(settings: Settings) -> Iterator[Contradiction]:
    """Bands that are missing or leave ranks out, a floor above the bar, virtual half points that are lost."""
    start, bar = settings.start, settings.bar_rank
    if start.scheme == "bands" and not start.bands:
        yield "start.scheme", "the scheme bands needs the setting start.bands", 'start.bands = ["7d-1d", "1k-6k", …]'
    for upper, lower in pairwise(start.bands):
        if parse_band(lower)[1] != parse_band(upper)[0] - 1:
            expected = f"a band that begins one rank below {upper}"
            yield "start.bands", f"{lower} does not follow {upper}", expected
    if start.scheme == "rank" and bar is not None and start.floor != "none" and settings.floor_rank > bar:
        yield "start.floor", f"the floor {start.floor} is above the bar", "a floor below the bar, or none"
    if settings.pairing.rounding == "down" and play.has_halves(settings.accelerated):
        message = "half a virtual point is lost where half points are rounded down"
        yield "start.acceleration", message, 'pairing.rounding = "half" as well, or whole points'


def _of_pairing(settings: Settings) -> Iterator[Contradiction]:
    """Rounds without a seeding, and rounds of locks and rules that there are not."""
    pairing = settings.pairing
    named = [parse_seeding(line)[:2] for line in pairing.seeding]
    missing = [n for n in range(1, settings.rounds + 1) if not any(a <= n <= b for a, b in named)]
    if missing:
        expected = 'a line for every round, such as "3+ fold SOS"'
        yield "pairing.seeding", f"no seeding for round {missing[0]}", expected
    of_locks = [(f"pairing.{key}", rounds, "") for key in ("forbid", "force") for _, _, rounds in getattr(pairing, key)]
    of_rules = [("pairing.rules", rule.rounds, f" of rule {rule.name}") for rule in pairing.rules]
    for name, rounds, of in (*of_locks, *of_rules):
        try:
            parse_rounds(rounds, settings.rounds)
        except ValueError as error:
            yield name, f"unknown rounds {rounds!r}{of}", str(error)
