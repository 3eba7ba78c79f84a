"""Rounds mended after late changes: fewest boards given up, results and tables kept, legal by the judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from builders import played, tournament
from mcmahon.cli.way_texts import error_lines
from mcmahon.desk.desk import Desk
from mcmahon.desk.messages.changed_rounds import absence_text
from mcmahon.desk.messages.rule_texts import violation_text
from mcmahon.desk.questions.explain_board import explain_player
from mcmahon.desk.questions.next_best import next_best
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.rounds.change_boards import Swap
from mcmahon.desk.rounds.change_boards import swap as by_hand
from mcmahon.desk.rounds.priced import priced
from mcmahon.desk.rounds.repair.repair_case import Repair, _byes_that_hold, case_of
from mcmahon.desk.rounds.repair.repair_round import choices, curve, repair
from mcmahon.desk.rounds.repair.repaired import PlaysAfterAll, RepairDone
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import build
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.edits import publish, set_results, swap
from mcmahon.model.errors import ConflictError, InputError, McMahonError, UnconfirmedError
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.round_costs import cost_of_round
from mcmahon.model.judging.violation import Violation, broken
from mcmahon.model.notes import Remark, name_of, note_texts
from mcmahon.model.pairing.pairing import TierValue, bound_of_all
from mcmahon.model.placing.scores import score
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.numbers import every_round, rounds_named
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.ways import Way
from mcmahon.solver.questions.repair import Repaired
from msgspec import structs

from .test_explaining import state

TELL = Remark("round 5 is already published: tell the players what has changed")

pytestmark = pytest.mark.slow


@pytest.fixture
def published() -> State:
    found = state()
    return replace(found, tournament=publish(found.tournament, 5))


def repaired(state: State, most: int | None = None, **asked: object) -> RepairDone:
    """The last round repaired, whatever is given up."""
    return repair(state, build(Repair, changes=most, anyway=True, **asked)).value


def points_of(state: State, **asked: object) -> Sequence[Repaired]:
    """What each further board given up buys."""
    return curve(state, build(Repair, **asked)).value


def legal(mended_state: State, number: int) -> list[str]:
    record = mended_state.records[number]
    t = mended_state.tournament
    return [violation_text(v, t) for v in broken(judge(t, number, record.locks, record.relaxed, record.profile))]


@pytest.mark.parametrize("seed", range(12))
def test_no_shows_and_latecomers(published: State, seed: int) -> None:
    """One to four leave, up to two come: legal, everybody once, kept boards as they were, cost as recorded."""
    rng = Random(seed)
    old = published.tournament.round(5)
    playing = [p for g in old for p in g.players]
    gone = rng.sample(playing, rng.randint(1, 4))
    away = [p.id for p in published.tournament.players if p.id not in playing and p.id not in old.byes]
    come = rng.sample(away, rng.randint(0, 2))
    mended = repaired(published, without=gone, late=come)
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    assert legal(after, 5) == []
    now = [p for g in mended.round for p in g.players] + list(mended.round.byes)
    assert sorted(now) == sorted((set(playing) | set(old.byes) | set(come)) - set(gone))
    broken_up = [g for g in old if set(g.players) & set(gone)]
    assert {frozenset(pair) for pair in mended.lost} == {frozenset(g.players) for g in broken_up}
    kept = [g for g in old if g.players not in {*mended.lost, *mended.given_up}]
    assert set(kept) <= set(mended.round.games)
    assert len({g.table for g in mended.round}) == len(mended.round.games)
    assert {g.table for g in mended.new} <= {g.table for g in old} | {max(g.table for g in old) + 1}
    profile = mended.record.profile
    assert sum(cost_of_round(mended.tournament, 5, profile).values()) == mended.record.cost == mended.pairing.cost
    assert not mended.round.draft
    assert set(gone) <= set(mended.round.absent)
    record, (draft, *_) = parse_record(record_text(mended.record, mended.round.draft), "5.json")
    assert record is not None
    assert not draft
    assert record.ledger is not None
    assert record.ledger.cost == mended.record.cost


def test_players_are_to_be_told_of_a_published_round_that_was_repaired(published: State) -> None:
    gone = published.tournament.round(5).games[-1].white
    told = [TELL]
    request = Repair(without=[gone], anyway=True)
    assert [note for note in repair(published, request).notes if note in told] == told
    draft = published.with_tournament(state().tournament)
    assert TELL not in repair(draft, request).notes


def test_nothing_to_mend_changes_nothing(published: State) -> None:
    mended = repaired(published)
    assert mended.given_up == ()
    assert mended.new == ()
    assert mended.round == published.tournament.round(5)


def test_a_repaired_round_is_proven_cheapest_only_where_no_legal_round_costs_less(published: State) -> None:
    """Its record bounds all legal rounds, by the cheapest repair; where a board had to stay, it claims nothing."""
    gone = published.tournament.round(5).games[0].white
    dear = repair(published, Repair(without=[gone], changes=0, anyway=True))
    assert dear.value.can_be_cheaper
    assert dear.value.record.status == "optimal", "of those that give up no board"
    least = dear.value.cheapest
    at_draw = priced(dear.state).value.at_draw
    assert at_draw is not None
    assert sum(at_draw.least) == least.pairing.cost < priced(dear.state).value.cost
    assert at_draw.extra > 0
    best = repair(published, Repair(without=[gone], changes=least.changed, anyway=True)).state
    assert priced(best).value.at_draw.extra == 0  # type: ignore[union-attr]
    played = published.with_tournament(set_results(published.tournament, [(5, 9, Result.WHITE, False)]))
    found = choices(played, Repair(without=[gone])).value
    for one in (found.fewest, found.sane, found.cheapest):
        after = played.with_tournament(one.tournament).with_record(5, one.record)
        assert priced(after).value.at_draw is None


def test_no_tier_behind_a_dearer_one_is_bounded(published: State) -> None:
    found = repaired(published).pairing
    own, least = (
        replace(found, tiers=tuple(TierValue(k, cost, cost) for k, cost in enumerate(costs, 1)))
        for costs in ((5, 20, 1), (5, 10, 30))
    )
    assert bound_of_all(own, least) == 15
    assert bound_of_all(own, own) == 26


def test_played_boards_and_named_tables_stay(published: State) -> None:
    t = set_results(published.tournament, [(5, 2, Result.WHITE, False), (5, 9, Result.BLACK, False)])
    games = {g.table: g for g in t.round(5)}
    gone = games[4].white
    mended = repaired(replace(published, tournament=t), without=[gone], keep="5-40", most=10)
    assert {games[k] for k in (2, 9)} <= set(mended.round.games)
    assert {g for table, g in games.items() if table >= 5} <= set(mended.round.games)
    with pytest.raises(InputError, match=r"table 2 has a result, but .* does not play"):
        repaired(replace(published, tournament=t), without=[games[2].white])
    with pytest.raises(InputError, match=r"table 7 must stay, but"):
        repaired(published, without=[games[7].white], keep="7")
    with pytest.raises(InputError, match=r"^keep '900': no such table; the tables of round 5 are 1 to"):
        repaired(published, keep="900")
    with pytest.raises(InputError, match=r"^keep 'x'; expected tables such as 1-40,45"):
        repaired(published, keep="x")


@pytest.mark.slow
def test_more_changes_never_cost_more(published: State) -> None:
    published = change(published, ChangeSettings(assignments=["pairing.repair_wider=99"])).state
    gone = [published.tournament.round(5).games[k].black for k in (1, 8)]
    curve = points_of(published, without=gone)
    assert curve[0].changed == len(repaired(published, without=gone).given_up)
    costs = [point.pairing.cost for point in curve]
    assert costs == sorted(costs, reverse=True)
    for point in curve[1:3]:
        assert repaired(published, without=gone, most=point.changed).pairing.cost == point.pairing.cost
    assert points_of(published)[0].changed == 0


def test_a_swap_into_the_round_can_be_mended(published: State) -> None:
    """Somebody who was not entered is swapped in by hand; the repair takes the entry over, and finds cheaper boards."""
    t = published.tournament
    away = next(p.id for p in t.players if p.id in t.round(5).absent)
    swapped = replace(published, tournament=swap(t, 5, t.round(5).games[0].white, away))
    before = sum(cost_of_round(swapped.tournament, 5, published.records[5].profile).values())
    mended = repaired(swapped, most=3)
    after = swapped.with_tournament(mended.tournament).with_record(5, mended.record)
    assert legal(after, 5) == []
    assert mended.pairing.cost < before
    assert any(away in g.players for g in mended.round)


def test_a_rematch_that_the_director_allowed_stays_when_the_round_is_mended(published: State) -> None:
    t = published.tournament
    met = {frozenset(g.players) for drawn in t.rounds[:4] for g in drawn}
    a, b = next((g.white, h.white) for g in t.round(5) for h in t.round(5) if {g.white, h.black} in met)
    swapped = by_hand(published, Swap(a=a, b=b, anyway=True)).state
    rematch = swapped.tournament.round(5).game_of(a)
    assert rematch is not None
    assert explained_rule(swapped, a).endswith(", but the director allowed it.")
    gone = next(g.white for g in swapped.tournament.round(5) if {a, b}.isdisjoint(g.players))
    mended = repaired(swapped, without=[gone], most=6)
    assert rematch in mended.round.games
    assert legal(swapped.with_tournament(mended.tournament).with_record(5, mended.record), 5) == []


def explained_rule(state: State, player: str) -> str:
    """What is said of the rule that a player's board breaks."""
    reasons = explain_player(drawn_round(state, 5), player).reasons
    return next(one.sentence for one in reasons if one.reason == "broken_rules")


