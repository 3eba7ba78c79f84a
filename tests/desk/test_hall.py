"""The hall at the desk: what both sides of a board say, who is here, own steps of helpers, line-ups of captains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from builders import played, tournament
from folders import create
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import phone_claims as boards
from mcmahon.desk.hall.arrivals import Arrivals, arrivals, confirm, i_am_here, next_missed
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.hall.hand_in import Closed, decide, hand_in, team_rounds
from mcmahon.desk.hall.helper_steps import enter_results, own_last, undo_own
from mcmahon.desk.hall.links import NewLink, board_token, make
from mcmahon.desk.hall.phone_claims import Seat, claim, enter_agreed, open_claims, seats
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.records.hall import Board, HallState, Here, Phone, Side
from mcmahon.model.teams.match_boards import HandedIn, LineUpDecision
from mcmahon.model.tournament.games import Game, Result, Round
from team_events import matched, team, teams

ANN, BO = Phone("ann", "here"), Phone("bo", "there")


@dataclass(frozen=True)
class Hall:
    """A folder whose first round of two boards is played."""

    desk: Desk
    files: HallFiles

    def seat(self, table: int, side: Side, number: int = 1) -> list[Seat]:
        state = self.desk.read()
        game = state.tournament.round(number).at_table(table)
        assert game is not None
        token = board_token(self.files.secret(), Board.of(number, game), side)
        return [*seats(state, self.files, number, table, side, token)]

    def both_say(self, table: int, result: str) -> None:
        for side, phone in ((Side.WHITE, ANN), (Side.BLACK, BO)):
            claim(self.files, [(one, result) for one in self.seat(table, side)], phone)

    def result(self, table: int) -> Result:
        game = self.desk.read().tournament.round(1).at_table(table)
        assert game is not None
        return game.result

    def add(self, drawn: Round) -> None:
        """A round that comes next, or is published now."""
        self.desk.do(lambda state: Outcome(state.with_tournament(state.tournament.with_round(drawn)), None), "a round")


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    desk = Desk(tmp_path / "club")
    text = new_settings_text("bga", {"rounds": 3})
    create(desk.folder, text, "new", played(tournament("1d 1d 1d 1d", rounds=3), "a?b c?d"))
    return Hall(desk, HallFiles(desk.path))


def test_who_sits_at_a_side_and_until_when_something_can_be_said(hall: Hall) -> None:
    second = Round(2, (Game(1, "a", "c"), Game(2, "d", "b")), draft=True)
    for drawn, is_open in ((None, True), (second, True), (replace(second, draft=False), False)):
        if drawn:
            hall.add(drawn)
        found = [one for side in Side for one in hall.seat(2, side)]
        assert [(one.player, one.open) for one in found] == [("c", is_open), ("d", is_open)]
        assert bool(hall.seat(1, Side.WHITE, 2) if drawn else False) is not is_open, "a draft has no seats"


def test_what_both_sides_say_is_entered_under_the_name_of_who_agrees(hall: Hall) -> None:
    hall.both_say(1, "1-0")
    assert enter_agreed(hall.desk, hall.files) == ["1"]
    assert hall.desk.folder.journal.steps()[-1].command == "players: both say: 1 1-0"
    hall.both_say(2, "0-1")
    assert enter_agreed(hall.desk, hall.files, nod="desk 2 (Bo)") == ["2"]
    assert hall.desk.folder.journal.steps()[-1].command == "desk 2 (Bo): both say: 2 0-1"
    assert (hall.result(1), hall.result(2)) == (Result.WHITE, Result.BLACK)


def test_a_result_that_comes_in_while_what_both_say_is_entered_stays(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.both_say(1, "1-0")
    said = open_claims(hall.desk.read(), hall.files.state())
    hall.desk.do(lambda state: enter(state, EnterResults(results={"1": "jigo"}, round=1)), "desk")
    monkeypatch.setattr(boards, "open_claims", lambda *_: said)
    enter_agreed(hall.desk, hall.files)
    assert hall.result(1) is Result.JIGO


def test_a_helper_takes_back_the_last_own_step_by_its_number_alone(hall: Hall) -> None:
    link = make(hall.files, NewLink("helper", "Ann"), hall.desk.read().tournament)
    for table in ("1", "2"):
        enter_results(hall.desk, hall.files, link, EnterResults(results={table: "1-0"}, round=1))
    last = own_last(hall.desk, link)
    assert last is not None
    assert last.command == "helper 1 (Ann): results of round 1: 2 1-0"
    for number in (last.number - 1, last.number + 1, 0):
        with pytest.raises(ConflictError, match="not the last step any more"):
            undo_own(hall.desk, link, number)
    undo_own(hall.desk, link, last.number)
    assert (hall.result(1), hall.result(2)) == (Result.WHITE, Result.UNKNOWN)
    hall.desk.do(
        lambda state: enter(state, EnterResults(results={"2": "0-1"}, round=1)), "desk: results of round 1: 2 0-1"
    )
    assert own_last(hall.desk, link) is None, "the last step is the desk's"


def test_who_is_here_is_here_for_the_rounds_that_the_desk_has_confirmed(hall: Hall) -> None:
    def names() -> list[str]:
        found = arrivals(hall.desk.read(), hall.files.state())
        assert found.round == 2
        return ["".join(p.id for p in some) for some in (found.here, found.missing, found.away)]

    for player, rounds in (("a", [2]), ("b", [3]), ("c", [2, 3])):
        i_am_here(hall.desk.read(), hall.files, player, rounds)
    assert names() == ["", "bd", ""]
    confirm(hall.desk, hall.files, ["a", "b"], "desk")
    assert names() == ["a", "bd", ""]
    later = [replace(p, rounds=frozenset({1, 3})) for p in hall.desk.read().tournament.players if p.id in "ad"]
    hall.desk.do(lambda state: Outcome(state.with_tournament(state.tournament.with_players(later)), None), "absent")
    assert names() == ["", "b", "d"], "whoever was here and has been taken out since is no more expected"
    with pytest.raises(InputError, match="wrong rounds '1, 2'; expected 2, 3"):
        i_am_here(hall.desk.read(), hall.files, "d", [1, 2])


def test_when_all_rounds_are_published_nobody_is_waited_for(hall: Hall) -> None:
    i_am_here(hall.desk.read(), hall.files, "a", [2])
    confirm(hall.desk, hall.files, ["a"], "desk")
    for number in (2, 3):
        hall.add(Round(number, (), absent=("a", "b", "c", "d")))
    assert arrivals(hall.desk.read(), hall.files.state()) == Arrivals(0, {}, [], [], [])
    with pytest.raises(InputError, match="expected none: all rounds are published"):
        i_am_here(hall.desk.read(), hall.files, "a", [3])


@pytest.mark.parametrize(
    ("one", "missed"),
    [
        (Here(), 0),
        (Here(confirmed=frozenset({1})), 0),  # it was of a round that is over
        (Here(confirmed=frozenset({1, 3})), 2),
        (Here(frozenset({3}), frozenset({2})), 0),
        (Here(waiting=frozenset({3})), 2),
    ],
)
def test_the_next_round_is_missed_by_who_has_checked_in_for_others_to_come(one: Here, missed: int) -> None:
    assert next_missed(played(tournament("1d 1d", rounds=3), "a?b"), one) == missed


def test_a_captain_sees_why_nothing_can_be_handed_in(tmp_path: Path) -> None:
    t = matched(teams(*(team(x, "2d 1d") for x in "abcd"), boards=2), "a-b wb", byes="c")
    found = {one: team_rounds(in_memory(t), HallState(), one) for one in "acd"}
    closed = {one: [(r.team.id, r.round, r.closed) for r in rounds] for one, rounds in found.items()}
    assert closed["a"] == [("a", 2, None)], "the round that is played is over"
    assert closed["c"] == [("c", 1, Closed.BYE), ("c", 2, None)]
    assert closed["d"] == [("d", 1, Closed.ABSENT), ("d", 2, None)]


def test_a_line_up_is_of_the_round_that_it_is_for_and_only_the_last_one_is_decided_on(tmp_path: Path) -> None:
    t = matched(teams(*(team(x, "2d 1d") for x in "abcd"), boards=2), "a-b", "c-d")
    state, files = in_memory(t), HallFiles(tmp_path)
    first = hand_in(state, files, HandedIn("a", 2, ("a1",)))
    assert (first.round, first.times, first.decision) == (2, 1, LineUpDecision.OPEN)
    assert [bool(one.handed) for one in team_rounds(state, files.state(), "a")] == [False, True]
    again = hand_in(state, files, HandedIn("a", 2, ("a2",)))
    decide(files, [("a", 2, first.times), ("b", 2, 1)], "desk", taken=False)
    assert files.state().line_ups == {("a", 2): again}
    decide(files, [("a", 2, again.times)], "desk", taken=False)
    assert files.state().line_ups["a", 2].decision is LineUpDecision.NOT_TAKEN
    assert hand_in(state, files, HandedIn("a", 2, ("a1", "a2"))).decision is LineUpDecision.TAKEN, "it is so already"


def test_a_card_has_each_round_of_a_player_and_the_last_one_at_the_end() -> None:
    for rounds, over in ((2, True), (3, False)):
        t = played(played(tournament("3d 2d 1d 1k 2k", rounds=rounds), "a+b c-d", byes="e"), "a+c b+d", absent="e")
        last = replace(t.round(2), games=tuple(replace(game, handicap=game.table) for game in t.round(2)))
        view = HallView(in_memory(t.with_round(last)))
        cards = {player: view.card(view.number(player)) for player in "abce"}
        turns = {p: [(one.kind, one.won, one.handicap) for one in card.turns] for p, card in cards.items() if card}
        assert turns["b"] == [("game", "lost", 0), ("game", "won", 2)]
        assert turns["c"] == [("game", "lost", 0), ("game", "lost", 1)]
        assert turns["e"] == [("bye", "-", 0), ("absent", "-", 0)]
        for card in cards.values():
            assert card is not None
            assert card.now == (card.turns[-1] if over or card.turns[-1].kind != "game" else None)


def test_an_open_page_of_a_player_is_loaded_again_when_the_place_changes() -> None:
    t = played(tournament("3d 3d 3d 3d", rounds=1), "a+b c+d")
    games = tuple(replace(game, result=Result.JIGO if game.table == 2 else game.result) for game in t.round(1))
    before, after = (HallView(in_memory(one)) for one in (t, t.with_round(replace(t.round(1), games=games))))
    page = f"player/{before.number('b')}"
    cards = [view.card(view.number("b")) for view in (before, after)]
    assert [card and card.place for card in cards] == [3, 4]
    assert before.mark(page) != after.mark(page)


def test_those_in_whom_a_word_begins_so_are_found_first() -> None:
    people = tournament("3d 2d 1d").players
    names = ("Alberg", "Bergen", "Olsen")
    named = [replace(p, surname=name) for p, name in zip(people, names, strict=True)]
    view = HallView(in_memory(tournament("3d 2d 1d").with_players(named)))
    assert [p.name for p in view.found("berg")] == ["Bergen", "Alberg"]
