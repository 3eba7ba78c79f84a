"""Explanations of drawn rounds: true to the ledger, to brute force, and to the draw even after edits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import REAL_NAMES, played, real_data, tournament
from mcmahon.desk.hall.public_draw import public_draw
from mcmahon.desk.messages.no_pairing_texts import conflict_lines
from mcmahon.desk.questions.explain_board import (
    BoardReasonsAnswer,
    ReasonAnswer,
    comparison,
    explain_pair,
    explain_player,
    signed,
)
from mcmahon.desk.questions.next_best import next_best
from mcmahon.desk.questions.standing_round import StandingRound, drawn_round
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.edits import publish, set_result, swap
from mcmahon.model.errors import InputError
from mcmahon.model.judging.round_costs import cost_of_round
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.language import ENGLISH
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.model.pairing.variants import with_forced
from mcmahon.model.reasons.difference import PairingDifference
from mcmahon.model.records.ledger import ledger_of
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Status
from mcmahon.solver.engine import solve
from mcmahon_bench.tournaments.real import read_real

pytestmark = pytest.mark.slow

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"


def state(name: str = "odd75", draw: bool = True, **options: object) -> State:
    """An instance with its next round drawn as a draft, records and all."""
    found = TournamentFolder(INSTANCES / name).read()
    if not draw:
        return found
    drawn = draw_round(found.tournament, Terms(**options))  # type: ignore[arg-type]
    return found.with_tournament(drawn.tournament).with_record(drawn.round.number, drawn.record)


def named(found: BoardReasonsAnswer) -> dict[str, str]:
    """The sentences by their reasons."""
    return {one.reason: one.sentence for one in found.reasons}


def last(found: BoardReasonsAnswer) -> str:
    """What the player is told after the reasons: the comparison with other rounds."""
    return found.paragraph.removeprefix(" ".join(named(found).values()))


@pytest.fixture(scope="module")
def odd() -> StandingRound:
    return drawn_round(state(), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_NAMES)
def test_the_sum_of_the_parts_is_the_whole(name: str) -> None:
    """Every round of every real tournament as it was played: boards and byes add up to the round's cost."""
    t = read_real(real_data() / "tournaments" / f"{name}.json")
    for drawn in t.rounds:
        own = drawn_round(in_memory(t), drawn.number)
        profile = load_profile(t.settings.pairing.profile)
        assert own.ledger.cost == sum(cost_of_round(t, drawn.number, profile).values())
        assert len(own.ledger.boards) == len(drawn.games) + len(drawn.byes)
        values = [board for board in own.ledger.boards if set(board.costs) != set(board.values)]
        assert not values
        weights = own.problem.weights
        for board in own.ledger.boards:
            assert all(board.costs[n] == weights[n] * v for n, v in board.values.items())


def test_the_ledger_of_the_draw_is_the_rounds_cost(odd: StandingRound) -> None:
    assert odd.kept
    assert odd.unchanged
    assert odd.ledger.cost == sum(odd.problem.costs_by_criterion(odd.pairs, odd.byes).values())
    assert odd.ledger == ledger_of(odd.tournament, odd.problem, odd.pairs, odd.byes)


def test_a_ledger_survives_later_edits() -> None:
    """A corrected result, a changed player, other weights: what was true at the draw is still told."""
    before = state()
    t = publish(before.tournament, 5)
    white = t.round(5).games[3].white
    game = next(g for g in t.round(4) if white in g.players)
    told = explain_player(drawn_round(replace(before, tournament=t), 5), white)
    after = set_result(t, 4, game.table, Result.JIGO if game.result is not Result.JIGO else Result.WHITE, False)
    after = after.with_players([replace(after.player(white), club="Elsewhere", rank=5, groups=("x",))])
    again = explain_player(drawn_round(replace(before, tournament=after), 5), white)
    names = named(again)
    corrected = names.pop("corrected")
    assert corrected.startswith("The draw used these scores. They have been corrected since: you now have ")
    assert {**names, "same_score": names["same_score"].replace(" had ", " have ")} == named(told)
    assert " both had " in names["same_score"]
    public = public_draw(replace(before, tournament=after), 5)
    assert public is not None
    assert corrected in public.why(white)
    assert again.costs == told.costs
    assert again.without == told.without is not None
    assert last(again) == last(told)
    other = next(p.id for p in t.players if p.id != white and t.round(5).game_of(p.id))
    lock = ((white,), (other,), "")  # what the ledger does not keep
    after = replace(after, settings=replace(after.settings, pairing=replace(after.settings.pairing, forbid=(lock,))))
    again = explain_player(drawn_round(replace(before, tournament=after), 5), white)
    assert again.without is None
    assert "have changed since" in last(again)
    late = explain_pair(drawn_round(replace(before, tournament=after), 5), white, other)
    assert late.forced is None
    assert "have changed since the draw" in late.sentence
    with pytest.raises(InputError, match="have changed since the draw"):
        next(next_best(drawn_round(replace(before, tournament=after), 5)))