def test_what_cannot_be_asked_is_refused(published: State) -> None:
    t = published.tournament
    someone, absent = t.round(5).games[0].white, t.round(5).absent[0]
    with pytest.raises(InputError, match="given both as playing and as not playing"):
        repaired(published, without=[someone], late=[someone])
    with pytest.raises(InputError, match="is not in round 5"):
        repaired(published, without=[absent])
    everybody = [p for g in t.round(5) for p in g.players]
    with pytest.raises(InputError, match="1 player would be left in round 5; at least 2 are needed"):
        repaired(published, without=everybody)
    with pytest.raises(InputError, match="no round has been drawn"):
        repaired(replace(published, tournament=replace(t, rounds=())))


def test_a_volunteer_has_the_bye_and_no_repair_with_fewer_changes_gives_it(published: State) -> None:
    """The one board of the volunteer goes, and whoever sat out meets the former opponent: one board is the least."""
    old = published.tournament.round(5)
    (out,), game = old.byes, old.games[8]
    assert repaired(published, bye=[game.black]).fewest.changed == 1
    mended = repaired(published, bye=[game.black], most=1)
    assert mended.round.byes == (game.black,)
    assert mended.given_up[0] == game.players
    assert len(mended.given_up) == 1
    assert [set(g.players) for g in mended.new] == [{game.white, out}]
    assert mended.record.locks.bye == (game.black,)
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    assert legal(after, 5) == []
    again = repaired(after)  # mended once more for nothing: who volunteered still sits out
    assert (again.round, again.given_up) == (mended.round, ())
    other = repaired(after, bye=[out])
    assert other.round.byes == (out,)
    gone = repaired(after, without=[game.black])
    assert gone.round.byes == ()


