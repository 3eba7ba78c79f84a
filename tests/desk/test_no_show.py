"""A no-show in a published round, or a late guest: what can be chosen, and what each choice keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.people.miss_rounds import Absent, absent
from mcmahon.desk.rounds.repair.no_show import NoShow, RepairCard, free_pairs, late_guests, meeting, no_show
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import repair
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result, Round
from mcmahon.model.tournament.person import Absence
from mcmahon.model.tournament.tournament import Tournament
from team_events import matched, result_of, team, teams


def field_of(ranks: str, **settings: object) -> Tournament:
    """Players whose scores are as far apart as their ranks."""
    return tournament(ranks, start__bar="5d", **settings)


def nine(games: str = "a+b c?d e?f g?h", byes: str = "i", **settings: object) -> Tournament:
    """A round of nine players, with one result."""
    return played(field_of("5d 4d 3d 2d 2k 3k 5k 6k 9k", **settings), games, byes=byes)


def found(t: Tournament, **asked: object) -> NoShow:
    return no_show(in_memory(t), Repair(**asked)).value  # type: ignore[arg-type]


def named(cards: NoShow, name: str) -> RepairCard:
    return next(card for card in cards.cards if name in card.names)


def others(before: Round, after: Round, *but: str) -> bool:
    """Whether all boards but those of these players are as they were, tables and results included."""
    return {g for g in before if not set(g.players) & set(but)} <= set(after.games)


def guest(t: Tournament, who: str) -> Tournament:
    """The tournament before somebody came who was entered after the draw."""
    return t.with_players([replace(t.player(who), rounds=frozenset({2, 3, 4, 5}))])


def test_while_games_run_the_first_choice_is_a_forfeit_and_nothing_else_changes() -> None:
    t = nine()
    cards = found(t, without=("d",))
    assert cards.cards[0] == RepairCard(("forfeit",))
    assert cards.best == 0
    assert [game.players for game in cards.lost] == [("c", "d")]
    after = absent(in_memory(t), Absent(who=["d"], rounds="1", counts=Absence.FORFEIT)).state.tournament
    assert result_of(after, 1, 2) == (Result.WHITE, True)
    assert others(t.round(1), after.round(1), "d")
    assert after.round(1).byes == ("i",)


def test_the_one_without_an_opponent_meets_who_has_the_bye_and_the_gap_is_known() -> None:
    """It is also the round with fewest changes, so it stands there once, under both names."""
    t = nine()
    card = named(found(t, without=("d",)), "meets")
    assert "fewest" in card.names
    assert card.meeting is not None
    assert card.repaired is not None
    assert (card.meeting.player.id, card.meeting.other.id, card.meeting.apart) == ("c", "i", 2 * 11)
    assert card.repaired.new_boards[0].far, "nobody is shown a board of 3 dan against 9 kyu without a word"
    assert others(t.round(1), card.repaired.round, "d")
    assert card.repaired.round.byes == ()
    rounds = [one.repaired.round for one in found(t, without=("d",)).cards if one.repaired]
    assert len(rounds) == len(set(rounds))


def test_in_a_draft_nobody_wins_by_forfeit_and_the_sane_round_is_meant() -> None:
    t = nine("a?b c?d e?f g?h")
    cards = found(t.with_round(replace(t.round(1), draft=True)), without=("d",))
    assert cards.lost == []
    assert all("forfeit" not in card.names for card in cards.cards)
    assert "sane" in cards.cards[cards.best].names


def test_a_late_guest_who_is_nearer_is_met_and_the_bye_stays() -> None:
    """The others whom the player could meet can be chosen, and then nothing else changes either."""
    t = guest(played(field_of("5d 4d 3d 2d 2k 3k 9k 1d"), "a+b c?d e?f", byes="g"), "h")
    assert [player.id for player in late_guests(t)] == ["h"]
    cards = found(t, without=("d",))
    card = named(cards, "meets")
    assert card.meeting is not None
    assert card.repaired is not None
    assert card.meeting.other.id == "h"
    assert card.repaired.round.byes == ("g",)
    assert card.repaired.tournament.player("h").enters(1)
    assert others(t.round(1), card.repaired.round, "d")
    assert [(pair.other.id, pair.apart) for pair in cards.others] == [("g", 2 * 11)]
    asked = meeting(t, Repair(without=("d",)), "g").but(anyway=True)
    bye = repair(in_memory(t), asked).value.round
    assert bye.game_of("g") is not None
    assert bye.game_of("g") == bye.game_of("c")
    with pytest.raises(InputError, match=r"Player-e \(e\) has a game in round 1"):
        meeting(t, Repair(without=("d",)), "e")


def test_a_late_guest_plays_who_has_the_bye() -> None:
    """All other boards stay. Players who were absent from the draw are no guests, until they are named."""
    t = guest(guest(played(field_of("5d 4d 3d 2d 2k 3k 9k"), "a+b c?d", byes="e", absent="g"), "f"), "g")
    assert [(pair.player.id, pair.other.id, pair.apart) for pair in free_pairs(t)] == [("f", "e", 2)]
    assert [pair.player.id for pair in free_pairs(t, "g")] == ["g"]
    assert free_pairs(t, "a") == []
    done = repair(in_memory(t), meeting(t, Repair(late=("f",)), "e").but(anyway=True)).value
    assert [set(game.players) for game in done.new] == [{"e", "f"}]
    assert done.round.byes == ()
    assert others(t.round(1), done.round)
    assert named(found(t, late=("f",)), "meets").repaired is not None
    two = done.tournament.with_players([replace(t.player("f"), id="h", rounds=frozenset({2}))])
    again = repair(in_memory(two), Repair(without=("d",), changes=0, anyway=True)).value.tournament
    assert [player.id for player in late_guests(again)] == ["h"], "another repair makes no guest an absent player"
    over = guest(played(field_of("5d 4d 3d 2d 2k 3k"), "a+b c+d", byes="e"), "f")
    assert free_pairs(over) == late_guests(over) == [], "the round is over"


def test_where_all_other_boards_have_results_they_stay() -> None:
    t = nine("a+b c?d e+f g+h")
    for card in found(t, without=("d",)).cards:
        if card.repaired is not None:
            assert others(t.round(1), card.repaired.round, "d")
            assert not card.repaired.given_up


def test_two_who_may_not_meet_again_are_no_choice() -> None:
    """Only the forfeit is left, with the reason, where every other board has a result."""
    t = nine("a+b c+i e+f g+h", byes="d")
    t = played(t, "a+c d?e f+g b+h", byes="i")
    t = played(t, "a+e c?d f+b g+i", byes="h")
    t = played(t, "a+f c?h e+d g+b", byes="i")
    cards = found(t, without=("h",))
    assert [card.names for card in cards.cards] == [("forfeit",)]
    assert cards.why


def test_a_player_whose_game_has_a_result_cannot_stay_away() -> None:
    with pytest.raises(InputError, match=r"table 1 has a result, but Player-b.*, take the result out first"):
        found(nine(), without=("b",))


def test_a_fixed_table_stays_that_of_its_player() -> None:
    t = nine(tables__fixed={"c": 2, "g": 4})
    card = named(found(t, without=("d",)), "meets")
    assert card.repaired is not None
    game = card.repaired.round.game_of("c")
    assert game is not None
    assert game.table == 2
    assert others(t.round(1), card.repaired.round, "d")


def test_a_team_that_does_not_come_loses_all_boards_or_the_other_meets_the_free_one() -> None:
    t = matched(teams(*(team(x, "2d 1d") for x in "abcde"), boards=2), "a-b wb", "c-d", byes="e")
    cards = found(t, without=("d",))
    assert [game.table for game in cards.lost] == [2]
    card = named(cards, "meets")
    assert card.repaired is not None
    assert [set(game.players) for game in card.repaired.new] == [{"c", "e"}]
    assert others(t.round(1), card.repaired.round, "d")


def test_how_a_no_show_counts_is_chosen_with_the_repair() -> None:
    t = nine()
    state: State = in_memory(t)
    asked = meeting(t, Repair(without=("d",), unexcused=True), "i").but(anyway=True)
    assert repair(state, asked).state.tournament.player("d").unexcused == {1}
    assert repair(state, asked.but(unexcused=False)).state.tournament.player("d").unexcused == set()
