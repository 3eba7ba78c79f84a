"""Broken rules in sentences, one of every kind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament, with_player
from mcmahon.desk.messages.rule_texts import violation_text
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import Violation
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.model.tournament.tournament import Tournament

A, B, C = "Player-a (a)", "Player-b (b)", "Player-c (c)"
CLUBS = CountRule("clubs", ("clubmates",), 2)


def field() -> Tournament:
    """Three players, of whom c has not confirmed."""
    return with_player(tournament("1d 1d 1d"), "c", status=Status.PRELIMINARY)


@pytest.mark.parametrize(
    ("violation", "text"),
    [
        (Violation(Rule.UNKNOWN_PLAYER, ("z",)), "unknown player: no player has the id z"),
        (Violation(Rule.ONE_GAME_EACH, ("a",), found=3, limit=1), f"one game each: {A} appears 3 times"),
        (Violation(Rule.ONE_GAME_EACH, ("a",), limit=1), f"one game each: {A} is entered but has no game"),
        (Violation(Rule.ENTERED, ("c",)), f"entered: {C} is a preliminary entry"),
        (Violation(Rule.ENTERED, ("a",)), f"entered: {A} is not entered for this round"),
        (Violation(Rule.REPEATS, ("b", "a"), 4), f"repeats: table 4: {B} and {A} have met before"),
        (Violation(Rule.BYES, ("a", "b"), found=2, limit=1), f"byes: 2 players have a bye: {A}, {B}"),
        (Violation(Rule.SECOND_BYE, ("a",)), f"second-bye: {A} has had a bye before"),
        (
            Violation(Rule.HANDICAP, ("a", "b"), 1, 0, 3),
            "handicap: table 1: handicap 0; expected 3, with the stronger player as White",
        ),
        (
            Violation(Rule.EVEN_AT_BAR, ("a", "b"), 1, 2),
            "even at the bar: table 1: handicap 2, but a player is at or above the bar",
        ),
        (
            Violation(Rule.DIFFERENCE_CAP, ("a", "b"), 2, 5, 4),
            "difference-cap: table 2: 5 points apart, the limit is 4",
        ),
        (Violation(Rule.HANDICAP_CAP, ("a", "b"), 1, 4, 3), "handicap-cap: table 1: handicap 4, the limit is 3"),
        (Violation(Rule.FORCED, ("a", "b")), f"forced: {A} and {B} were forced to meet"),
        (Violation(Rule.FORCED, ("b",)), f"forced: {B} was to have the bye"),
        (Violation(Rule.FORBIDDEN, ("a", "b")), f"forbidden: {A} and {B} must not meet"),
        (Violation(Rule.FAMILIES, ("a", "b"), 1, groups=("S", "U")), "families: table 1: both belong to S, U"),
        (Violation(CLUBS, found=3, limit=2), "clubs: found 3, but the rule is: at most 2 clubmates"),
        (
            Violation(replace(CLUBS, at_least=True, per="club"), found=1, limit=2, part="X"),
            "clubs: found 1 in X, but the rule is: at least 2 clubmates per club",
        ),
        (Violation(Rule.TABLES, table=1, found=2, limit=1), "tables: table 1 has 2 games"),
        (Violation(Rule.TABLES, table=1, found=1), "tables: table 1 is out of use"),
    ],
)
def test_every_violation_says_what_is_wrong_and_with_whom(violation: Violation, text: str) -> None:
    assert violation_text(violation, field()) == text


def test_what_the_director_allowed_or_was_right_once_has_a_remark_and_nothing_else_has() -> None:
    plain, t = Violation(Rule.SECOND_BYE, ("a",)), field()
    text = f"second-bye: {A} has had a bye before"
    assert violation_text(plain, t) == text
    assert violation_text(replace(plain, allowed=True), t) == f"{text} (allowed by the director)"
    assert violation_text(replace(plain, outdated=True), t) == f"{text} (legal when it was drawn)"
    assert violation_text(replace(plain, allowed=True, outdated=True), t) == f"{text} (allowed by the director)"
    assert violation_text(replace(plain, allowed=True), t, remark=False) == text


def test_what_the_judge_finds_can_be_said() -> None:
    t = played(played(tournament("1d 1d"), "a+b"), "b+a")
    said = [violation_text(v, t) for v in judge(t, 2)]
    assert said == [f"repeats: table 1: {B} and {A} have met before"]
    forced = [violation_text(v, t) for v in judge(t, 2, Locks(force=(("a", "b"),)))]
    assert forced == [f"repeats: table 1: {B} and {A} have met before (allowed by the director)"]