def test_a_volunteer_for_the_bye_plays_when_somebody_comes_late(published: State) -> None:
    """Their bye was for an odd field: with the latecomer it lapses, instead of giving two people a bye."""
    old = published.tournament.round(5)
    away = next(p.id for p in published.tournament.players if p.id in old.absent and p.status == "final")
    volunteer = old.games[8].black
    mended = repaired(published, bye=[volunteer])
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    late = repaired(after, late=[away])
    assert late.round.byes == ()
    assert late.given_up == ()
    assert [set(g.players) for g in late.new] == [{away, volunteer}]
    assert late.record.locks.bye == ()
    assert late.notes == (PlaysAfterAll(volunteer),)
    both = repaired(after, late=[away, volunteer])
    assert (both.round, both.notes) == (late.round, ())  # it was said that they play
    names = published.tournament.by_id()
    plays = rf"{names[volunteer].name} was given the bye .*: {names[volunteer].name} meets {names[away].name}$"
    with pytest.raises(UnconfirmedError, match=plays):
        repair(after, Repair(late=[away]))
    assert repair(after, Repair(late=[away], anyway=True)).value.lose_bye == (volunteer,)
    alone = repaired(after, late=[volunteer])  # nobody else is there: one of them all has the bye
    assert len(alone.round.byes) == 1
    assert alone.record.locks.bye == ()


