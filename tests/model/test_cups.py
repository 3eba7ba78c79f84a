"""Cups inside the tournament: brackets worked by hand, who advances and why, what counts, and properties of all.

Sources: the usual seeded draw of knock-outs (the two best seeds can meet in the final alone); the European Championship
of the EGF: 24 players on one McMahon score, four rounds, then a knock-out of the first eight, in which all games but
the semifinals and the final count; the European youth tour: a knock-out for each age category inside a large McMahon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from builders import played, tournament, values, with_player
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.model.cup import Cup, CupDecision
from mcmahon.model.cups.bracket import (
    OPEN,
    Bracket,
    Fate,
    Match,
    bracket,
    counts,
    cup_pairs,
    entrants,
    even_pairs,
    keep_settled,
    more_rounds,
    seed_order,
    stage,
    stage_of,
    without_kept,
    without_outlived,
)
from mcmahon.model.errors import InputError
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import broken
from mcmahon.model.placing.cup_seeds import check_apart, seeds_of, with_known_seeds, with_seeds
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament

EIGHT = "8d 7d 6d 5d 4d 3d 2d 1d"


def with_cup(before: Tournament, **fields: object) -> Tournament:
    """With a cup of all its players in their order, unless it is said otherwise."""
    given = {"name": "X", "seeds": tuple(p.id for p in before.players), **fields}
    return replace(before, cups=(*before.cups, Cup(**given)))  # type: ignore[arg-type]


def tree(t: Tournament) -> Bracket:
    return bracket(t.cups[0], t)


def pairs(t: Tournament, number: int) -> list[str]:
    """The games that the cups order in a round, as `ah`."""
    return ["".join(match.both or ()) for match in cup_pairs(t, number).values()]


def fates(t: Tournament, number: int) -> list[tuple[str, str | None]]:
    return [(match.fate.value, match.winner) for match in tree(t).of_round(number)]


# Brackets by hand


@pytest.mark.parametrize(
    ("places", "order"),
    [
        (2, [1, 2]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_the_seeds_stand_as_in_every_seeded_draw(places: int, order: list[int]) -> None:
    """1-8, 4-5, 2-7, 3-6: the usual seeding of a knock-out, by which 1 and 2 can only meet in the final."""
    assert seed_order(places) == order


def test_eight_players_to_the_final() -> None:
    """a-h are seeds 1 to 8. e and g upset d and b; a and c win: semifinals a-e, g-c; final a-c, third place e-g."""
    t = with_cup(tournament(EIGHT), third_place=True)
    assert pairs(t, 1) == ["ah", "de", "bg", "cf"]
    assert pairs(t, 2) == []
    t = played(t, "a+h e+d b-g c+f")
    assert fates(t, 1) == [("won", "a"), ("won", "e"), ("won", "g"), ("won", "c")]
    assert pairs(t, 2) == ["ae", "gc"]
    t = played(t, "a+e g-c h+d b+f")
    assert pairs(t, 3) == ["ac", "eg"]
    assert [stage_of(m) for m in tree(t).of_round(3)] == ["final", "match for third place"]
    t = played(t, "a-c e+g h+b d+f")
    final, third = tree(t).final, tree(t).third
    assert final is not None
    assert third is not None
    assert (final.winner, final.loser, third.winner) == ("c", "a", "e")
    assert tree(t).over
    assert tree(t).places == [["c"], ["a"], ["e"], ["g"]]
    assert tree(with_cup(replace(t, cups=()))).places == [["c"], ["a"], ["e", "g"]], "they share the third place"


def test_six_in_eight_the_two_best_have_a_bye_and_are_drawn_with_the_others() -> None:
    t = with_cup(tournament("6d 5d 4d 3d 2d 1d 1k 2k"), seeds=tuple("abcdef"))
    assert fates(t, 1) == [("bye", "a"), ("to play", None), ("bye", "b"), ("to play", None)]
    assert pairs(t, 1) == ["de", "cf"]
    t = played(t, "d+e c+f a+g b+h")
    assert pairs(t, 2) == ["ad", "bc"]


def test_five_in_eight_a_semifinal_is_known_before_the_first_round() -> None:
    """Seeds 1, 2, 3 have byes: 2 and 3 meet in the semifinal whatever happens."""
    t = with_cup(tournament("5d 4d 3d 2d 1d 1k"), seeds=tuple("abcde"))
    assert pairs(t, 1) == ["de"]
    assert pairs(t, 2) == ["bc"]


def test_sixty_four_take_six_rounds_and_their_names() -> None:
    t = with_cup(tournament(" ".join(["1d"] * 64), rounds=6), size=64)
    assert [len(one) for one in tree(t).by_round()] == [32, 16, 8, 4, 2, 1]
    assert [stage(5 - k) for k in range(6)] == [
        "round of 64", "round of 32", "round of 16", "quarterfinal", "semifinal", "final",
    ]  # fmt: skip


# Who advances, and why


def test_who_wins_by_forfeit_advances() -> None:
    t = played(with_cup(tournament("4d 3d 2d 1d")), "a-d! b+c")
    assert fates(t, 1) == [("forfeit", "d"), ("won", "b")]
    assert pairs(t, 2) == ["db"]


@pytest.mark.parametrize(("sign", "fate"), [("=", Fate.UNDECIDED), ("0", Fate.UNDECIDED), ("?", Fate.PLAYING)])
def test_without_a_winner_nobody_advances_until_the_director_says_so(sign: str, fate: Fate) -> None:
    t = played(with_cup(tournament("4d 3d 2d 1d")), f"a{sign}d b+c")
    assert tree(t).of_round(1)[0].fate is fate
    assert pairs(t, 2) == []
    cup = replace(t.cups[0], decided=(CupDecision(1, 1, "d"),))
    decided = replace(t, cups=(cup,))
    assert fates(decided, 1)[0] == ("decided", "d")
    assert pairs(decided, 2) == ["db"]


def test_a_void_game_and_one_that_both_win_have_no_winner() -> None:
    t = with_cup(tournament("4d 3d 2d 1d"))
    games = (Game(1, "a", "d", result=Result.VOID), Game(2, "b", "c", result=Result.BOTH_WIN))
    assert fates(t.with_round(Round(1, games)), 1) == [("undecided", None), ("undecided", None)]


def test_nobody_may_advance_and_the_next_opponent_then_does_without_a_game() -> None:
    t = played(with_cup(tournament("4d 3d 2d 1d"), decided=(CupDecision(1, 1, ""),)), "a0d b+c")
    assert fates(t, 1)[0] == ("decided", "")
    assert fates(t, 2) == [("walkover", "b")]


def test_the_opponent_of_a_player_who_withdraws_advances_and_is_drawn_with_the_others() -> None:
    """h is seed 8 and leaves before round 1; a advances, and so does nobody of two who are both away."""
    t = with_player(with_cup(tournament(EIGHT)), "h", status=Status.WITHDRAWN)
    assert fates(t, 1)[0] == ("walkover", "a")
    assert pairs(t, 1) == ["de", "bg", "cf"]
    t = with_player(with_player(t, "d", status=Status.WITHDRAWN), "e", rounds=frozenset({2, 3}))
    assert fates(t, 1)[:2] == [("walkover", "a"), ("empty", "")]
    t = played(t, "b+g c+f", absent="e", unpaired="a")
    assert fates(t, 2) == [("walkover", "a"), ("to play", None)]


def test_who_was_absent_in_a_published_round_has_lost_the_match_even_if_back() -> None:
    t = with_player(with_cup(tournament("4d 3d 2d 1d 1k"), seeds=tuple("abcd")), "a", rounds=frozenset({2, 3, 4, 5}))
    t = played(t, "b+c d+e", absent="a")
    assert fates(t, 1)[0] == ("walkover", "d")
    assert pairs(t, 2) == ["db"]


def test_the_third_place_is_for_who_was_absent_in_the_semifinal_if_back() -> None:
    t = played(with_cup(tournament("4d 3d 2d 1d 1k"), seeds=tuple("abcd"), third_place=True), "b+c d+e", absent="a")
    third = tree(t).third
    assert third is not None
    assert third.players == ("a", "c")


def test_two_who_did_not_meet_though_both_were_there_are_for_the_director_to_decide() -> None:
    t = played(with_cup(tournament("4d 3d 2d 1d")), "a+b c+d")
    assert fates(t, 1) == [("undecided", None), ("undecided", None)]
    assert pairs(t, 1) == []


def test_a_draft_is_no_result() -> None:
    t = with_cup(tournament("4d 3d 2d 1d"))
    t = t.with_round(Round(1, (Game(1, "a", "d"), Game(2, "b", "c")), draft=True))
    assert fates(t, 1) == [("to play", None), ("to play", None)]


# Who is in it


def test_entrants_fulfil_every_condition_and_the_best_rating_is_first() -> None:
    t = tournament("3d 2d 1d 1k 2k 3k")
    ages = {"a": "U16", "b": "U12", "c": "U12", "d": "U12", "e": "U12", "f": "U16"}
    t = t.with_players(
        replace(p, extra=(("category", ages[p.id]), ("born", str(2010 + k)))) for k, p in enumerate(t.players)
    )
    assert seeds_of(Cup("U12", 4, who=("category=u12",)), t) == tuple("bcde")
    assert seeds_of(Cup("U12", 4, who=("category=U12", "rank=1d-2k")), t) == tuple("cde")
    assert seeds_of(Cup("young", 4, who=("born=2013-",)), t) == tuple("def")
    assert seeds_of(Cup("old", 4, who=("born=-2011",)), t) == tuple("ab")
    assert seeds_of(Cup("young", 4, who=("born >= 2013",)), t) == tuple("def")
    assert seeds_of(Cup("old", 4, who=("born≤2011",)), t) == tuple("ab")
    assert seeds_of(Cup("two", 4, players=("f", "a"), seeding="given"), t) == ("f", "a")
    away = with_player(t, "b", status=Status.WITHDRAWN)
    assert seeds_of(Cup("U12", 4, who=("category=U12",)), away) == tuple("cde")


def test_a_band_of_start_scores_is_a_condition() -> None:
    t = tournament("3d 2d 1d 1k 2k 3k", start__bar="none", start__zero="1d")
    assert seeds_of(Cup("x", 4, who=("band=1",)), with_player(t, "c", rank=t.player("b").rank)) == ("b", "c")


def test_nobody_and_an_unknown_column_are_named() -> None:
    t = tournament("3d 2d 1d")
    with pytest.raises(InputError, match="cup x: nobody with club=Ulm is entered for round 1; expected at least 2"):
        seeds_of(Cup("x", 4, who=("club=Ulm",)), t)
    with pytest.raises(InputError, match="the registrations have no column 'age'"):
        seeds_of(Cup("x", 4, who=("age=U12",)), t)
    with pytest.raises(InputError, match="expected ranks such as 3d-1k"):
        seeds_of(Cup("x", 4, who=("rank=3x-1k",)), t)


def test_the_first_two_of_each_group_meet_those_of_other_groups() -> None:
    """Two groups of three: seeds are the winners by the standings, then the seconds; no winner meets the own second."""
    t = tournament("3d 2d 1d 1k 2k 3k", rounds=4)
    t = t.with_players(replace(p, groups=("A" if p.id in "ace" else "B",)) for p in t.players)
    t = played(t, "a+c b+d", unpaired="e f")
    found = seeds_of(Cup("final", 4, first=2, groups="group", seeding="standings"), t)
    assert set(found) == set("abcd")
    first = [{found[0], found[3]}, {found[1], found[2]}]
    group = {p.id: p.groups[0] for p in t.players}
    assert all(len({group[player] for player in pair}) == 2 for pair in first)


def test_twenty_four_play_four_rounds_and_eight_go_on_as_at_the_european_championship() -> None:
    """24 on one score, 4 rounds, then a knock-out of the first 8 of the standings in rounds 5 to 7."""
    t = tournament(" ".join(["5d"] * 24), rounds=7)
    t = replace(t, cups=(Cup("European Championship", 8, 5, seeding="standings", counts="before-semifinals"),))
    for number in range(1, 5):
        ids = [p.id for p in t.players]
        ids = ids[number:] + ids[:number]
        games = tuple(
            Game(k + 1, a, b, result=Result.WHITE if a < b else Result.BLACK)
            for k, (a, b) in enumerate(zip(ids[::2], ids[1::2], strict=True))
        )
        assert with_known_seeds(t).cups[0].seeds == ()
        t = t.with_round(Round(number, games))
    chosen = with_known_seeds(t).cups[0].seeds
    assert chosen == tuple(row.player.id for row in standings(t).rows[:8])
    assert len(pairs(with_seeds(t, 5), 5)) == 4


def test_the_players_of_a_cup_stay_once_its_first_round_is_published() -> None:
    t = replace(tournament("4d 3d 2d 1d 1k"), cups=(Cup("x", 4),))
    seeded = with_seeds(t, 1)
    assert seeded.cups[0].seeds == tuple("abcd")
    gone = with_player(seeded, "a", status=Status.WITHDRAWN)
    draft = gone.with_round(Round(1, (Game(1, "a", "d"), Game(2, "b", "c")), draft=True))
    assert with_seeds(draft, 1).cups[0].seeds == tuple("bcde")
    published = gone.with_round(replace(draft.rounds[0], draft=False))
    assert with_seeds(published, 2).cups[0].seeds == tuple("abcd")


def test_a_player_in_two_cups_is_named() -> None:
    t = with_cup(with_cup(tournament("4d 3d 2d 1d"), name="U12", seeds=("a", "b")), name="U16", seeds=("b", "c"))
    with pytest.raises(
        InputError, match=r"U12 and U16 both play in round 1 and have Player-b \(b\); expected other rounds"
    ):
        check_apart(t)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"size": 3}, "wrong size '3'; expected 4 to 64"),
        ({"size": 65}, "wrong size '65'; expected 4 to 64"),
        ({"name": ""}, "no cup can be called"),
        ({"seeding": "luck"}, "wrong seeding 'luck'; expected one of rating, rank, start, standings, given"),
        ({"counts": "some"}, "wrong counts 'some'; expected one of all, none, before-semifinals"),
        ({"seeding": "standings"}, "standings cannot seed a cup that begins in round 1"),
        ({"seeding": "given"}, "the seeding is given, but no players are"),
        ({"first": 2, "after": 2}, "wrong after_round '2'; expected a round before the first round of the cup"),
        ({"who": ("U12",)}, "wrong condition 'U12'; expected COLUMN=VALUE"),
        ({"seeds": ("a", "a")}, "wrong seeds; expected 2 to 64 different ids"),
    ],
)
def test_a_cup_that_cannot_be_says_why(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        Cup(**{"name": "x", **fields})  # type: ignore[arg-type]
    assert message in str(error.value)


# What counts in the tournament


def cup_of_four(counts: str) -> Tournament:
    """Four in a cup from round 1: a beats d, b beats c; a beats b in the final, c and d play round 2 as others do."""
    t = with_cup(tournament("1d 1d 1d 1d", "egf"), counts=counts)
    return played(played(t, "a+d b+c"), "a+b c+d")


def test_all_games_of_a_cup_count() -> None:
    assert values(cup_of_four("all"), "MMS") == values(replace(cup_of_four("all"), cups=()), "MMS")


def test_a_game_that_does_not_count_gives_what_an_absence_gives_and_no_opponent() -> None:
    """Round 2 alone counts for c and d. By hand (EGF: ½ for an absence, all absences of a player rounded down):
    a and b have two absences, 1 point; c has ½ → 0 and 1 = 1; d ½ → 0 and 0. SOS: an empty round counts the own start.
    """
    t = cup_of_four("none")
    start = score(t).start["a"] // 2
    assert values(t, "MMS") == {p: start + points for p, points in {"a": 1, "b": 1, "c": 1, "d": 0}.items()}
    assert values(t, "SOS") == {
        "a": 2 * start,
        "b": 2 * start,
        "c": start + values(t, "MMS")["d"],
        "d": start + values(t, "MMS")["c"],
    }
    entry = score(t).entries["a"][0]
    assert (entry.kind, entry.counts, entry.game_half_points, entry.rated) == (RoundKind.GAME, False, 2, True)
    assert standings(t).rows[0].rounds[0].endswith("+")


def test_games_before_the_semifinals_count() -> None:
    t = with_cup(tournament(EIGHT, "egf", start__bar="1d"), counts="before-semifinals")
    t = played(played(t, "a+h e+d b+g c+f"), "a+e b+c h+d g+f")
    counted = {pid: [entry.counts for entry in row] for pid, row in score(t).entries.items()}
    assert counted["a"] == counted["c"] == [True, False]
    assert counted["h"] == [True, True]


@pytest.mark.parametrize(("which", "said"), [("all", "yyy"), ("before-semifinals", "nnn"), ("none", "nnn")])
def test_a_cup_says_of_each_match_whether_it_counts(which: str, said: str) -> None:
    t = cup_of_four(which)
    assert "".join("ny"[counts(t.cups[0], match)] for match in tree(t).matches) == said


def test_nobody_is_kept_in_the_place_of_a_winner_who_is_not_known() -> None:
    """a and d are without a winner when the final is published, by hand; the result that comes in later counts."""
    t = played(played(with_cup(tournament("4d 3d 2d 1d")), "a=d b+c"), "a?b c?d")
    later = t.with_round(played(with_cup(tournament("4d 3d 2d 1d")), "a+d b+c").round(1))
    assert keep_settled(t, later) == (later, [])


@pytest.mark.parametrize(
    ("before", "later", "decided", "stays"),
    [("a?d b+c", "a-d b+c", "a", False), ("a=d b+c", "a-d b+c", "a", False), ("a0d b+c", "a-d b+c", "", False),
     ("a?d b+c", "a+d b+c", "a", True), ("a-d b+c", "a-d b-c", "a", True), ("a?d b+c", "a=d b+c", "a", True)],
)  # fmt: skip
def test_a_decision_ends_with_a_later_result_that_has_another_winner(
    before: str, later: str, decided: str, stays: bool
) -> None:
    """It stood for a result that was missing; one made against a result, or that agrees with it, stays."""
    cup = replace(with_cup(tournament("4d 3d 2d 1d")).cups[0], decided=(CupDecision(1, 1, decided),))
    t = replace(tournament("4d 3d 2d 1d"), cups=(cup,))
    old, new = played(t, before), played(t, later)
    after, dropped = without_outlived(old, new)
    assert bool(after.cups[0].decided) == stays
    assert [(match.number, match.winner) for match in dropped] == ([] if stays else [(1, decided)])
    winners = [match.winner for match in tree(after).matches[:1]]
    assert winners == [decided if stays else "d"]


def test_the_winner_of_a_corrected_final_is_who_has_won_it() -> None:
    """The final was a jigo, and the director let a win; by the corrected result b has won the cup and its prize."""
    decided = (CupDecision(1, 1, "a"), CupDecision(2, 1, "a"))
    cup = replace(with_cup(tournament("4d 3d 2d 1d")).cups[0], decided=decided)
    t = played(replace(tournament("4d 3d 2d 1d"), cups=(cup,)), "a=d b+c")
    after, dropped = without_outlived(played(t, "a=b c+d"), played(t, "a-b c+d"))
    assert [match.winner for match in dropped] == ["a"]
    assert next(match.winner for match in tree(after).matches if set(match.players) == {"a", "b"}) == "b"


def test_who_is_in_a_published_final_is_kept_beside_what_the_director_has_decided() -> None:
    """d was let through by hand; b won, and is in the final when c turns out to have won."""
    cup = replace(with_cup(tournament("4d 3d 2d 1d")).cups[0], decided=(CupDecision(1, 1, "d"),))
    t = replace(tournament("4d 3d 2d 1d"), cups=(cup,))
    before, corrected = played(t, "a=d b+c"), played(t, "a=d b-c").round(1)
    before = played(before, "d?b a?c")
    after, kept = keep_settled(before, before.with_round(corrected))
    by_hand, by_round = CupDecision(1, 1, "d"), CupDecision(1, 2, "b", kept=True)
    assert [(match.number, match.winner) for match in kept] == [(2, "b")]
    assert after.cups[0].decided == (by_hand, by_round)
    decided = {first: without_kept(after, first).cups[0].decided for first in (1, 2, 3)}
    assert decided == {1: (by_hand,), 2: (by_hand,), 3: (by_hand, by_round)}


def test_who_met_in_a_game_that_does_not_count_has_met() -> None:
    t = cup_of_four("none")
    again = t.with_round(Round(3, (Game(1, "a", "b"), Game(2, "c", "d", result=Result.WHITE))))
    found = broken(judge(again, 3))
    assert {frozenset(v.players) for v in found if v.rule is Rule.REPEATS} == {frozenset("ab"), frozenset("cd")}


# Rounds of cups alone


def test_rounds_behind_the_last_are_of_cups_alone_and_count_nothing() -> None:
    t = with_cup(tournament("4d 3d 2d 1d 1k 2k", rounds=1))
    t = with_cup(replace(t, cups=()), seeds=tuple("abcd"))
    t = played(t, "a+d b+c e+f")
    assert more_rounds(t)
    assert [p.id for p in entrants(t, 2)] == ["a", "b"]
    before = values(t, "MMS")
    t = played(t, "a-b")
    assert values(t, "MMS") == before
    assert score(t).rounds == 1
    assert not more_rounds(t)
    assert broken(judge(t, 2)) == []


# Rules


def test_a_game_that_a_cup_orders_is_no_breach_and_the_reason_is_the_cup() -> None:
    """a and d meet in round 1; the cup of round 2 orders the same pair; families would be kept apart, too."""
    t = tournament("4d 3d 2d 1d 1k 2k", pairing__families="forbid")
    t = t.with_players([replace(t.player(p), groups=("Miller",)) for p in "ad"])
    t = with_cup(played(t, "a+d b+e c+f"), first=2, seeds=tuple("abcd"))
    t = t.with_round(Round(2, (Game(1, "a", "d"), Game(2, "b", "c"), Game(3, "e", "f"))))
    found = judge(t, 2)
    assert broken(found) == []
    allowed = [v for v in found if v.allowed]
    assert {v.rule for v in allowed} == {Rule.REPEATS, Rule.FAMILIES}
    assert {v.cup.cup for v in allowed if v.cup} == {"X"}


def test_cup_games_are_even_unless_the_cup_says_otherwise() -> None:
    t = with_cup(tournament("1d 2k 6k 10k", start__bar="none", handicap__rule="mms"))
    assert even_pairs(t, 1) == {frozenset("ad"), frozenset("bc")}
    even = t.with_round(Round(1, (Game(1, "a", "d"), Game(2, "b", "c"))))
    assert broken(judge(even, 1)) == []
    with_stones = with_cup(replace(t, cups=()), handicap=True)
    assert even_pairs(with_stones, 1) == frozenset()
    wrong = broken(judge(replace(even, cups=with_stones.cups), 1))
    assert {v.rule for v in wrong} == {Rule.HANDICAP}


# Properties


def knocked_out(size: int, seed: int, third: bool, away: Callable[[Random], bool]) -> Tournament:
    """A cup played to its end by lot: results, jigos that the director decides, forfeits, and players who leave."""
    random = Random(seed)
    t = with_cup(tournament(" ".join(["1d"] * size), rounds=7), size=max(4, size), third_place=third)
    for number in range(1, t.cups[0].rounds + 1):
        gone = [p for p in t.players if p.status is Status.FINAL and away(random)]
        t = t.with_players(replace(p, status=Status.WITHDRAWN) for p in gone)
        games = []
        for match in cup_pairs(t, number).values():
            a, b = match.both or ("", "")
            result = random.choice((Result.WHITE, Result.BLACK, Result.JIGO, Result.BOTH_LOSE))
            by_default = result is Result.WHITE and random.random() < 0.3
            games.append(Game(len(games) + 1, a, b, result=result, by_default=by_default))
        busy = {p for game in games for p in game.players}
        others = tuple(p.id for p in t.players if p.enters(number) and p.id not in busy)
        t = t.with_round(Round(number, tuple(games), unpaired=others))
        for match in [m for m in tree(t).of_round(number) if m.fate is Fate.UNDECIDED]:
            own = CupDecision(match.round, match.number, random.choice([*(match.both or ()), ""]))
            t = replace(t, cups=(replace(t.cups[0], decided=(*t.cups[0].decided, own)),))
    return t


@pytest.mark.slow
@given(st.integers(2, 64), st.integers(0, 10**6), st.booleans(), st.sampled_from((0.0, 0.05, 0.3)))
def test_every_game_is_played_once_and_everybody_is_eliminated_once(
    size: int, seed: int, third: bool, leaving: float
) -> None:
    t = knocked_out(size, seed, third, lambda random: random.random() < leaving)
    found = tree(t)
    main = [match for match in found.matches if not match.third]
    assert not [match for match in found.matches if match.fate in OPEN]
    assert len(main) == found.cup.places - 1
    met = Counter(frozenset(game.players) for drawn in t.rounds for game in drawn)
    assert set(met.values()) <= {1}
    lost = Counter(match.loser for match in main if match.loser)
    assert set(lost.values()) <= {1}
    for match in main:
        later = [m for m in main if m.round > match.round and match.loser and match.loser in m.players]
        assert not later
        assert match.winner in (*match.players, "")


@given(st.integers(3, 64))
def test_the_first_two_seeds_meet_only_in_the_final_if_the_better_seed_always_wins(size: int) -> None:
    t = with_cup(tournament(" ".join(["1d"] * size), rounds=7), size=max(4, size))
    seeds = {player: k for k, player in enumerate(t.cups[0].seeds)}
    for number in range(1, t.cups[0].rounds + 1):
        both = [sorted(match.both or (), key=seeds.__getitem__) for match in cup_pairs(t, number).values()]
        games = tuple(Game(k, a, b, result=Result.WHITE) for k, (a, b) in enumerate(both, 1))
        busy = {p for game in games for p in game.players}
        t = t.with_round(Round(number, games, unpaired=tuple(p.id for p in t.players if p.id not in busy)))
    met: list[Match] = [m for m in tree(t).matches if set(m.players) == {t.players[0].id, t.players[1].id}]
    assert [m.behind for m in met] == [0]
    assert met[0].winner == t.players[0].id


def test_who_missed_a_round_of_the_tournament_plays_in_the_rounds_of_cups_behind_it() -> None:
    """c is entered for round 1 alone; rounds 3 and 4 are for cups only."""
    t = tournament("4d 3d 2d 1d", rounds=2)
    t = t.with_players([t.player("c").with_rounds(frozenset({1}), 2)])
    t = with_cup(played(played(t, "a+d b+c"), "a+b", absent="c"), seeds=tuple("abcd"), first=3, handicap=True)
    t = t.with_round(Round(3, (Game(1, "a", "d"), Game(2, "b", "c")), draft=True))
    assert not [v for v in judge(t, 3) if not v.allowed]


def test_who_is_out_of_a_cup_may_be_in_another_one_of_the_same_rounds() -> None:
    """d has lost its semifinal in round 1, so it may begin in another cup in round 2, and a may not."""
    t = with_cup(tournament("4d 3d 2d 1d 1k 2k"), seeds=tuple("abcd"))
    t = played(t, "a+d b+c e+f")
    check_apart(with_cup(t, name="y", seeds=("d", "e"), first=2))
    with pytest.raises(InputError, match=r"the cups .* and y both play in round 2 and have Player-a \(a\)"):
        check_apart(with_cup(t, name="y", seeds=("a", "e"), first=2))
