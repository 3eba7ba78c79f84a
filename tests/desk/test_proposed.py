"""Boards from anywhere as a draft: what is refused, what is marked, and that the record stays that of the draw."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament, with_player
from mcmahon.desk.rounds.change_boards import verdict
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.pair_by_hand import Propose, begin, propose
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import ConflictError, InputError, UnconfirmedError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import ByHand
from team_events import team, teams


def six(**settings: object) -> State:
    """Six players who have played `a+b c+d e+f`."""
    return in_memory(played(tournament("1d 1d 1d 1d 1d 1d", start__bar="none", **settings), "a+b c+d e+f"))


def pairs(text: str) -> list[tuple[str, str]]:
    """`ab cd` as pairs."""
    return [(word[0], word[1]) for word in text.split()]


def met(state: State, number: int = 2) -> set[str]:
    return {"".join(sorted(game.players)) for game in state.tournament.round(number)}


def test_the_boards_of_the_optimum_are_simply_the_draw() -> None:
    drawn = draw(six()).state
    own = [game.players for game in reversed(drawn.tournament.round(2).games)]
    found = propose(six(), Propose(boards=own))
    assert found.state.tournament == drawn.tournament
    assert found.state.records[2].costs == drawn.records[2].costs
    assert (found.value.cost, found.value.round) == (found.value.optimum, drawn.tournament.round(2))
    assert "was changed by hand" not in " ".join(note_texts(found.notes, found.state.tournament))


def test_other_boards_count_as_changed_by_hand_and_the_record_stays_that_of_the_draw() -> None:
    """Only those that the draw does not have; publishing says what they cost more."""
    drawn = draw(six()).state
    theirs = pairs("ad be cf")
    found = propose(six(), Propose(boards=[(b, a) for a, b in theirs]))
    assert met(found.state) == {"ad", "be", "cf"}
    for game in found.value.round:
        assert (game.by_hand == {ByHand.SWAP}) is ("".join(sorted(game.players)) not in met(drawn))
    record, own = found.state.records[2], drawn.records[2]
    assert (record.cost, record.bound, record.costs, record.ledger) == (own.cost, own.bound, own.costs, own.ledger)
    assert found.value.optimum == own.cost
    judged = verdict(found.state, 2)
    assert (judged.legal, judged.cost, judged.drawn_at) == (True, found.value.cost, own.cost)
    extra = found.value.cost - own.cost
    assert extra > 0
    tables = ", ".join(str(game.table) for game in found.state.tournament.round(2) if game.by_hand)
    costs = f"it costs {extra:,} more than the round that was drawn"
    note = Remark(f"round 2 was changed by hand at tables {tables}: {costs}")
    assert note in publish(found.state, Publish()).notes
    assert note in found.notes


def test_boards_that_break_a_rule_are_refused_and_named_unless_the_director_allows_them() -> None:
    """The permission is kept with the round, as that of every change by hand."""
    theirs = pairs("ab cd ef")
    with pytest.raises(UnconfirmedError) as refused:
        propose(six(), Propose(boards=theirs))
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert all(line.startswith("this breaks a rule of round 2: repeats: ") for line in lines)
    found = propose(six(), Propose(boards=theirs, anyway=True))
    assert verdict(found.state, 2).legal
    assert {one.rule for one in found.value.round.allowed} == {"repeats"}


@pytest.mark.parametrize(
    ("boards", "byes", "says"),
    [
        ("ac bd", "", r"neither a game nor a bye: Player-e \(e\), Player-f \(f\)"),
        ("ac bd ef ac", "", r"more than one game or bye: Player-a \(a\), Player-c \(c\)"),
        ("ac bd ee", "f", r"more than one game or bye: Player-e \(e\)"),
        ("ac bd ef", "f", r"more than one game or bye: Player-f \(f\)"),
        ("ac bd ez", "f", "no player has the id or the name 'z'"),
        ("ac bg ef", "d", r"Player-g \(g\) is not entered for round 2"),
        ("", "", r"neither a game nor a bye: Player-a \(a\), .*, Player-f \(f\)"),
    ],
)
def test_everybody_entered_has_exactly_one_game_or_bye(boards: str, byes: str, says: str) -> None:
    t = tournament("1d 1d 1d 1d 1d 1d 1d", start__bar="none")
    t = t.with_players([replace(t.player("g"), rounds=frozenset({5}))])
    with pytest.raises(InputError, match=says):
        propose(in_memory(played(t, "a+b c+d e+f", absent="g")), Propose(boards=pairs(boards), byes=tuple(byes)))


def test_the_bye_can_be_another_one_but_neither_a_second_one_nor_two() -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d 1d", start__bar="none"), "a+b c+d", byes="e"))
    bye = draw(state).state.tournament.round(2).byes
    other = "a" if bye == ("b",) else "b"
    left = [p for p in "abcd" if p != other]
    boards = [("e", left[1]), (left[0], left[2])]
    found = propose(state, Propose(boards=boards, byes=(other,)))
    assert found.value.round.byes == (other,)
    with pytest.raises(UnconfirmedError, match=r"second-bye"):
        propose(state, Propose(boards=pairs("ac bd"), byes=("e",)))
    with pytest.raises(UnconfirmedError, match="byes"):
        propose(state, Propose(boards=pairs("ac"), byes=("b", "d", "e")))


def test_wishes_kept_of_the_draft_hold_for_proposed_boards() -> None:
    drafted = draw(six(), Draw(force=(("a", "f"),))).state
    with pytest.raises(UnconfirmedError, match=r"Player-a \(a\) and Player-f \(f\) were forced to meet"):
        propose(drafted, Propose(boards=pairs("ac bf de")))
    assert "af" in met(propose(drafted, Propose(boards=pairs("af bd ce"))).state)


def test_boards_that_leave_no_later_round_need_a_yes() -> None:
    """Three rounds between two halves of three: nobody is left for the fourth."""
    t = played(tournament("1d 1d 1d 1d 1d 1d", start__bar="none", rounds=5), "a+d b+e c+f")
    state = in_memory(played(t, "a+e b+f c+d"))
    last = pairs("af bd ce")
    with pytest.raises(UnconfirmedError, match="No legal plan for"):
        propose(state, Propose(boards=last))
    found = propose(state, Propose(boards=last, anyway=True))
    assert any(isinstance(note, RoundsNotPossible) for note in found.notes)


def test_no_boards_are_taken_while_the_draft_is_paired_by_hand() -> None:
    state = begin(draw(six()).state).state
    with pytest.raises(InputError, match="is being paired by hand"):
        propose(state, Propose(boards=pairs("ad be cf")))


def test_what_others_did_meanwhile_stays_and_nobodys_draft_is_replaced() -> None:
    """The draw is not computed again unless it is another one now."""
    state = six()
    found = propose(state, Propose(boards=pairs("ad be cf")))
    assert found.again is not None
    t = state.tournament
    renamed = found.again(state.with_tournament(with_player(t, "a", surname="Autumn")))
    assert renamed is not None
    assert renamed.state.tournament.player("a").surname == "Autumn"
    assert (renamed.value, renamed.again is not None) == (found.value, True)
    other = replace(t, settings=replace(t.settings, seed=t.settings.seed + 1))
    assert found.again(state.with_tournament(other)) is None
    with pytest.raises(ConflictError, match="somebody else has drawn"):
        found.again(draw(state).state)


def test_matches_of_teams_are_seated_like_those_of_a_draw() -> None:
    state = in_memory(teams(team("a", "3d 1d"), team("b", "2d 1k"), team("c", "1d 1k"), team("d", "1k 5k"), boards=2))
    own = met(draw(state).state, 1)
    theirs = next(boards for boards in ("ab cd", "ac bd", "ad bc") if set(boards.split()) != own)
    found = propose(state, Propose(boards=pairs(theirs)))
    assert met(found.state, 1) == set(theirs.split())
    assert [len(game.boards) for game in found.state.tournament.round(1)] == [2, 2]