def test_a_bye_that_cannot_be_is_refused(published: State) -> None:
    old = published.tournament.round(5)
    first, second, absent = old.games[0], old.games[1], old.absent[0]
    with pytest.raises(InputError, match=rf"\({absent}\) cannot have the bye: not in the round"):
        repaired(published, bye=[absent])
    with pytest.raises(InputError, match="cannot have the bye: plays at a table that stays"):
        repaired(published, bye=[first.white], keep="1")
    with pytest.raises(InputError, match=r"with a bye for \S+ \S+, one more player has no opponent"):
        repaired(published, without=[second.white], bye=[first.white])
    names = " and ".join(published.tournament.player(game.white).name for game in (first, second))
    present = 2 * len(old.games) + 1
    with pytest.raises(InputError) as error:
        repaired(published, bye=[first.white, second.white])
    assert str(error.value) == (
        f"{present} players are in the round: with a bye for {names}, one more player has no opponent"
    )
    assert error_lines(error.value) == f"{error.value}; name players who do not play at all: --without PLAYER"


@pytest.mark.parametrize(
    ("byes", "come", "before", "now", "hold"),
    [
        ("a", "", 21, 21, "a"),
        ("a", "z", 21, 22, ""),  # the latecomer needs an opponent
        ("a", "", 21, 20, ""),  # and so does whoever lost one
        ("a", "yz", 21, 23, "a"),
        ("a", "a", 21, 21, ""),
        ("a", "", 22, 22, "a"),  # somebody else had no opponent from the start, and still has none
        ("a", "", 22, 21, "a"),
        ("ab", "z", 22, 23, "a"),  # the last who volunteered is the first to play
        ("abc", "z", 21, 22, "ab"),
        ("abc", "b", 21, 21, "a"),
        ("abc", "bz", 21, 22, "ac"),
    ],
)
def test_byes_by_hand_hold_unless_they_would_make_another(
    byes: str, come: str, before: int, now: int, hold: str
) -> None:
    assert "".join(_byes_that_hold(byes, come, before, now)) == hold


def test_of_three_volunteers_the_last_plays_a_latecomer(published: State) -> None:
    published = change(published, ChangeSettings(assignments=["pairing.repair_wider=99"])).state
    old = published.tournament.round(5)
    away = next(p.id for p in published.tournament.players if p.id in old.absent and p.status == "final")
    volunteers = [old.games[k].black for k in (2, 5, 8)]
    mended = repaired(published, bye=volunteers)
    assert set(mended.round.byes) == set(volunteers)
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    late = repaired(after, late=[away])
    assert set(late.round.byes) == set(volunteers[:2])
    assert [set(g.players) for g in late.new] == [{away, volunteers[2]}]


def test_a_draft_takes_new_entries_in(published: State) -> None:
    draft = state()
    t = draft.tournament
    away = t.player(next(p for p in t.round(5).absent if t.player(p).status == "final"))
    entered = t.with_players([replace(away, rounds=None)])
    mended = repaired(replace(draft, tournament=entered))
    assert any(away.id in g.players for g in mended.round) or away.id in mended.round.byes
    assert mended.round.draft


def test_boards_kept_by_hand_that_break_a_rule_are_allowed_in_the_record(published: State) -> None:
    """Two who have met are swapped together, and the director keeps that table."""
    t = published.tournament
    past = {frozenset(g.players) for r in t.rounds[:4] for g in r}
    games = t.round(5).games
    a, b = next(
        (g.white, h.black) for g in games for h in games if g is not h and frozenset((g.white, h.black)) in past
    )
    other = next(g for g in games if b in g.players).white
    swapped = swap(t, 5, a, other)
    table = next(g.table for g in swapped.round(5) if set(g.players) == {a, b})
    gone = next(g.white for g in swapped.round(5) if not {a, b} & set(g.players))
    mended = repaired(replace(published, tournament=swapped), without=[gone], keep=str(table))
    assert frozenset((a, b)) in {frozenset(pair) for pair in mended.record.locks.force}
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    assert legal(after, 5) == []
    freed = repaired(replace(published, tournament=swapped), without=[gone])
    assert not any(set(g.players) == {a, b} for g in freed.round)


