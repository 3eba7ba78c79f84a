"""Why a round has no pairing, in sentences: with names where they are known, by ids alone where they are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.messages.no_pairing_texts import breach_lines, conflict_lines, headline, no_pairing_text
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.model.judging.violation import NoPairingError, Violation
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.variants import Conflict, DroppableRule
from mcmahon.model.tournament.rules import CountRule, Rule

A, B = "Player-a (a)", "Player-b (b)"
FEW = CountRule("few", ("clubmates",), 1, per="club")


def test_every_breach_is_told_with_its_rule() -> None:
    breaches = [
        Violation(Rule.REPEATS, ("a", "b"), allowed=True),
        Violation(Rule.FORBIDDEN, ("a", "b")),
        Violation(Rule.FAMILIES, ("a", "b")),
        Violation(Rule.DIFFERENCE_CAP, ("a", "b")),
        Violation(Rule.HANDICAP_CAP, ("a", "b")),
        Violation(Rule.SECOND_BYE, ("a",)),
        Violation(FEW, found=2, limit=1, part="One"),
    ]
    error = NoPairingError(4, breaches, 7, 7, ["repeats"])
    assert headline(error) == (
        "no pairing of round 4 keeps every rule, even with repeats relaxed; the least number of breaches is 7 (proven):"
    )
    assert breach_lines(error, tournament("1d 1d")) == [
        f"{A} and {B} have met before (repeats, already relaxed)",
        f"{A} and {B} are forbidden to meet (forbidden)",
        f"{A} and {B} belong to one family or group (families)",
        f"{A} and {B} differ by more points than the limit (difference-cap)",
        f"{A} and {B} would need more stones than the limit (handicap-cap)",
        f"{A} has had a bye before (second-bye)",
        "found 2 in One, but the rule is: at most 1 clubmates per club (few)",
    ]
    assert breach_lines(error)[1] == "a and b are forbidden to meet (forbidden)"
    assert error.relax == ("difference-cap", "families", "few", "forbidden", "handicap-cap", "second-bye")


def test_what_is_not_proven_is_said_with_what_is() -> None:
    found = NoPairingError(2, [Violation(Rule.SECOND_BYE, ("a",))], 3, 1)
    assert not found.proven
    assert (
        headline(found)
        == "no pairing of round 2 keeps every rule; the least number of breaches found is 3 (proven: at least 1):"
    )
    assert no_pairing_text(NoPairingError(2)) == "no pairing of round 2 keeps every rule"


def test_every_member_of_a_conflict_is_told_as_what_it_asks_for() -> None:
    members = (
        *map(DroppableRule, (Rule.REPEATS, Rule.FAMILIES, Rule.DIFFERENCE_CAP, Rule.HANDICAP_CAP, Rule.SECOND_BYE)),
        DroppableRule(FEW), DroppableRule(Rule.FORBIDDEN, pairs=41), DroppableRule(Rule.FORBIDDEN, ("a", "b")),
        DroppableRule(Rule.FORCED, ("b", "a")), DroppableRule(Rule.FORCED, ("a",)),
    )  # fmt: skip
    ways = (
        (DroppableRule(FEW), 1200),
        (DroppableRule(Rule.FORCED, ("b", "a")), 2000),
        (DroppableRule(Rule.REPEATS), None),
    )
    error = NoPairingError(4, conflict=Conflict(members, ways, True))
    assert conflict_lines(error, tournament("1d 1d")) == [
        "no pairing keeps all of these:",
        "  nobody meets the same opponent twice (repeats)",
        "  players of one family or group do not meet (families)",
        "  no pair differs by more points than the limit (difference-cap)",
        "  no pair needs more stones than the limit (handicap-cap)",
        "  nobody has a second bye (second-bye)",
        "  at most 1 clubmates per club (few)",
        "  41 pairs are forbidden (forbidden)",
        f"  {A} and {B} are forbidden to meet (forbid a:b)",
        f"  {B} and {A} must meet (force b:a)",
        f"  {A} must have the bye (bye a)",
        "cheapest to give up: few (the round then costs 1,200); or force b:a (the round then costs 2,000)",
    ]


@pytest.mark.parametrize(
    ("complete", "relaxed", "last"),
    [
        (True, [Rule.SECOND_BYE, Rule.REPEATS], "; give up together: repeats, second-bye"),
        (True, [], ""),
        (False, [Rule.REPEATS], None),
    ],
)
def test_where_no_single_way_out_is_known_those_together_are_named(
    complete: bool, relaxed: list[Rule], last: str | None
) -> None:
    error = NoPairingError(4, [Violation(rule, ("a",)) for rule in relaxed], 1, 1)
    repeats = DroppableRule(Rule.REPEATS)
    lines = conflict_lines(replace(error, conflict=Conflict((repeats,), ((repeats, None),), complete)))
    if last is None:
        assert lines[0] == "no pairing keeps this (time ran out before all were tried):"
        assert len(lines) == 2
    else:
        text = "giving up this is not enough, because there are other contradictions"
        assert lines[-1] == text + last


def test_a_draw_tells_names_breach_and_way_out() -> None:
    """Both have met, and there is no third player: two byes are the way out."""
    t = played(tournament("1d 1d", rounds=3), "a+b")
    with pytest.raises(NoPairingError) as caught:
        draw_round(t, Terms(locks=Locks(forbid=(("a", "b"),))))
    assert no_pairing_text(caught.value, t).split("\n") == [
        "no pairing of round 2 keeps every rule; the least number of breaches is 2 (proven):",
        f"  {A} and {B} have met before (repeats)",
        f"  {A} and {B} are forbidden to meet (forbidden)",
        "no pairing keeps all of these:",
        f"  {A} and {B} are forbidden to meet (forbid a:b)",
        "  no more byes than an odd number of players needs (byes)",
        "cheapest to give up: byes (the round then costs 31,000)",
    ]