def test_without_a_ledger_todays_history_is_told() -> None:
    before = state()
    bare = {5: replace(before.records[5], kept=None)}
    own = drawn_round(replace(before, records=bare), 5)
    assert not own.kept
    assert own.ledger == drawn_round(before, 5).ledger


@pytest.mark.slow
def test_every_players_sentences_are_true(odd: StandingRound) -> None:
    """What can be checked from outside, for everybody: score words, colours, handicap, the bye, the comparison."""
    entrants, drawn = odd.ledger.entrants, odd.round
    best = solve(odd.problem).cost
    for player in list(entrants)[::3] + list(drawn.byes):
        found = explain_player(odd, player)
        names = [*named(found)]
        if player in drawn.byes:
            assert "bye" in names
        else:
            game = drawn.game_of(player)
            assert game is not None
            you, other = entrants[player], entrants[game.opponent(player)]
            expected = (
                "same_score" if you.score == other.score else "drawn_" + ("down" if you.score > other.score else "up")
            )
            assert expected in names
            assert ("colours" in names) is (game.handicap == 0)
            assert f"table {game.table}, {'White' if game.white == player else 'Black'} against" in found.title
        assert found.without is not None
        assert found.without.cost >= 0
        assert sum(found.costs.values()) == sum((odd.ledger.board_of(player) or 0).costs.values())  # type: ignore[union-attr]
        assert best + found.without.cost >= best
        gone = {frozenset(pair) for pair in found.without.out}
        if player not in drawn.byes:
            assert game is not None
            assert frozenset(game.players) in gone


@pytest.mark.slow
def test_a_pair_that_was_not_made_costs_what_the_draw_with_it_costs(odd: StandingRound) -> None:
    ids, index = odd.problem.field.ids, {pid: i for i, pid in enumerate(odd.problem.field.ids)}
    base = sum(odd.problem.costs_by_criterion(odd.pairs, odd.byes).values())
    seen = set()
    for k in range(0, len(ids) - 7, 5):
        a, b = ids[k], ids[k + 7]
        if {a, b} in [set(game.players) for game in odd.round]:
            continue
        why = explain_pair(odd, a, b)
        if why.forbidden_by:
            seen.add("forbidden")
            assert "in round" in why.sentence or "repeats" not in why.forbidden_by
        else:
            assert why.forced is not None
            seen.add("forced")
            forced = solve(with_forced(odd.problem, [(index[a], index[b])]))
            assert why.forced.cost == forced.cost - base
            assert {a, b} in [set(pair) for pair in why.forced.in_]
    assert "forced" in seen


def test_who_have_met_are_told_in_which_round(odd: StandingRound) -> None:
    game = odd.tournament.round(2).games[0]
    present = set(odd.problem.field.ids)
    game = next(g for g in odd.tournament.round(2) if present.issuperset(g.players))
    why = explain_pair(odd, *game.players)
    assert why.forbidden_by == ("repeats",)
    assert "They have met before, in round 2." in why.sentence
    assert why.forced is not None
    assert "If the director allowed it" in why.sentence


def test_a_default_game_is_told_as_a_meeting_only_where_it_counts_as_one() -> None:
    """They met in round 2; nobody came to their game of round 1."""
    for flag, rounds in ((True, "1 and 2"), (False, "2")):
        t = tournament("1d 1d 1d 1d", pairing__default_is_met=flag)
        drawn = draw_round(played(played(t, "a0b c+d"), "a+b d+c"), Terms())
        here = drawn_round(in_memory(drawn.tournament), 3)
        assert f"They have met before, in round {rounds}." in explain_pair(here, "a", "b").sentence