def test_a_record_is_plain_json(published: State) -> None:
    text = record_text(published.records[5], False)
    data = json.loads(text)
    assert len(data["ledger"]["boards"]) == len(published.tournament.round(5).games) + 1
    assert max(len(line) for line in text.splitlines()) < 600


def test_after_a_repair_questions_are_answered_and_nothing_is_called_settled(published: State) -> None:
    """Boards kept only for the repair are no locks of the round: its ledger and its problem are as if drawn so."""
    t = set_results(published.tournament, [(5, 1, Result.WHITE, False)])
    gone = t.round(5).games[8].white
    mended = repaired(replace(published, tournament=t), without=[gone], keep="2-4")
    after = published.with_tournament(mended.tournament).with_record(5, mended.record)
    own = drawn_round(after, 5)
    assert own.kept
    assert own.unchanged
    for game in own.round.games[:5]:
        assert "settled" not in [one.reason for one in explain_player(own, game.white).reasons]
    assert next(next_best(own)) is not None
    least = mended.cheapest
    assert least.pairing.cost <= mended.pairing.cost


def test_who_had_withdrawn_and_plays_after_all_is_entered(published: State) -> None:
    away = next(p for p in published.tournament.players if p.status == "withdrawn")
    mended = repaired(published, late=[away.id])
    assert mended.tournament.player(away.id).status == "final"
    assert mended.tournament.player(away.id).enters(5)


def test_who_has_withdrawn_since_and_plays_after_all_is_entered_though_no_board_changes(published: State) -> None:
    there = published.tournament.player(published.tournament.round(5).games[0].white)
    gone = published.with_tournament(
        published.tournament.with_players([replace(there, status=Status.WITHDRAWN, rounds=frozenset())])
    )
    done = repair(gone, Repair(late=[there.id]))
    assert not done.value.changed
    assert done.state.tournament.player(there.id).enters(5)


def test_who_is_taken_in_without_an_entry_hears_which_rounds_they_still_miss(published: State) -> None:
    """The draw of the next round would leave them out again without a word."""
    published, total = change(published, ChangeSettings(assignments=["rounds=7"])).state, 7
    away = next(p for p in published.tournament.players if p.id in published.tournament.round(5).absent)
    for status, rounds, misses in (
        (Status.FINAL, frozenset[int](), (6, 7)),
        (Status.FINAL, frozenset({1, 6}), (7,)),
        (Status.FINAL, every_round(total) - {5}, None),
        (Status.WITHDRAWN, every_round(total) - {5}, ()),
        (Status.FINAL, frozenset({5}), None),  # entered since for this round alone: that was somebody's own word
    ):
        late = replace(away, status=status, rounds=rounds)
        done = repaired(published.with_tournament(published.tournament.with_players([late])), late=[away.id])
        withdrew = status is Status.WITHDRAWN
        who = f"{away.label}{' had withdrawn, and' if withdrew else ''} plays"
        again = Way("to enter the player for all rounds again", "player", who=away.id, rounds="all")
        absent = f"{who} in round 5, but is still absent in {rounds_named(misses or ())}"
        told = Remark(absent, (again,)) if misses else Remark(f"{who} again from round 5 on")
        said = [note for note in done.notes if isinstance(note, Remark) and note.text.startswith(who)]
        assert said == ([told] if misses is not None and (misses or withdrew) else [])


