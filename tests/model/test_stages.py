"""Groups with a final and a consolation: who is in which group, tables of rounds, what counts on, who is placed where.

Sources: the circle is the usual table of a round robin (FIDE handbook C.05, annex 1, has another order of the same
rounds); a snake is the usual way to make groups of equal strength; what is carried over is ours, defined in
docs/reference/rules.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from builders import played, players, tournament, values
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round, ready_to_draw
from mcmahon.model.edits import Entered, set_results
from mcmahon.model.effects import chosen_before
from mcmahon.model.errors import InputError
from mcmahon.model.judging.judge import judge
from mcmahon.model.notes import Remark
from mcmahon.model.pairing.entrants import before_round
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.sections import group_tables, sections
from mcmahon.model.placing.stages import circle, final_table, snake, stages_of, table_games
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_groups import decide_again, with_decisions
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.games import Game, Result, Round, TeamBoard
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way
from team_events import team, teams

RANKS = "8d 7d 6d 5d 4d 3d 2d 1d 1k 2k 3k 4k"


def grouped(count: int = 8, number: int = 2, rounds: int = 6, **settings: Any) -> Tournament:
    """So many players a, b, c …, strongest first, without clubs."""
    ranks = " ".join(RANKS.split()[:count])
    return tournament(ranks, "round-robin", rounds=rounds, groups__number=number, **settings)


def names(parts: Any) -> list[str]:
    return ["".join(part) for part in parts]


def groups(t: Tournament) -> list[str]:
    return names(with_decisions(t).settings.decided.drawn_groups)


def stronger_wins(t: Tournament, upsets: str = "") -> Tournament:
    """The next round drawn and published; the player earlier in the alphabet wins, but for these boards (`ad bc`)."""
    drawn = draw_round(t).tournament
    last = drawn.rounds[-1]
    turned = {frozenset(pair) for pair in upsets.split()}
    games = tuple(
        replace(g, result=Result.WHITE if (g.white < g.black) != (frozenset(g.players) in turned) else Result.BLACK)
        for g in last
    )
    return drawn.with_round(replace(last, games=games, draft=False))


def after(t: Tournament, rounds: int, upsets: str = "") -> Tournament:
    for _ in range(rounds):
        t = stronger_wins(t, upsets)
    return t


def test_a_snake_of_eight_in_two_groups() -> None:
    """A takes 1, 4, 5, 8 and B takes 2, 3, 6, 7: the sums of the numbers are equal."""
    assert names(snake("12345678", 2)) == ["1458", "2367"]
    assert names(snake("1234567890AB", 3)) == ["167B", "258A", "3490"]
    assert groups(grouped()) == ["adeh", "bcfg"]


def test_clubmates_change_places_in_their_row() -> None:
    """a and d are of one club: d changes with c, the other of the row, as then no group has two of a club."""
    t = grouped()
    club = [replace(p, club="Ulm") if p.id in "ad" else p for p in t.players]
    assert groups(replace(t, players=tuple(club))) == ["aceh", "bdfg"]
    country = [replace(p, country="DE") if p.id in "ad" else p for p in t.players]
    assert groups(replace(t, players=tuple(country))) == ["adeh", "bcfg"]
    apart = replace(t.settings, groups=replace(t.settings.groups, apart="country"))
    assert groups(Tournament(apart, tuple(country))) == ["aceh", "bdfg"]
    none = replace(t.settings, groups=replace(t.settings.groups, apart="none"))
    assert groups(Tournament(none, tuple(club))) == ["adeh", "bcfg"]


def test_a_circle_of_four_and_of_three() -> None:
    """Four: ad bc, bd ca, cd ab. Three: the fourth place is empty, so each is free once."""
    assert [[a + b for a, b in pairs] for pairs in circle("abcd")] == [["ad", "bc"], ["bd", "ca"], ["cd", "ab"]]
    assert [[a + b for a, b in pairs] for pairs in circle("abc")] == [["bc"], ["ca"], ["ab"]]


@given(st.integers(2, 17))
def test_in_a_circle_everybody_meets_everybody_once_and_nobody_plays_twice_a_round(count: int) -> None:
    own = [str(k) for k in range(count)]
    rounds = circle(own)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(map(frozenset, combinations(own, 2)))
    assert all(max(Counter(p for pair in pairs for p in pair).values()) == 1 for pairs in rounds)


@given(st.integers(1, 6), st.integers(1, 5), st.booleans())
def test_a_final_has_every_pair_that_is_to_meet_once(number: int, first: int, again: bool) -> None:
    """With all again everybody; else nobody of the own group, for an even number of groups in the fewest rounds."""
    parts = [[f"{g}.{k}" for k in range(first)] for g in range(number)]
    rounds = final_table(parts, again)
    everybody = [player for part in parts for player in part]
    wanted = [(a, b) for a, b in combinations(everybody, 2) if again or a.split(".")[0] != b.split(".")[0]]
    assert Counter(frozenset(pair) for pairs in rounds for pair in pairs) == Counter(map(frozenset, wanted))
    assert all(max(Counter(p for pair in pairs for p in pair).values(), default=1) == 1 for pairs in rounds)
    if not again and (number % 2 == 0 or first == 2) and number > 1 and first > 1:
        assert len(rounds) == first * (number - 1)


def test_group_games_are_by_the_table_and_the_judge_agrees() -> None:
    t = after(grouped(), 3)
    assert stages_of(t.settings).rounds == 3  # type: ignore[union-attr]
    met = {frozenset(g.players) for drawn in t.rounds for g in drawn}
    assert met == {frozenset(pair) for group in ("adeh", "bcfg") for pair in combinations(group, 2)}
    assert [judge(t, number) for number in (1, 2, 3)] == [[], [], []]


def test_finalists_are_the_first_of_each_group_winners_before_the_second() -> None:
    """Group A: a, d; group B: c wins all its games, then b. In the order a, c, d, b."""
    t = after(grouped(), 3, upsets="bc")
    assert with_decisions(t).settings.decided.finalists == ("a", "c", "d", "b")
    four = after(t, 1)
    table = {frozenset(g.players) for g in four.rounds[3]}
    assert all(len(pair & set("abcd")) in (0, 2) for pair in table)


def test_who_does_not_come_to_the_final_is_passed_over() -> None:
    t = after(grouped(), 3)
    gone = t.with_players([replace(t.player("a"), status=Status.WITHDRAWN)])
    assert with_decisions(gone).settings.decided.finalists == ("d", "b", "e", "c")


def test_nothing_counts_on() -> None:
    """After the groups a has 3 wins; the final begins at 0, with a table of all, and nothing of the groups in SODOS."""
    t = after(grouped(placing__order=["WINS", "SOS", "SODOS"]), 3)
    assert score(t).mms("a") == 6
    assert before_round(with_decisions(t), 4).scores.mms("a") == 0
    assert before_round(with_decisions(t), 4).past["a"].opponents == frozenset()
    t = after(t, 3)
    assert values(t, "WINS") == {"a": 3, "b": 2, "c": 1, "d": 0, "e": 3, "f": 2, "g": 1, "h": 0}
    assert values(t, "SOS")["a"] == 2 + 1 + 0
    assert values(t, "SODOS")["b"] == 1 + 0
    assert [row.player.id for row in standings(t).rows] == list("abcdefgh")
    assert standings(t).rows[0].rounds[0].endswith("+")


def test_games_between_finalists_count_on_and_are_not_played_again() -> None:
    """a has beaten d, b has beaten c in the groups: one win each, and two rounds are left to play, not three."""
    t = after(grouped(rounds=5, groups__carry_over="games", placing__order=["WINS", "SOS", "SODOS"]), 3)
    scores = before_round(with_decisions(t), 4).scores
    assert {p: scores.mms(p) // 2 for p in "abcdefgh"} == {
        **dict.fromkeys("abcdefgh", 0),
        "a": 1,
        "b": 1,
        "e": 1,
        "f": 1,
    }
    t = after(t, 2)
    met = [frozenset(g.players) for drawn in t.rounds for g in drawn if set(g.players) <= set("abcd")]
    assert Counter(met) == Counter(map(frozenset, combinations("abcd", 2)))
    assert values(t, "WINS") == {"a": 3, "b": 2, "c": 1, "d": 0, "e": 3, "f": 2, "g": 1, "h": 0}
    assert values(t, "SODOS")["a"] == 2 + 1 + 0


def test_all_results_count_on() -> None:
    """a has 3 wins in the group and 2 more in the final: d, met in the group, is not met again."""
    t = after(grouped(rounds=5, groups__carry_over="all"), 5)
    assert values(t, "WINS")["a"] == 5
    assert Counter(frozenset(g.players) for drawn in t.rounds for g in drawn).most_common(1)[0][1] == 1


def test_scores_before_the_final_stay_what_they_were() -> None:
    """Standings after round 3, and the scores that rounds 1 to 3 were drawn from, do not change by the final."""
    three = after(grouped(), 3)
    six = after(three, 3)
    then, now = standings(three, 3), standings(six, 3)
    assert [(r.player.id, r.mms, r.place) for r in then.rows] == [(r.player.id, r.mms, r.place) for r in now.rows]
    assert [before_round(six, n).scores.mms("a") for n in (1, 2, 3, 4, 5)] == [0, 2, 4, 0, 2]
    assert all(judge(six, n) == [] for n in range(1, 7))


def test_finalists_are_placed_first_and_the_reason_is_told() -> None:
    t = after(grouped(), 6)
    table = standings(t)
    assert table.finalists == frozenset("abcd")
    last, first = table.rows[3], table.rows[4]
    assert (last.wins, first.wins) == (0, 6)
    assert "finalists are placed before all others" in explain_place(table, last.player).neighbours[1]


def test_sections_by_stage_are_groups_and_then_final_and_consolation() -> None:
    t = after(grouped(), 4)
    found = sections(standings(t, 3), "stage")
    assert [(one.title, "".join(r.player.id for r in one.rows), one.places) for one in found] == [
        ("group A", "adeh", (1, 2, 3, 4)), ("group B", "bcfg", (1, 2, 3, 4)),
    ]  # fmt: skip
    assert [one.title for one in sections(standings(t), "stage")] == ["final", "consolation"]
    with pytest.raises(InputError, match="no groups have been drawn"):
        sections(standings(tournament("1d 1d")), "stage")


def test_an_odd_group_leaves_one_free_in_each_round_and_each_once() -> None:
    """Two groups of three: two byes a round, three rounds, everybody free once; byes of the table are legal."""
    t = after(grouped(6), 3)
    assert [len(drawn.byes) for drawn in t.rounds] == [2, 2, 2]
    assert Counter(p for drawn in t.rounds for p in drawn.byes) == Counter("abcdef")
    assert [judge(t, n) for n in (1, 2, 3)] == [[], [], []]


def test_a_smaller_group_is_free_when_it_has_ended() -> None:
    """Five in two groups: three players take three rounds, and the other two play in the first."""
    t = with_decisions(grouped(5))
    assert names(t.settings.decided.drawn_groups) == ["ade", "bc"]
    assert [(len(table_games(t, n)[0]), sorted(table_games(t, n)[1])) for n in (1, 2, 3)] == [
        (2, ["a"]), (1, ["b", "c", "d"]), (1, ["b", "c", "e"]),
    ]  # fmt: skip


def test_the_opponent_of_an_absent_player_is_free_and_nobody_else_moves() -> None:
    t = grouped()
    away = t.with_players([t.player("h").with_rounds({2, 3, 4, 5, 6}, 6)])
    drawn = stronger_wins(away)
    assert drawn.rounds[0].byes == ("a",)
    assert judge(drawn, 1) == []


def test_late_entries_are_in_no_group_and_wait_for_the_consolation() -> None:
    t = after(grouped(), 1)
    late = t.with_players([Player("z", "Late", rank=0, rating=2000, rounds=frozenset({2, 3, 4, 5, 6}))])
    two = stronger_wins(late)
    assert two.rounds[1].byes == ("z",)
    four = after(two, 2)
    assert four.rounds[3].paired | set(four.rounds[3].byes) == frozenset("abcdefghz")
    assert [judge(four, n) for n in (2, 3, 4)] == [[], [], []]


def test_a_final_by_scores_stays_inside_and_two_odd_parts_have_a_bye_each() -> None:
    """Three groups of four with one finalist each: three in the final, nine others, so two byes in each round."""
    t = after(grouped(12, 3, groups__finalists=1, groups__final="swiss", pairing__plan_ahead="off"), 5)
    for number in (4, 5):
        drawn = t.rounds[number - 1]
        assert sorted(len({p} & set("abc")) for p in drawn.byes) == [0, 1]
        assert judge(t, number) == []
    assert len({p for d in t.rounds[3:] for p in d.byes}) == 4


def test_boards_across_groups_are_illegal() -> None:
    """By swaps too: the judge names it, and no draw has one."""
    t = stronger_wins(grouped())
    first = t.rounds[0]
    crossed = replace(first, games=(Game(1, "a", "b"), Game(2, "d", "c"), *first.games[2:]))
    found = {v.rule for v in judge(t.with_round(crossed), 1)}
    assert Rule.OTHER_GROUP in found
    problem = ready_to_draw(grouped(), Terms()).problem
    index = problem.field.index()
    assert problem.breaches(index["a"], index["b"]) == Rule.OTHER_GROUP.bit  # type: ignore[arg-type]


def test_ties_in_a_group_are_broken_by_the_criteria_inside_it() -> None:
    """a beats d, d beats e, e beats a, and all beat h: no win counts in DC, SODOS is 2 for all, so by rank a and d."""
    t = after(grouped(), 3, upsets="ae")
    assert with_decisions(t).settings.decided.finalists == ("a", "b", "d", "c")


def test_groups_and_finalists_are_kept_until_the_settings_change() -> None:
    t = after(grouped(), 4)
    assert with_decisions(t).settings.decided == t.settings.decided
    better = t.with_players([replace(t.player("h"), rank=8, rating=2800)])
    assert with_decisions(better).settings.decided.drawn_groups == t.settings.decided.drawn_groups
    assert decide_again(t, ["groups.number"]).drawn_groups == t.settings.decided.drawn_groups
    assert decide_again(with_decisions(grouped()), ["groups.number"]).drawn_groups == ()


def test_everything_else_stays_as_it_was() -> None:
    """Without groups nothing is decided about them, and nothing is by a table."""
    t = with_decisions(tournament("1d 1d 1k 1k", "round-robin", rounds=3))
    assert stages_of(t.settings) is None
    assert table_games(t, 1) == ([], [])
    assert t.settings.decided.drawn_groups == ()


@given(st.integers(4, 12), st.integers(1, 4), st.sampled_from(["nothing", "games", "all"]), st.integers(0, 3))
def test_groups_are_of_nearly_one_size_and_tables_keep_inside_them(n: int, number: int, carry: str, seed: int) -> None:
    t = with_decisions(grouped(n, number, groups__carry_over=carry, seed=seed))
    own = t.settings.decided.drawn_groups
    assert sorted(p for group in own for p in group) == sorted(p.id for p in t.players)
    assert max(map(len, own)) - min(map(len, own)) <= 1
    for k in range(1, stages_of(t.settings).rounds + 1):  # type: ignore[union-attr]
        games, free = table_games(t, k)
        assert sorted([*free, *(p for pair in games for p in pair)]) == sorted(p.id for p in t.players)
        assert all(any(set(pair) <= set(group) for group in own) for pair in games)


def test_a_round_by_hand_before_groups_were_asked_for_is_no_group() -> None:
    """A tournament that has begun without groups has none until its first round is drawn anew."""
    t = played(tournament("4d 3d 2d 1d", "round-robin", rounds=3), "a+b c+d")
    assert isinstance(t.rounds[0], Round)
    assert stages_of(with_decisions(t).settings) is None
    assert players("1d")[0].id == "a"


def test_corrected_results_of_groups_leave_the_final_as_it_is_and_say_who_would_be_in_it() -> None:
    """d beat e in group A and is second; corrected, e is. The final (a, c, d, b) stays, until round 4 is drawn anew."""
    t = after(grouped(), 3, upsets="bc")
    t = draw_round(t).tournament
    t = t.with_round(replace(t.rounds[3], draft=False))
    board = next(g for drawn in t.rounds[:3] for g in drawn if set(g.players) == {"d", "e"})
    number = next(drawn.number for drawn in t.rounds if board in drawn.games)
    turned = Result.BLACK if board.result is Result.WHITE else Result.WHITE
    games = tuple(replace(g, result=turned) if g is board else g for g in t.rounds[number - 1])
    now = t.with_round(replace(t.rounds[number - 1], games=games))
    assert chosen_before(t, now) == [
        Remark(
            "the final would have Player-e (e) instead of Player-d (d) by the results as they are now; "
            "you can draw the published round 4 again",
            (Way("", "pair", again=True),),
        )
    ]
    assert with_decisions(now).settings.decided.finalists == ("a", "c", "d", "b")
    anew = now.with_round(replace(now.rounds[3], draft=True))
    assert with_decisions(anew).settings.decided.finalists == ("a", "c", "e", "b")
    assert chosen_before(t, t) == []


def test_virtual_points_change_nothing_in_the_groups() -> None:
    """Tables make the rounds of groups; strong and weak meet there as without acceleration."""
    plain, other = after(grouped(), 1), after(grouped(start__acceleration=["1-6 2 1/2"]), 1)
    assert games_of(plain.rounds[0]) == games_of(other.rounds[0])


def games_of(drawn: Round) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(game.players)) for game in drawn)


def _won(number: int, match: Game, board: TeamBoard) -> Entered:
    """The board won by the team earlier in the alphabet."""
    white = (match.white < match.black) is not board.turned
    return Entered(number, match.table, Result.WHITE if white else Result.BLACK, False, board.game.table)


def test_teams_play_in_groups_and_in_a_final() -> None:
    """Eight teams of two in two groups: three rounds, then the first two of each; a match is won by its boards."""
    t = teams(
        *(team(one, f"{9 - k}d {8 - k}d" if k < 8 else "1d 1k") for k, one in enumerate("abcdefgh")),
        boards=2, preset="round-robin", rounds=6, groups__number=2, groups__finalists=2, groups__carry_over="nothing",
    )  # fmt: skip
    for number in range(1, 5):
        t = with_boards(draw_round(t).tournament)
        last = replace(t.rounds[-1], draft=False)
        won = [_won(number, game, b) for game in last for b in game.boards]
        t = set_results(t.with_round(last), won)
    assert {*t.settings.decided.finalists} == {*"abcd"}
    assert {*"abcd"} == {p for game in t.rounds[3] if {*game.players} & {*"ab"} for p in game.players}
    assert [one.rows[0].player.id for one in group_tables(t, 4)] == ["a", "a", "b"]
