"""A weight profile: how much each criterion counts, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of one criterion, a whole number from 0, with its reason."""

    criterion: str
    weight: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights; criteria that it does not name count nothing."""

    name: str
    about: str
    weights: tuple[Weight, ...]
