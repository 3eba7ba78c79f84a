"""All settings of a tournament, by section. Presets only change defaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar

from ..ranks import parse_rank
from ..same_names import Clubs
from . import kinds as kind
from .event import EntrantSettings, EventSettings, TableSettings, TeamSettings
from .house import DecidedSettings, HallSettings, PageSettings, PrizeSettings
from .pairing_settings import PairingSettings
from .scoring import GroupSettings, HandicapSettings, PlacingSettings, PointsSettings, RatingSettings, StartSettings
from .setting import DeclaredSetting, Section, setting
from .systems import Accelerated, accelerated


@dataclass(frozen=True, slots=True)
class Settings(Section):
    """All settings of one tournament; komi and points in half points, ranks as text."""

    TITLE: ClassVar[str] = "The tournament"

    preset: str = setting("egf", kind.PRESET, "Rule set", "rule set that the defaults come from", public=True)
    name: str = setting("", kind.LINE, "Name of the tournament", "name of the tournament", public=True)
    rounds: int = setting(5, kind.whole(1, 99), "Number of rounds", "number of rounds", public=True)
    seed: int = setting(
        1, kind.whole(0, 2**31), "Seed of the lotteries", "seed of every lottery in the tournament", redraws=True
    )
    komi: int = setting(13, kind.HALVES, "Komi", "komi of an even game", public=True, redraws=True)
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
    def none_from_rank(self) -> int | None:
        """The rank above which players count as of it for handicaps; None without one, or if the bar is not decided."""
        text = self.handicap.none_from
        if text == "bar":
            return self.bar_rank
        return None if text == "none" else parse_rank(text)[0]

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


SECTIONS: dict[str, type[Section]] = {
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
