"""Entrants of several people: what follows from their members, who sits in which seat, and who is kept apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from builders import member, pair, pairs, played, tournament, with_player
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.model.edits import change_of_settings
from mcmahon.model.judging.round_costs import plain_counts
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import values
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.model.placing.sections import sections
from mcmahon.model.placing.standings import standings
from mcmahon.model.records.as_drawn import problem_as_drawn
from mcmahon.model.tournament.person import Member, Player, column_values, mean
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.tournament.settings.occasion import EntrantSettings
from mcmahon.model.tournament.tournament import Tournament, lineup, missing, with_members

ONE_EACH = Profile("one each", "", tuple(Weight(name, 1) for name in CRITERIA))


def field_of(t: Tournament) -> Field:
    return round_problem(t, len(t.rounds) + 1, ONE_EACH).field


def value(name: str, t: Tournament, a: str, b: str) -> int:
    field = field_of(t)
    i, j = (np.array([field.ids.index(p)]) for p in (a, b))
    return int(values(CRITERIA[name].of_pair, field, i, j)[0])


@pytest.mark.parametrize(
    ("ranks", "rule", "expected"),
    [
        ("3d 2k", "mean", "1d"),  # 2 and -2 with 1 dan as 0: there is no rank between 1 kyu and 1 dan
        ("3d 2d", "mean", "2d"),  # 1.5: a half goes to the weaker rank
        ("3d 2d", "mean up", "3d"),
        ("1k 2k", "mean", "2k"),  # -1.5
        ("1k 2k", "mean up", "1k"),
        ("3d 3d 2d", "mean", "3d"),  # 1.67 is nearer to 2
        ("3d 3d 2d", "mean down", "2d"),
        ("3d 2d 2d", "mean", "2d"),  # 1.33
        ("3d 2d 2d", "mean up", "3d"),
        ("5d 4d 3d 2d 1d", "mean", "3d"),  # rengo of five
        ("2p 1d", "mean", "4d"),  # a professional counts as 7 dan
    ],
)
def test_the_rank_of_an_entrant_is_the_mean_of_its_members_ranks(ranks: str, rule: str, expected: str) -> None:
    people = [f"P{k} {rank}" for k, rank in enumerate(ranks.split())]
    assert pair("a", *people, rule=rule).rank_name == expected


def test_the_rating_is_the_mean_of_the_ratings_unless_the_entrant_has_a_rank_of_its_own() -> None:
    people = [member("Sato 3d", rating=2355, rating_is_derived=False), member("Maier 2k")]  # 2355 and 1900
    assert pair("a", *people).rating == 2127  # 2127.5: a half down
    assert pair("a", *people, rule="mean up").rating == 2128
    own = pair("a", *people, rank=3, rank_is_derived=False)
    assert (own.rank_name, own.rating, own.rating_is_derived) == ("4d", 2400, True)
    assert pair("a", *people, rating=2222, rating_is_derived=False).rating == 2222


def test_name_club_and_country_are_those_of_the_people() -> None:
    one = pair("a", member("Sato 3d Ulm", country="JP"), member("Maier 2k Bonn", country="DE"))
    assert (one.name, one.club, one.country) == ("Sato & Maier", "Ulm / Bonn", "JP/DE")
    assert (one.clubs, one.countries) == (("Ulm", "Bonn"), ("JP", "DE"))
    assert pair("a", "Sato 3d Ulm", "Maier 2k Ulm").club == "Ulm"
    own = pair("a", "Sato 3d Ulm", "Maier 2k", surname="Tigers", club="Kyoto")
    assert (own.name, own.club, own.clubs) == ("Tigers", "Kyoto", ("Kyoto", "Ulm"))


def test_what_follows_from_the_people_changes_with_them_and_what_was_given_stays() -> None:
    derived, own = pair("a", "Sato 3d Ulm", "Maier 2k"), pair("b", "Sato 3d Ulm", "Maier 2k", surname="Tigers")
    others = [member("Kim 5d Seoul"), member("Maier 1d")]
    changed = with_members(derived, others, "mean")
    assert (changed.name, changed.rank_name, changed.club) == ("Kim & Maier", "3d", "Seoul")
    assert with_members(own, others, "mean").name == "Tigers"
    alone = with_members(own, (), "mean")
    assert (alone.members, alone.club, alone.rank_is_derived, alone.rank_name) == ((), "", False, "1d")


def test_another_rule_for_ranks_gives_other_ranks_but_for_those_that_somebody_entered() -> None:
    t = pairs(pair("a", "A 3d", "B 2d"), pair("b", "C 3d", "D 2d", rank=5, rank_is_derived=False))
    after = change_of_settings(t, replace(t.settings, entrants=EntrantSettings("pairs", "mean up")), ["entrants.rank"])
    assert [p.rank_name for p in after.players] == ["3d", "6d"]
    assert [p.rank_name for p in t.players] == ["2d", "6d"]


def test_substitutes_take_the_seats_of_those_who_miss_a_round_and_nobody_else_moves() -> None:
    others = frozenset({1, 3})
    team = pair(
        "a",
        member("A 3d", rounds=others),
        "B 2d",
        member("C 1d", rounds=others),
        member("S 9k", substitute=True, rounds=frozenset({2})),
    )
    assert team.rank_name == "2d"  # a substitute's rank does not count
    seats = [[m.surname if m else "" for m in lineup(team, number)] for number in (1, 2)]
    assert seats == [["A", "B", "C"], ["S", "B", ""]]
    assert [(m.surname, instead.surname if instead else "") for m, instead in missing(team, 2)] == [
        ("A", "S"),
        ("C", ""),
    ]
    assert missing(team, 1) == []


def test_two_entrants_share_a_club_a_country_or_a_family_if_any_of_their_people_do() -> None:
    t = pairs(
        pair("a", member("A 1d Ulm", country="DE"), member("B 1d Bonn", country="JP")),
        pair("b", member("C 1d Bonn", country="FR"), member("D 1d", country="UK", groups=("Weiss",))),
        pair("c", member("E 1d Wien", country="GB"), member("F 1d Graz", groups=("Weiss",))),
        start__bar="none",
    )
    of = {
        name: [value(name, t, *two) for two in ("ab", "ac", "bc")] for name in ("same_club", "same_country", "family")
    }
    assert of == {"same_club": [1, 0, 0], "same_country": [0, 0, 1], "family": [0, 0, 1]}
    counted = plain_counts(t, 1, [("a", "b", 0)], ["c"]), plain_counts(t, 1, [("b", "c", 0)], ["a"])
    assert [(c["clubmates"], c["compatriots"]) for c in counted] == [(1, 0), (0, 1)]


def test_clubs_that_count_as_one_do_so_for_members() -> None:
    t = pairs(
        pair("a", "A 1d Ulm", "B 1d Bonn"),
        pair("b", "C 1d Neu-Ulm", "D 1d"),
        start__bar="none",
        pairing__club_groups=[["Ulm", "Neu-Ulm"]],
    )
    assert value("same_club", t, "a", "b") == 1


def test_a_local_among_the_people_makes_an_entrant_local() -> None:
    t = pairs(pair("a", "A 1d Ulm", "B 1d Bonn"), pair("b", "C 1d", "D 1d Wien"), pairing__local_clubs=["Bonn"])
    assert field_of(t).local.tolist() == [True, False]


def test_families_forbidden_to_meet_are_those_of_the_members() -> None:
    people = [pair(x, member(f"{x} 1d", groups=("f",)) if x in "ab" else f"{x} 1d", f"{x}2 1d") for x in "abcd"]
    drawn = draw_round(pairs(*people, pairing__families="forbid", start__bar="none")).tournament.round(1)
    assert drawn.game_of("a").opponent("a") != "b"  # type: ignore[union-attr]


def test_a_rule_over_pairs_counts_what_any_member_has() -> None:
    t = pairs(
        pair("a", "A 1d Ulm", member("B 1d", extra=(("van", "red"),))),
        pair("b", "C 1d Ulm", "D 1d Bonn"),
        pair("c", "E 1d Bonn", member("F 1d", extra=(("van", "red"),))),
        pair("d", "G 1d", "H 1d"),
        start__bar="none",
    )
    rules = (
        CountRule("one", ("same club",), 1),
        CountRule("vans", ("same van",), 0),
        CountRule("ulm", ("any club = Ulm",), 9),
    )
    problem = round_problem(t, 1, Profile("", "", (), rules))
    i, j = np.array([0, 0, 1, 0]), np.array([1, 2, 2, 3])
    found = [np.flatnonzero(count.terms(problem.field, i, j)[0][1]).tolist() for count in problem.counts]
    assert found == [[0, 2], [1], [0, 1, 2, 3]]
    assert column_values("van", t.players) == [("red",), (), ("red",), ()]


def test_an_entrant_is_in_the_sections_of_all_its_clubs() -> None:
    t = pairs(pair("a", "A 1d Ulm", "B 1d Bonn"), pair("b", "C 1d Bonn", "D 1d Bonn"))
    found = {s.title: [row.player.id for row in s.rows] for s in sections(standings(t), "club")}
    assert found == {"club Bonn": ["a", "b"], "club Ulm": ["a"]}


def test_a_draw_is_made_again_from_its_ledger_after_the_members_have_changed() -> None:
    people = [
        pair(x, f"{x} {r} Ulm", f"{x}2 {r} {club}")
        for x, r, club in zip("abcd", ("2d", "1d", "1d", "1k"), "AABB", strict=True)
    ]
    drawn = draw_round(pairs(*people, start__bar="none"))
    record = drawn.record
    assert record.ledger is not None
    assert record.ledger.entrants["a"].own_clubs == ("Ulm", "A")
    moved = with_player(drawn.tournament, "a", members=(), club="Graz")
    again = problem_as_drawn(round_problem(moved, 1, record.profile), moved, record.ledger, record)
    assert again is not None
    assert fingerprint(again) == record.ledger.fingerprint


def test_single_players_have_codes_in_one_column_as_ever() -> None:
    t = tournament("1d 1d 1k")
    assert field_of(t).club.tolist() == [-1, -1, -1]
    assert field_of(with_player(t, "a", club="Ulm")).club.tolist() == [0, -1, -1]


CLUBS = st.sampled_from(["", "Ulm", "Bonn", "ulm", "Wien"])
PEOPLE = st.lists(
    st.builds(Member, st.just("m"), st.just("M"), club=CLUBS, groups=st.lists(CLUBS, max_size=2).map(tuple)), max_size=5
)


@pytest.mark.slow
@given(st.lists(PEOPLE, min_size=2, max_size=6), st.lists(CLUBS, min_size=6, max_size=6))
def test_sharing_is_the_meeting_of_the_unions_and_the_same_both_ways_round(
    members: list[list[Member]], clubs: list[str]
) -> None:
    entrants = [
        with_members(Player(str(k), "x", club=club), own, "mean")
        for k, (own, club) in enumerate(zip(members, clubs, strict=False))
    ]
    field = field_of(pairs(*entrants, start__bar="none"))
    every = np.arange(len(field))
    by_id = {p.id: p for p in entrants}
    for name, of in (("same_club", lambda p: p.clubs), ("family", lambda p: p.families)):
        found = np.broadcast_to(
            values(CRITERIA[name].of_pair, field, every[:, None], every[None, :]), (len(every), len(every))
        )
        assert (found == found.T).all()
        for i, a in enumerate(field.ids):
            for j, b in enumerate(field.ids):
                key = str.casefold if name == "same_club" else str
                common = set(map(key, of(by_id[a]))) & set(map(key, of(by_id[b])))
                assert found[i, j] == bool(common)


@given(st.lists(st.integers(-30, 8), min_size=1, max_size=5))
def test_the_mean_lies_between_its_roundings(ranks: list[int]) -> None:
    down, near, up = (mean(ranks, rule) for rule in ("mean down", "mean", "mean up"))
    assert min(ranks) <= down <= near <= up <= max(ranks)
    assert up - down == (sum(ranks) % len(ranks) != 0)
    assert abs(near * len(ranks) - sum(ranks)) * 2 <= len(ranks)


def test_results_of_entrants_are_scored_as_those_of_players() -> None:
    t = pairs(pair("a", "A 1d", "B 1d"), pair("b", "C 1d", "D 1d"))
    assert [row.player.id for row in standings(played(t, "b+a")).rows] == ["b", "a"]
