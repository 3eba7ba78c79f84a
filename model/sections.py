"""Placings inside sections of the field, for prizes: by band, club, or a column; the overall order stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InputError, Problem
from .player import Player, column, name_key
from .ranks import rank_name
from .standings import Row, Standings
from .tie_breaks import value_text


@dataclass(frozen=True, slots=True)
class Section:
    """Part of the standings in their order; `places` counts inside the section, shared where the overall place is."""

    title: str
    rows: tuple[Row, ...]
    places: tuple[int, ...]


def sections(standings: Standings, by: str) -> list[Section]:
    """The sections of the field: by `band` (start score), `group` (of the registrations), or any column.

    Bands come from the top, others by their text; who has none is in no section. Raises InputError for a wrong name.
    """
    rows = standings.rows
    if by.casefold() == "band":
        start = standings.sums.scores.start
        bands: dict[int, list[Row]] = {}
        for row in rows:
            bands.setdefault(start[row.player.id], []).append(row)
        return [_section(_band_title(value, bands[value]), bands[value]) for value in sorted(bands, reverse=True)]
    members: dict[str, list[Row]] = {}
    titles: dict[str, str] = {}
    for row, texts in zip(rows, _texts(by, [row.player for row in rows]), strict=True):
        for text in filter(None, texts):
            titles.setdefault(name_key(text), text)
            members.setdefault(name_key(text), []).append(row)
    return [_section(f"{by} {titles[key]}", members[key]) for key in sorted(members)]


def section_of(standings: Standings, by: str, value: str) -> Section:
    """The one section of those who have this value. Raises InputError when nobody has it."""
    players = [row.player for row in standings.rows]
    texts = _texts(by, players)
    rows = [r for r, own in zip(standings.rows, texts, strict=True) if name_key(value) in map(name_key, own)]
    if not rows:
        known = ", ".join(sorted({text for own in texts for text in own if text})[:20])
        raise InputError([Problem(f"nobody has {by} =", value=value, expected=f"one of {known}")])
    return _section(f"{by} = {value}", rows)


def _texts(by: str, players: Sequence[Player]) -> list[tuple[str, ...]]:
    """What each player has in a column; the groups of the registrations are several."""
    if by.casefold() in ("group", "groups", "family"):
        return [p.groups for p in players]
    return [(text,) for text in column(by, players)]


def _section(title: str, rows: Sequence[Row]) -> Section:
    places: list[int] = []
    for k, row in enumerate(rows):
        shared = k > 0 and rows[k - 1].place == row.place
        places.append(places[-1] if shared else k + 1)
    return Section(title, tuple(rows), tuple(places))


def _band_title(start: int, rows: Sequence[Row]) -> str:
    ranks = [row.player.rank for row in rows]
    return f"start {value_text(start, 2)} ({rank_range(ranks)})"


def rank_range(ranks: Sequence[int]) -> str:
    """`5d` or `7d-5d`."""
    strongest, weakest = rank_name(max(ranks)), rank_name(min(ranks))
    return strongest if strongest == weakest else f"{strongest}-{weakest}"
