"""Rules over sets of pairs as somebody writes them: what is understood, what is refused and with which words."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from builders import tournament, with_player
from mcmahon.desk.messages.rule_texts import priced_text
from mcmahon.model.errors import WrongValue
from mcmahon.model.pairing.counts import Count, priced_breaks, who_counts
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.tournament.rules import COUNTS, PAIR_SETS, CountRule, parse_count_rule

FEW = {"name": "few", "pairs": "clubmates", "at_most": 3}


@pytest.mark.parametrize(
    ("data", "rule", "words"),
    [
        (FEW, CountRule("few", ("clubmates",), 3), "at most 3 clubmates"),
        (
            {"name": "a-1", "pairs": ["float", "any  club=Praha"], "at_least": 0, "per": "club", "count": "players"},
            CountRule("a-1", ("float", "any club = Praha"), 0, at_least=True, per="club", players=True),
            "at least 0 players in float and any club = Praha per club",
        ),
        (
            FEW | {"price": 1, "tier": 2, "rounds": "1-3", "reason": "why"},
            CountRule("few", ("clubmates",), 3, price=1, tier=2, rounds="1-3", reason="why"),
            "at most 3 clubmates",
        ),
        (FEW | {"pairs": "same  Home town"}, CountRule("few", ("same Home town",), 3), "at most 3 same Home town"),
        (FEW | {"pairs": "top_group"}, CountRule("few", ("both top_group",), 3), "at most 3 both top_group"),
        (FEW | {"pairs": "one visitor"}, CountRule("few", ("one visitor",), 3), "at most 3 one visitor"),
    ],
)
def test_a_rule_is_read_and_comes_back_from_what_it_writes(data: dict[str, Any], rule: CountRule, words: str) -> None:
    assert parse_count_rule(data) == rule
    assert parse_count_rule(rule.plain()) == rule
    assert str(rule) == words


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ("same_club", "clubmates"),
        ("same_country", "compatriots"),
        ("handicap", "handicap_games"),
        ("visitor_local", "visitor_meets_local"),
    ],
)
def test_a_set_is_still_read_by_its_name_in_version_1(once: str, now: str) -> None:
    rule = parse_count_rule(FEW | {"pairs": [once, "float"]})
    assert rule == parse_count_rule(FEW | {"pairs": [now, "float"]})
    assert rule.as_once()["pairs"] == [once, "float"]
    assert parse_count_rule(rule.as_once()) == rule


def test_no_count_has_the_name_of_a_criterion_that_counts_otherwise() -> None:
    """What both have counts the same: `family`."""
    assert {*CRITERIA} & {*PAIR_SETS, *COUNTS} == {"family"}
    assert CRITERIA["family"].pair == PAIR_SETS["family"].formula
    assert {name: COUNTS[name] for name in {*COUNTS} & {*PAIR_SETS}} == {
        name: PAIR_SETS[name].games for name in ("clubmates", "compatriots", "handicap_games")
    }


def test_a_plain_rule_writes_only_what_is_not_the_usual() -> None:
    assert CountRule("few", ("clubmates",), 3).plain() == FEW
    rule = CountRule("few", ("float", "family"), 2, True, "club", True, 5, 2, "1-3", "why")
    assert rule.plain() == {
        "name": "few", "pairs": ["float", "family"], "at_least": 2, "per": "club", "count": "players", "price": 5,
        "tier": 2, "rounds": "1-3", "reason": "why",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": "Few"}, "a rule cannot be called 'Few'; use small letters, digits and hyphens"),
        ({"name": 3}, "a rule cannot be called 3; use"),
        ({"name": "repeats"}, "a rule cannot be called 'repeats': a criterion or a built-in rule has this name"),
        ({"most": 3}, "a rule has no key 'most'; its keys are at_least, at_most, count, name, pairs, per, price"),
        ({"at_least": 1}, "rule few needs either at_most or at_least, not both"),
        ({"pairs": ""}, "rule few needs pairs, such as clubmates"),
        ({"pairs": 7}, "rule few needs pairs, such as clubmates"),
        ({"pairs": ["float", ""]}, "rule few needs pairs"),
        ({"pairs": "clubs"}, "rule few: pairs 'clubs' must be clubmates, compatriots, family"),
        ({"pairs": "same"}, "rule few: pairs 'same' must be"),
        ({"pairs": "one club ="}, "rule few: pairs 'one club =' must be"),
        ({"price": 0}, "rule few: price 0 must be a whole number from 1 to 1000000, or left out"),
        ({"price": 1_000_001}, "rule few: price 1000001 must be"),
        ({"price": True}, "rule few: price True must be"),
        ({"at_most": -1}, "rule few: limit -1 must be a whole number from 0"),
        ({"at_most": 1.5}, "rule few: limit 1.5 must be"),
        ({"count": "boards"}, "rule few: count 'boards' must be games or players"),
        ({"tier": 0}, "rule few: tier 0 must be a whole number from 1"),
        ({"per": ""}, "rule few: per '' must be round, score group, club, country or a column"),
    ],
)
def test_a_wrong_rule_is_refused_with_the_reason(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(WrongValue, match=f"^{re.escape(says)}"):
        parse_count_rule(FEW | wrong)


def test_what_is_no_table_is_no_rule() -> None:
    with pytest.raises(WrongValue, match=r"^\['few'\] is not a table$"):
        parse_count_rule(["few"])
    with pytest.raises(WrongValue, match="needs either at_most or at_least"):
        parse_count_rule({"name": "few", "pairs": "same_club"})
    for limit in (0, 100_000):
        assert parse_count_rule(FEW | {"at_most": limit, "price": 1_000_000}).limit == limit


@pytest.mark.parametrize(
    ("sets", "counting"),
    [
        (["family"], {"ab": "ab"}),
        (["float"], {"ac": "ac", "ad": "ad", "bc": "bc", "bd": "bd"}),
        (["draw_down"], {"ac": "a", "ad": "a", "bc": "b", "bd": "b"}),
        (["draw_up"], {"ac": "c", "ad": "d", "bc": "c", "bd": "d"}),
        (["any local"], {"ab": "a", "ac": "a", "ad": "a"}),
        (["both visitor"], {"bc": "bc", "bd": "bd", "cd": "cd"}),
        (["one club = Home"], {"ab": "a", "ac": "a", "ad": "a"}),
        (["any club = y"], {"ac": "c", "ad": "d", "bc": "c", "bd": "d", "cd": "cd"}),
        (["both club = Y"], {"cd": "cd"}),
        (["clubmates"], {"cd": "cd"}),
        (["visitor_meets_local"], {"ab": "ab", "ac": "ac", "ad": "ad"}),
        (["float", "any local"], {"ac": "a", "ad": "a"}),
        (["draw_up", "any local"], {}),
        (["handicap_games"], {}),
    ],
)
def test_who_counts_in_a_set_of_pairs(sets: list[str], counting: dict[str, str]) -> None:
    """a and b are 1 dans and one family, c and d 1 kyus of club Y; a is a local, the others visitors."""
    t = tournament("1d 1d 1k 1k", start__bar="none", pairing__local_clubs=["Home"])
    t = with_player(with_player(t, "a", club="Home", groups=("f",)), "b", groups=("f", "g"))
    t = with_player(with_player(t, "c", club="Y"), "d", club="y", groups=("h",))
    field = round_problem(t, 1, Profile("p", "", (), (CountRule("r", tuple(sets), 0),))).field
    i, j = np.triu_indices(4, 1)
    first, second = who_counts(field, sets, i, j)
    found = {}
    for k, (a, b) in enumerate(zip(i, j, strict=True)):
        who = field.ids[a] * bool(first[k]) + field.ids[b] * bool(second[k])
        if who:
            found[field.ids[a] + field.ids[b]] = who
    assert found == counting


@pytest.mark.parametrize(("sets", "per"), [("compatriots", "round"), ("any country = GB", "country")])
def test_uk_and_gb_are_one_country_as_they_are_for_the_criterion(sets: str, per: str) -> None:
    t = tournament("1d 1d 1d 1d", start__bar="none")
    for player, country in zip("abcd", ("UK", "GB", "DE", "FR"), strict=True):
        t = with_player(t, player, country=country)
    rule = CountRule("few", (sets,), 0, per=per, players=True)
    problem = round_problem(t, 1, Profile("none", "", (), (rule,)))
    assert problem.counts[0].of_pairs(problem.field, np.array([0, 2]), np.array([1, 3])).tolist()[0] == 2


def test_what_is_broken_of_rules_with_a_price_is_said_with_its_cost() -> None:
    """Both games are inside club X: one too many in all, one too few of three; the hard rule is not priced."""
    t = tournament("1d 1d 1k 1k", start__bar="none")
    for player in "abcd":
        t = with_player(t, player, club="X")
    rules = (
        CountRule("over", ("clubmates",), 1, price=2000),
        CountRule("under", ("clubmates",), 3, at_least=True, per="club", price=5),
        CountRule("kept", ("clubmates",), 2, price=7),
        CountRule("hard", ("clubmates",), 0),
    )
    problem = round_problem(t, 1, Profile("p", "", (), rules))
    assert [priced_text(found) for found in priced_breaks(problem.counts, problem.field, [(0, 1), (2, 3)])] == [
        "over: 2 (at most 1 clubmates), penalty 2,000",
        "under: 2 in X (at least 3 clubmates per club), penalty 5",
    ]
    assert [count.limits.tolist() for count in problem.counts] == [[1], [3], [2], [0]]


@pytest.mark.parametrize(
    ("per", "players", "totals", "most"),
    [("round", False, [2], 1), ("round", True, [4], 2), ("club", False, [2, 1], 2), ("club", True, [3, 1], 2)],
)
def test_games_or_players_are_counted_in_the_round_or_a_part(
    per: str, players: bool, totals: list[int], most: int
) -> None:
    """Floats a-c (X against X) and b-d (Y against X): 2 games, 4 players; in X both games, three players; in Y one."""
    t = tournament("1d 1d 1k 1k", start__bar="none")
    for player, club in zip("abcd", "XYXX", strict=True):
        t = with_player(t, player, club=club)
    rule = CountRule("r", ("float",), 1, per=per, players=players)
    problem = round_problem(t, 1, Profile("p", "", (), (rule,)))
    (count,) = problem.counts
    assert isinstance(count, Count)
    assert count.of_pairs(problem.field, np.array([0, 1]), np.array([2, 3])).tolist() == totals
    assert count.max_amount == most
    assert next(count.broken(np.array(totals))) == (0, totals[0] - 1)