def test_players_without_a_game_are_told_why() -> None:
    t = state(draw=False).tournament
    game, bye = t.round(4).games[0], t.round(4).byes[0]
    away = [p.id for p in t.players if not t.round(4).game_of(p.id) and p.id != bye]
    one = away[0]
    own = drawn_round(in_memory(t), 4)
    assert "You were absent in round 4" in explain_player(own, one).paragraph
    assert "was absent in round 4" in explain_pair(own, game.white, one).sentence
    rude = in_memory(t.with_players([replace(t.player(one), unexcused=frozenset({4}))]))
    assert "without excuse in round 4. That gives 0 points." in explain_player(drawn_round(rude, 4), one).paragraph
    hidden = t.with_round(replace(t.round(4), absent=()))
    for status, words in (
        (Status.WITHDRAWN, "You have withdrawn"),
        (Status.PRELIMINARY, "registration is still preliminary"),
        (Status.FINAL, "You were not entered for round 4"),
    ):
        late = hidden.with_players([replace(t.player(one), status=status)])
        assert words in explain_player(drawn_round(in_memory(late), 4), one).paragraph
    left = t.with_round(replace(t.round(4), byes=(), unpaired=(bye,)))
    assert "but have no game" in explain_player(drawn_round(in_memory(left), 4), bye).paragraph
    with pytest.raises(InputError, match="two different players"):
        explain_pair(own, game.white, game.white)


def test_a_swap_by_hand_is_told() -> None:
    before = state()
    a, b = (before.tournament.round(5).games[k].white for k in (0, 9))
    own = drawn_round(replace(before, tournament=swap(before.tournament, 5, a, b)), 5)
    found = explain_player(own, a)
    assert found.reasons[0].reason == "by_hand"
    assert found.costs == {}
    assert found.without is None
    assert next(next_best(own)).cost < 0  # the drawn one again, or another


def test_what_a_round_changed_by_hand_would_save_anyway_is_not_credited_to_a_pair() -> None:
    """Two far apart are swapped by hand: what is saved by any game is mostly the swap taken back."""
    before = state()
    a, b = (before.tournament.round(5).games[k].white for k in (0, 25))
    own = drawn_round(replace(before, tournament=swap(before.tournament, 5, a, b)), 5)
    drawn = before.records[5]
    saved = drawn.cost - sum(own.problem.costs_by_criterion(own.pairs, own.byes).values())
    assert saved < -100_000
    here = set(own.problem.field.ids)
    met = next(g for r in before.tournament.rounds[:4] for g in r if here.issuperset(g.players) and a not in g.players)
    for pair in (met.players, (own.round.games[9].white, own.round.games[10].white)):
        why = explain_pair(own, *pair)
        assert why.forced is not None
        assert why.forced.cost < 0
        assert why.sentence.endswith(f" Drawn again, the round would cost {-saved:,} less even without this game.")
    same = explain_pair(drawn_round(before, 5), *met.players)
    assert "Drawn anew" not in same.sentence


def test_a_repeat_made_by_hand_is_named() -> None:
    before = state()
    t = before.tournament
    past = {frozenset(g.players) for r in t.rounds[:4] for g in r}
    games = t.round(5).games
    a, b = next((g.white, h.black) for g in games for h in games if g is not h and {g.white, h.black} in past)
    swapped = swap(t, 5, a, next(g for g in games if b in g.players).white)
    text = explain_player(drawn_round(replace(before, tournament=swapped), 5), b).paragraph
    assert "You have met before, in round" in text
    assert "That is against the rules" in text
    assert "drawn down. " not in text.split("This board was set by hand")[0]


def test_a_bye_given_by_hand_is_told_as_such() -> None:
    before = state()
    bye, other = before.tournament.round(5).byes[0], before.tournament.round(5).games[0].white
    own = drawn_round(replace(before, tournament=swap(before.tournament, 5, bye, other)), 5)
    text = explain_player(own, other).paragraph
    assert text.startswith("The bye was given to you by hand after the draw; the draw had given you")
    assert "low score" not in text


def test_a_second_bye_that_was_allowed_is_compared_with_a_round_without_it() -> None:
    """Three have met and had a bye; c is the lowest, and a bye for a or b costs more."""
    t = tournament("3d 2d 1k", rounds=9)
    t = played(played(played(t, "a+b", byes="c"), "b+c", byes="a"), "a+c", byes="b")
    drawn = draw_round(t, Terms(relaxed=("second-bye", "repeats")))
    own = drawn_round(in_memory(drawn.tournament).with_record(4, drawn.record), 4)
    assert drawn.round.byes == ("c",)
    without = explain_player(own, "c").without
    assert without is not None
    assert without.bye_out == ("c",)
    assert without.cost > 0


