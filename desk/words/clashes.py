"""Who would have to be in two events of a congress at once, in a sentence."""

from __future__ import annotations

from ...model.congress import Clash, Sitting


def clash_text(clash: Clash) -> str:
    """`Ann Lee would play in round 2 of Main (2026-08-01 10:00–13:00) and in round 1 of Pair go (12:00–15:00)`."""
    day = clash.first.begins.date() != clash.second.begins.date()
    first, second = sitting_text(clash.first), sitting_text(clash.second, day)
    return f"{clash.name} would have to play in {first} and in {second} at the same time"


def sitting_text(one: Sitting, day: bool = True) -> str:
    """A round of an event with its time: `round 2 of Main (2026-08-01 10:00–13:00)`."""
    begins = f"{one.begins:%Y-%m-%d %H:%M}" if day else f"{one.begins:%H:%M}"
    ends = f"{one.ends:%H:%M}" if one.ends.date() == one.begins.date() else f"{one.ends:%Y-%m-%d %H:%M}"
    return f"round {one.round} of {one.event} ({begins}–{ends})"