def test_a_repair_that_the_judge_does_not_pass_is_refused(published: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong new boards are refused, boards that stay are noted, and the cost must be the one recomputed."""
    games = published.tournament.round(5).games
    mended = repaired(published, without=[games[0].white])
    new, stays = mended.new[0].white, next(g.white for g in games if g in mended.round.games)
    for player, stay in ((stays, True), (new, False)):
        wrong = Violation(Rule.HANDICAP, (player,), 7, 2, 1)
        monkeypatch.setattr("mcmahon.desk.rounds.repair.repair_round.judge", lambda *_, wrong=wrong: [wrong])
        if not stay:
            with pytest.raises(McMahonError, match="the check of the repaired round failed: handicap"):
                repaired(published, without=[games[0].white])
        else:
            found = repaired(published, without=[games[0].white]).notes
            assert [note for note in found if note not in mended.notes] == [
                Remark(f"a kept board breaks a rule: {violation_text(wrong, mended.tournament)}")
            ]
    monkeypatch.setattr("mcmahon.desk.rounds.repair.repair_round.judge", lambda *_: [])
    monkeypatch.setattr("mcmahon.desk.rounds.draw.drawing.cost_of_round", lambda *_: {"seeding": 1})
    with pytest.raises(McMahonError, match=r"its cost is 1, not \d+$"):
        repaired(published, without=[games[0].white])


def test_who_has_withdrawn_since_the_draw_stays_withdrawn_when_it_is_mended(published: State) -> None:
    one, other = published.tournament.round(5).games[0].players
    left = replace(published.tournament.player(one), status=Status.WITHDRAWN)
    mended = repaired(replace(published, tournament=published.tournament.with_players([left])))
    assert mended.tournament.player(one).status is Status.WITHDRAWN
    assert mended.tournament.player(other).status is Status.FINAL


def test_players_are_named_as_they_are_known_and_the_state_has_the_mended_round(published: State) -> None:
    player = published.tournament.player(published.tournament.round(5).games[3].white)
    outcome = repair(published, Repair(without=[player.name], keep="1-2", anyway=True))
    same = repaired(published, without=[player.id], keep="1-2")
    assert outcome.value == same
    assert outcome.notes == (*same.notes, TELL)
    assert outcome.state == published.with_tournament(same.tournament).with_record(5, same.record)
    assert legal(outcome.state, 5) == []


def test_a_published_round_gives_up_boards_with_a_yes_only(published: State) -> None:
    """Of a draft nobody knows yet; a board whose player stays away is lost anyway, and no question."""
    gone = published.tournament.round(5).games[0].white
    asked = Repair(without=[gone])
    done = repair(published, structs.replace(asked, anyway=True)).value
    with pytest.raises(UnconfirmedError) as refused:
        repair(published, asked)
    lines = str(refused.value).splitlines()
    assert lines[0] == f"round 5 is published, and {len(done.given_up)} boards would be given up:"
    names = published.tournament.by_id()
    for line, pair in zip(lines[1:], done.given_up, strict=True):
        for player in pair:
            game = done.round.game_of(player)
            then = f"meets {names[game.opponent(player)].name}" if game else "has the bye"
            assert f"{names[player].name} {then}" in line
    assert not repair(published, Repair(without=[gone], changes=0, anyway=True)).value.given_up
    drawn = published.tournament.with_round(replace(published.tournament.round(5), draft=True))
    assert repair(published.with_tournament(drawn), asked).value.given_up


def test_where_nothing_is_to_be_mended_nothing_is_written(published: State, tmp_path: Path) -> None:
    assert repair(published).state is published
    desk = Desk(tmp_path / "odd")
    desk.folder.create(published, "new")
    done = desk.do(repair, "repair")
    assert not done.value.changed
    assert done.after.revision == done.before.revision


@pytest.mark.slow
def test_a_result_entered_while_a_repair_is_sought_stays_and_the_repair_holds(
    published: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the cheapest round would be is sought again, where it has given that board up."""
    gone = published.tournament.round(5).games[0].white
    outcome = repair(published, Repair(without=[gone], changes=4, anyway=True))
    assert outcome.again is not None
    ids = case_of(published, build(Repair, without=gone)).problem.field.ids
    cheap = {frozenset((ids[i], ids[j])) for i, j in outcome.value.cheapest.pairing.pairs}
    kept = [game for game in outcome.value.round if game not in outcome.value.new]
    monkeypatch.setattr("mcmahon.desk.rounds.repair.repair_case.within_changes", None)
    for in_cheapest in (True, False):
        board = next(game for game in kept if (frozenset(game.players) in cheap) is in_cheapest)
        again = outcome.again(with_result(published, board.table))
        assert again is not None
        assert again.state.tournament.round(5).at_table(board.table) == replace(board, result=Result.WHITE)
        assert again.value.pairing == replace(outcome.value.pairing, bound_of_all=0), "a board had to stay"
        assert (again.value.cheapest == outcome.value.cheapest) is in_cheapest
        assert legal(again.state, 5) == []


@pytest.mark.slow
def test_a_repair_is_sought_again_when_a_board_that_it_gives_up_is_played(published: State) -> None:
    gone = published.tournament.round(5).games[0].white
    outcome = repair(published, Repair(without=[gone], changes=4, anyway=True))
    assert outcome.again is not None
    lost = next(game for game in published.tournament.round(5) if game.players in outcome.value.given_up)
    assert outcome.again(with_result(published, lost.table)) is None
    other = replace(published.tournament.player(gone), surname="Another")
    again = outcome.again(published.with_tournament(published.tournament.with_players([other])))
    assert again is not None
    assert again.state.tournament.player(gone).surname == "Another"


def with_result(before: State, table: int) -> State:
    """White has won at a table of round 5."""
    return before.with_tournament(set_results(before.tournament, [(5, table, Result.WHITE, False)]))


def test_a_round_that_is_not_the_last_any_more_is_not_mended(published: State) -> None:
    outcome = repair(published, Repair(without=[published.tournament.round(5).games[0].white], anyway=True))
    assert outcome.again is not None
    earlier = published.with_tournament(published.tournament.before(5))
    with pytest.raises(ConflictError, match="round 5 is no longer the last one"):
        outcome.again(earlier)


@pytest.mark.slow
def test_the_curve_is_asked_for_as_a_repair_without_a_number_of_changes(published: State) -> None:
    gone = published.tournament.round(5).games[4].black
    outcome = curve(published, Repair(without=[gone]))
    assert [point.changed for point in outcome.value] == [
        point.changed for point in points_of(published, without=[gone])
    ]
    assert outcome.notes == [Remark("boards that lost a player are not counted as given up")]
    assert outcome.state is published
    with pytest.raises(InputError, match=r"^changes: the curve shows every number of changes, so leave this out"):
        curve(published, Repair(changes=3))


def test_a_repair_says_where_more_changes_would_make_it_better(published: State) -> None:
    """A far board, or too dear: then so many more boards to give up; nothing where the cheapest gives up no more."""
    games = published.tournament.round(5).games
    far = repair(published, Repair(without=[games[0].white, games[-1].black], changes=0, anyway=True)).value
    assert [board.game for board in far.new_boards] == list(far.new)
    assert any(board.far for board in far.new_boards)
    assert all(board.far is (board.apart >= 8) for board in far.new_boards)
    assert far.can_be_cheaper
    assert far.better_with == len(far.given_up) + 4
    as_cheap = replace(far, cheapest=replace(far.cheapest, changed=len(far.given_up)))
    assert as_cheap.better_with is None
    assert not as_cheap.can_be_cheaper
    cost = far.cheapest.pairing.cost
    for times, said in ((3, 0), (4, 4)):
        one = replace(far, pairing=replace(far.pairing, cost=times * cost))
        assert one.times_dear == said
        assert one.better_with == len(far.given_up) + 4, "two play who should not"
        near = replace(one, new_boards=tuple(board for board in far.new_boards if not board.far))
        assert near.better_with == (len(far.given_up) + 4 if said else None)


@pytest.mark.parametrize("place", [0, 8, 15, 30])
def test_a_repair_is_sane_and_offers_fewer_boards_and_the_cheapest_round(published: State, place: int) -> None:
    """A no-show of an odd field: by default no new board is much wider than in the cheapest round, nor far dearer."""
    gone = published.tournament.round(5).games[place].black
    done = repair(published, Repair(without=[gone], anyway=True)).value
    fewest = repair(published, Repair(without=[gone], changes=0, anyway=True)).value
    least = repair(published, Repair(without=[gone], changes=99, anyway=True)).value
    assert (done.fewest.changed, done.cheapest.changed) == (len(fewest.given_up), len(least.given_up))
    assert len(fewest.given_up) <= len(done.given_up) <= len(least.given_up)
    assert least.pairing.cost <= done.pairing.cost <= min(fewest.pairing.cost, 3 * least.pairing.cost)
    assert done.can_keep_more is (len(fewest.given_up) < len(done.given_up))
    widest = max((board.apart for board in least.new_boards), default=0)
    assert all(board.apart <= widest + 2 + 1 for board in done.new_boards)  # a point, and halves that are dropped
    assert done.times_dear == 0
    assert done.better_with is None or any(board.far for board in done.new_boards)


def test_who_leads_has_no_bye_by_a_repair_unless_it_is_asked_for(published: State) -> None:
    """Fewest boards: whoever loses an opponent sits out. By default a chain of boards goes down to the bottom."""
    top = published.tournament.round(5).games[0]
    even = repair(
        published, Repair(without=published.tournament.round(5).byes, anyway=True)
    ).state  # nobody sits out any more
    fewest = repair(even, Repair(without=[top.black], changes=0, anyway=True)).value
    assert fewest.round.byes == (top.white,)
    done = repair(even, Repair(without=[top.black], anyway=True)).value
    assert done.round.byes != (top.white,)
    assert len(done.given_up) > 0
    wide = change(even, ChangeSettings(assignments=["pairing.repair_wider=99"])).state
    loose = repair(wide, Repair(without=[top.black], anyway=True)).value
    assert loose.times_dear == 0
    assert len(loose.given_up) <= len(done.given_up)


def test_who_does_not_come_without_excuse_gets_nothing(published: State) -> None:
    """The half point is for an absence that was agreed."""
    gone = published.tournament.rounds[-1].games[0].white
    number = published.tournament.rounds[-1].number
    for unexcused, points in ((False, 1), (True, 0)):
        done = repair(published, Repair(without=[gone], unexcused=unexcused, anyway=True))
        assert score(done.state.tournament).entries[gone][-1].points == points
        who, t = name_of(gone, done.state.tournament), done.state.tournament
        said = f"{who} misses round {number}: {absence_text(points, not unexcused)}"
        assert said in note_texts(done.notes, t)


def test_who_has_gone_home_plays_no_later_round_either(published: State) -> None:
    """In one step, and in the same way without excuse: who only misses this round stays entered."""
    t, game = published.tournament, published.tournament.round(5).games[0]
    for unexcused in (False, True):
        done = repair(published, Repair(without=[game.white], withdraw=True, unexcused=unexcused, anyway=True))
        gone = done.state.tournament.player(game.white)
        assert gone.status is Status.WITHDRAWN
        assert gone.unexcused == (frozenset(range(5, t.settings.rounds + 1)) if unexcused else frozenset())
        assert not done.state.tournament.round(5).holds(gone.id)
    with pytest.raises(InputError, match="players who do not play, and none are given"):
        repair(published, Repair(withdraw=True))


def test_a_board_far_wider_than_the_round_needs_a_yes(published: State) -> None:
    """Nobody's board is given up, but the two who are left over are the first and the last of the field."""
    games = published.tournament.round(5).games
    asked = Repair(without=[games[0].white, games[-1].black], changes=0)
    with pytest.raises(UnconfirmedError, match=r"points apart: wider than any board of the round so far$"):
        repair(published, asked)
    done = repair(published, structs.replace(asked, anyway=True)).value
    (wide,) = done.wider
    assert wide.far
    assert done.given_up == ()
    loose = change(published, ChangeSettings(assignments=["pairing.repair_wider=99"])).state
    assert repair(loose, asked).value.new_boards
    draft = published.tournament.with_round(replace(published.tournament.round(5), draft=True))
    assert repair(published.with_tournament(draft), asked).value.new_boards


@pytest.mark.parametrize(
    ("fixed", "change", "table"),
    [
        ({}, {"late": ("g", "h")}, 5),  # 4 is out of use
        ({"g": 9}, {"late": ("g", "h")}, 9),
        ({"g": 9, "h": 7}, {"late": ("g", "h")}, 7),
        ({"g": 1}, {"late": ("g", "h")}, 5),  # others sit there
        ({"a": 5}, {"late": ("g", "h")}, 6),  # whose table it is may need it
        ({"a": 1}, {"without": "a", "late": "g"}, 1),  # who needs it does not come
        ({"b": 2}, {"without": "a", "late": "g"}, 1),
    ],
)
def test_a_new_board_is_at_a_table_that_is_free(fixed: dict[str, int], change: dict[str, Any], table: int) -> None:
    t = tournament("5k 5k 5k 5k 5k 5k 5k 5k", tables__out_of_use=[4], tables__fixed=fixed)
    later = [replace(p, rounds=frozenset({2})) for p in t.players if p.id in "gh"]
    t = played(t.with_players(later), "a?b c?d e?f", absent="g h")
    done = repaired(in_memory(t), **change)
    assert [game.table for game in done.new] == [table]
    assert sorted(game.table for game in done.round) == sorted({1, 2, 3, table})