@pytest.mark.slow
def test_alternatives_come_in_order_and_end_at_a_limit(odd: StandingRound) -> None:
    found = list(next_best(odd, 6))
    costs = [other.cost for other in found]
    assert len(found) == 6
    assert costs == sorted(costs)
    assert costs[0] >= 0
    assert len({other.new for other in found}) == 6
    assert [o.new for o in next_best(odd, 6, within=costs[2])] == [o.new for o in found if o.cost <= costs[2]]


def test_locks_of_the_director_are_told() -> None:
    from mcmahon.model.pairing.draw import Locks

    found = TournamentFolder(INSTANCES / "odd75").read()
    ids = [p.id for p in found.tournament.entrants(5)]
    met = {frozenset(g.players) for r in found.tournament.rounds for g in r}
    a, b = next((x, y) for x in ids[:9] for y in ids[20:] if frozenset((x, y)) not in met)
    drawn = draw_round(found.tournament, Terms(locks=Locks(force=((a, b),), bye=(ids[-1],))))
    own = drawn_round(found.with_tournament(drawn.tournament).with_record(5, drawn.record), 5)
    assert explain_player(own, a).reasons[0] == ReasonAnswer("settled", "The director fixed this before the draw.")
    assert explain_player(own, a).without is None
    other = next(i for i in ids if i not in (a, b, ids[-1]))
    assert "The director fixed the game of" in explain_pair(own, a, other).sentence
    assert explain_pair(own, ids[-1], other).sentence.endswith(" the bye.")


def test_a_round_without_pairing_names_the_contradiction_and_the_way_out() -> None:
    from mcmahon.model.pairing.draw import Locks

    found = TournamentFolder(INSTANCES / "club16").read()
    t = found.tournament
    number = len(t.rounds) + 1
    t = replace(t, settings=replace(t.settings, rounds=max(number, t.settings.rounds)))
    ids = [p.id for p in t.entrants(number)]
    a = ids[0]
    with pytest.raises(NoPairingError) as caught:
        draw_round(t, Terms(locks=Locks(forbid=tuple((a, b) for b in ids[1:]))))
    lines = conflict_lines(caught.value, t)
    assert lines[0] == "no pairing keeps all of these:"
    assert sum(line.endswith(")") and "forbid" in line for line in lines[1:-1]) >= 5
    assert lines[-1].startswith("cheapest to give up: forbid ")
    assert "the round then costs" in lines[-1]


def test_words_are_listed_and_costs_have_their_sign() -> None:
    assert [ENGLISH.listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    base = PairingDifference((), (), (), (), {}, (1200,), 1, {}, ())
    assert [signed(replace(base, tiers=tiers)) for tiers in ((1200,), (-30,), (0, 7))] == [
        "1,200 more", "30 less", "7 more in tier 1",
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "what"), [(True, "game"), (False, "bye")])
def test_a_player_is_told_that_the_lottery_decided(game: bool, what: str, odd: StandingRound) -> None:
    alike = PairingDifference((), (), (), (), {}, (0, 0), 0, {}, ())
    assert comparison(odd, alike, game) == (
        f"A round without this {what} is just as good; the lottery decided between them."
    )


def test_other_rounds_are_compared_after_corrections_too() -> None:
    """A result of an earlier round, a rank, a club and the seed: the draw's problem is made again from its ledger."""
    before = state()
    t = publish(before.tournament, 5)
    game = t.round(4).games[0]
    turned = Result.BLACK if game.result is Result.WHITE else Result.WHITE
    player = t.round(5).games[7].white
    after = set_result(t, 4, game.table, turned, False)
    after = after.with_players([replace(after.player(player), rank=-16, club="Elsewhere", country="NZ")])
    after = replace(after, settings=replace(after.settings, seed=77))
    drawn, now = (drawn_round(replace(before, tournament=some), 5) for some in (t, after))
    assert now.unchanged
    assert fingerprint(now.problem) == fingerprint(drawn.problem) == now.ledger.fingerprint
    assert last(explain_player(now, player)) == last(explain_player(drawn, player))
    assert next(next_best(now, 1)) == next(next_best(drawn, 1))
    lock = ((player,), (t.round(5).games[2].black,), "")
    locked = replace(after, settings=replace(after.settings, pairing=replace(after.settings.pairing, forbid=(lock,))))
    assert not drawn_round(replace(before, tournament=locked), 5).unchanged  # the ledger does not keep the settings
