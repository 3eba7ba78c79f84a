"""Pages, phones in the hall, prizes, and what the program has decided at the first draw."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from ...language import LANGUAGES
from . import kinds as kind
from .setting import Section, setting
from .systems import ID_GROUPS, SHARES


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
