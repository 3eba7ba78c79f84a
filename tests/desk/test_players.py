"""Players listed, entered, changed, absent and withdrawn, without any command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import played, tournament
from mcmahon.desk.changes import contradictions
from mcmahon.desk.desk import Desk
from mcmahon.desk.people.change_players import AddPlayer, ChangePlayer, add, change, changes_of, players
from mcmahon.desk.people.miss_rounds import Absent, Withdraw, absent, withdraw
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.people.register import Register, register
from mcmahon.desk.placing.rank import ExplainPlace, explain
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import repair
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.state_files import in_memory, parse_state, state_files
from mcmahon.model.effects import DraftOutdated
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.placing.scores import score
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Absence, Player, Status
from mcmahon.model.ways import Way

#: What somebody whom a file enters again is told.
OTHER_ROUNDS = (Way("for other rounds, such as all", "player", who="a", rounds="all"),)


def three(**settings: Any) -> State:
    return in_memory(tournament("3d 2d 1d", rounds=3, **settings))


@pytest.mark.parametrize("typed", ["Ost, Kim 5k", "Ost, Kim (5 kyu)", "Ost, Kim - 5k"])
def test_a_rank_may_stand_behind_the_name(typed: str) -> None:
    new = add(three(), AddPlayer(name=typed)).value
    assert (new.surname, new.first_name, new.rank_name) == ("Ost", "Kim", "5k")


def test_a_rank_that_is_missing_is_told_without_a_word_for_programmers() -> None:
    with pytest.raises(InputError, match=r"^neither rank nor rating .*'Kim'; expected a rank .* guessed if need be"):
        add(three(), AddPlayer(name="Kim"))


def test_the_list_has_start_scores_and_the_bar() -> None:
    listed = players(three(start__bar="2d")).value
    assert [p.id for p in listed.players] == ["a", "b", "c"]
    assert listed.start["a"] == listed.start["b"] == listed.start["c"] + 2
    assert listed.bar.startswith("bar 2d, 2 players at or above it")


def test_a_player_is_entered_with_what_was_typed() -> None:
    outcome = add(three(), AddPlayer(name="Weiß, Jörg", rank="5k", club="Ulm", rounds="1-2", rating=""))
    new = outcome.value
    assert (new.name, new.rank_name, new.club, new.rounds) == ("Weiß Jörg", "5k", "Ulm", frozenset({1, 2}))
    assert outcome.state.tournament.player(new.id) == new
    with pytest.raises(InputError, match="is already registered"):
        add(outcome.state, AddPlayer(name="Jörg Weiss", rank="5k"))
    with pytest.raises(InputError, match="empty name"):
        add(three(), AddPlayer(rank="5k"))


def test_what_is_odd_in_a_form_names_no_line() -> None:
    outcome = add(three(), AddPlayer(name="?ukasz, Jan", rank="5k"))
    told = note_texts(outcome.notes, outcome.state.tournament)
    assert "column name: '?ukasz, Jan': some letters were lost in another encoding" in told


def test_who_is_registered_without_a_comma_is_not_entered_again_with_one() -> None:
    state = add(three(), AddPlayer(name="Kim Ost", rank="3d")).state
    assert state.tournament.find("Ost, Kim").id == "1"
    with pytest.raises(InputError, match="Kim Ost is already registered") as error:
        add(state, AddPlayer(name="Ost, Kim", rank="3d"))
    assert [error.value.problems[0].offered(field) for field in ("who", "columns")] == ["1", (("id", "2"),)]
    other = add(state, AddPlayer(name="Ost, Kim", rank="3d", columns={"id": "77"}))
    assert other.value.id == "77"


def test_only_what_was_said_changes_a_player() -> None:
    outcome = change(three(), ChangePlayer(who="Player-b", club="Ulm", correction="-1"))
    before = three().tournament.player("b")
    assert outcome.value == replace(before, club="Ulm", correction=-1)
    with pytest.raises(InputError, match=r"^column status: unknown status"):
        change(three(), ChangePlayer(who="b", status="ill"))


def test_an_absence_is_of_the_next_round_unless_others_are_named() -> None:
    state = three()
    outcome = absent(state, Absent(who=["c"]))
    assert (outcome.value[0].rounds, outcome.value[0].player.rounds) == ([1], frozenset({2, 3}))
    assert absent(state, Absent(who=["c"], rounds="2-3")).value[0].player.rounds == frozenset({1})
    later = state.with_tournament(played(state.tournament, "a+b", byes="c"))
    assert absent(later, Absent(who=["c"])).value[0].rounds == [2]
    with pytest.raises(InputError, match="round 1 is already published"):
        absent(later, Absent(who=["c"], rounds="1"))
    with pytest.raises(InputError, match="expected"):
        absent(state, Absent(who=["c"], rounds="9"))


def test_a_draft_that_somebody_has_left_is_to_be_drawn_again() -> None:
    state = three()
    drafted = played(state.tournament, "a?b", byes="c")
    drafted = drafted.with_round(replace(drafted.rounds[0], draft=True))
    outcome = withdraw(state.with_tournament(drafted), Withdraw(who=["b"]))
    assert outcome.value[0].player.status is Status.WITHDRAWN
    assert outcome.notes[:1] == [DraftOutdated((), ("b",))]
    with pytest.raises(InputError, match="has already withdrawn"):
        withdraw(outcome.state, Withdraw(who=["b"]))


def test_changes_of_different_players_are_applied_one_after_the_other() -> None:
    """Two were made from the same state: nothing speaks against either, and both hold in the end, in any order."""
    base = three()
    edits = [
        lambda state: change(state, ChangePlayer(who="a", rank="4d")),
        lambda state: withdraw(state, Withdraw(who=["b"])),
    ]
    for first, second in (edits, edits[::-1]):
        done, meanwhile = first(base).state, second(base).state
        assert contradictions(base, done, meanwhile) == []
        both = second(done).state.tournament
        assert (both.player("a").rank_name, both.player("b").status) == ("4d", Status.WITHDRAWN)


def test_what_is_done_while_somebody_thinks_is_kept_and_the_same_player_is_refused(tmp_path: Path) -> None:
    """The folder has moved on between reading and writing: the edit is made again of what it holds now."""
    desk, other = Desk(tmp_path / "t"), Desk(tmp_path / "t")
    create(desk, NewTournament(), "new")
    desk.do(lambda state: register(state, Register(text="Name,Rank\nAnn,3d\nBo,2d\n", name="p.csv")), "register")
    runs: list[int] = []

    def while_bo_withdraws(state: State, who: str) -> Outcome[Player]:
        runs.append(state.revision)
        if len(runs) == 1:
            other.do(lambda now: withdraw(now, Withdraw(who=["Bo"])), "withdraw")
        return change(state, ChangePlayer(who=who, club="Ulm"))

    done = desk.do(lambda state: while_bo_withdraws(state, "Ann"), "player")
    assert (done.runs, len(runs)) == (2, 2)
    ann, bo = desk.read().tournament.players
    assert (ann.club, bo.status) == ("Ulm", Status.WITHDRAWN)
    runs.clear()
    other.do(lambda now: change(now, ChangePlayer(who="Bo", status="final")), "player")
    with pytest.raises(ConflictError, match="somebody else changed the same thing"):
        desk.do(lambda state: while_bo_withdraws(state, "Bo"), "player")
    assert desk.read().tournament.player("2").club == ""


def test_two_who_are_entered_at_once_get_an_id_each(tmp_path: Path) -> None:
    desk, other = Desk(tmp_path / "t"), Desk(tmp_path / "t")
    create(desk, NewTournament(), "new")

    def while_bo_is_entered(state: State) -> Outcome[Player]:
        if not state.tournament.players:
            other.do(lambda now: add(now, AddPlayer(name="Bo", rank="2d")), "add")
        return add(state, AddPlayer(name="Ann", rank="3d"))

    assert desk.do(while_bo_is_entered, "add").value.id == "2"
    assert [p.name for p in desk.read().tournament.players] == ["Bo", "Ann"]


def test_several_miss_rounds_and_the_last_word_may_be_the_rounds() -> None:
    """The last number is the round, as the help says; a note names the player whose id it is as well."""
    outcome = absent(three(), Absent(who=["a", "Player-c", "2-3"], rounds_last=True))
    assert [(missed.player.id, missed.rounds) for missed in outcome.value] == [("a", [2, 3]), ("c", [2, 3])]
    assert [missed.rounds for missed in absent(three(), Absent(who=["a", "b"], rounds_last=True)).value] == [[1], [1]]
    before = tournament("3d 2d 1d", rounds=3)
    numbered = (replace(p, id=str(k)) for k, p in enumerate(before.players, 1))
    state = in_memory(replace(before, players=tuple(numbered)))
    done = absent(state, Absent(who=["1", "2", "3"], rounds_last=True))
    assert [(missed.player.id, missed.rounds) for missed in done.value] == [("1", [3]), ("2", [3])]
    way = Way("to name the player instead, take this back first", "undo")
    read = Remark("3 is read as round 3, not as the player Player-c", (way,))
    assert read in done.notes
    assert len(absent(state, Absent(who=["1", "2"], rounds="3", rounds_last=True)).value) == 2
    with pytest.raises(InputError, match="'2-x'"):
        absent(state, Absent(who=["1", "2", "2-x"], rounds_last=True))


def test_an_absence_without_excuse_gives_nothing_and_can_be_excused_later() -> None:
    """Also of a round that was played without the player."""
    state = three()
    missed = absent(state, Absent(who=["c"], rounds="1", counts=Absence.UNEXCUSED)).state
    after = missed.with_tournament(played(missed.tournament, "a+b", absent="c"))
    found = score(after.tournament)
    (entry,) = found.entries["c"]
    assert (entry.points, entry.excused, found.mms("c") - found.start["c"]) == (0, False, 0)
    text = explain(after, ExplainPlace(player="c")).value.rounds
    assert text == ("round 1: absent without excuse",)
    excused = absent(after, Absent(who=["c"], rounds="1")).state.tournament
    assert score(excused).entries["c"][0].points == 1
    assert excused.player("c").unexcused == frozenset()
    again = parse_state(state_files(after_in_folder(after)), Path("t")).tournament
    assert again.player("c").unexcused == frozenset({1})


def after_in_folder(state: State) -> State:
    """The same with a text of settings."""
    return replace(state, settings_text='preset = "egf"\nrounds = 3\n')


def test_a_forfeit_leaves_the_board_and_loses_it() -> None:
    state = three()
    playing = state.with_tournament(played(state.tournament, "a?b", byes="c"))
    outcome = absent(playing, Absent(who=["b"], counts=Absence.FORFEIT))
    game = outcome.state.tournament.round(1).games[0]
    assert (game.result, game.by_default) == (Result.WHITE, True)
    assert outcome.value[0].lost == [playing.tournament.round(1).games[0]]
    with pytest.raises(InputError, match="already has a result"):
        absent(outcome.state, Absent(who=["a"], counts=Absence.FORFEIT))
    with pytest.raises(InputError, match="has no board"):
        absent(playing, Absent(who=["c"], counts=Absence.FORFEIT))
    gone = withdraw(playing, Withdraw(who=["a"], counts=Absence.FORFEIT)).state.tournament
    assert gone.round(1).games[0].result is Result.BLACK
    assert gone.player("a").status is Status.WITHDRAWN
    both = withdraw(playing, Withdraw(who=["a", "b"], counts=Absence.UNEXCUSED)).value
    assert [missed.player.unexcused for missed in both] == [frozenset({2, 3})] * 2
    assert [(list(missed.rounds), missed.half_points) for missed in both] == [([2, 3], 0)] * 2


def test_every_field_can_be_changed_and_cleared() -> None:
    request = ChangePlayer(who="b", pin="123", aga="77", unexcused="2", columns={"notes": "vegan", "Verein": "Ulm"})
    state = change(three(), request).state
    b = state.tournament.player("b")
    assert (b.pin, b.aga, b.unexcused, b.club, b.extra) == ("123", "77", frozenset({2}), "Ulm", (("notes", "vegan"),))
    titles = ("pin", "aga", "unexcused", "club", "Notes", "rating")
    emptied = change(state, ChangePlayer(who="b", clear=titles))
    assert changes_of(state, emptied.state, "b") == [
        "rating 2200 → none", "club Ulm → none", "pin 123 → none", "aga 77 → none", "notes vegan → none",
        "unexcused 2 → none",
    ]  # fmt: skip
    cleared = emptied.value
    before = three().tournament.player("b")
    assert cleared == replace(before, extra=(("notes", ""),), rating_is_derived=True, rating=2200)
    with pytest.raises(InputError, match="one of rating, club"):
        change(state, ChangePlayer(who="b", clear=("rank",)))
    with pytest.raises(InputError, match="changed and cleared"):
        change(state, ChangePlayer(who="b", club="Kiel", clear=("club",)))


def test_a_field_given_without_a_text_is_cleared() -> None:
    """As an option or as a column, by any of its titles."""
    request = ChangePlayer(who="b", pin="14000001", aga="77", country="CH", columns={"notes": "vegan"})
    state = change(three(), request).state
    for empty in ({"pin": ""}, {"columns": {"pin": ""}}, {"columns": {"EGD": ""}}):
        emptied = change(state, ChangePlayer(who="b", **empty)).state
        assert changes_of(state, emptied, "b") == ["pin 14000001 → none"]
    others = ChangePlayer(who="b", aga="", country="", rating="", columns={"Notes": ""})
    assert changes_of(state, change(state, others).state, "b") == [
        "rating 2200 → none", "country CH → none", "aga 77 → none", "notes vegan → none",
    ]  # fmt: skip


def test_the_list_is_sorted_by_strength_name_or_club() -> None:
    state = change(three(), ChangePlayer(who="b", name="Aa", club="Ulm")).state
    assert [p.id for p in players(state, "name").value.players] == ["b", "a", "c"]
    assert [p.id for p in players(state, "club").value.players] == ["b", "a", "c"]
    assert [p.id for p in players(state, "strength").value.players] == ["a", "b", "c"]
    with pytest.raises(InputError, match="strength or name or club"):
        players(state, "age")


def test_many_problems_are_counted_and_the_lines_of_doubles_can_be_left_out_at_once() -> None:
    lines = "".join(f"N{letter},3d\nN{letter},3d\n" for letter in "abcdef")
    with pytest.raises(InputError) as few:
        register(three(), Register(text=f"name,rank\n{lines}", name="p.csv"))
    assert len(few.value.problems) == 6
    with pytest.raises(InputError) as many:
        register(three(), Register(text=f"name,rank\n{lines}" + "Other,x\n" * 4, name="p.csv"))
    last = many.value.problems[-1]
    assert str(last) == "p.csv: 13 problems in 10 lines; nothing was written"
    assert last.offered("skip") == "3,5,7,9,11,13,15,16,17"


def test_a_file_of_ids_and_what_has_changed_is_enough() -> None:
    outcome = register(three(), Register(text="id,club\nb,Ulm\nc,Kiel\n", name="p.csv"))
    assert [p.club for p in outcome.state.tournament.players] == ["", "Ulm", "Kiel"]
    assert not outcome.value.new
    with pytest.raises(InputError, match="no player has the id 'x'"):
        register(three(), Register(text="id,club\nx,Ulm\n", name="p.csv"))
    with pytest.raises(InputError, match="empty name"):
        register(three(), Register(text="id,club\n,Ulm\n", name="p.csv"))


def test_what_is_odd_in_one_player_is_told_as_in_a_file_of_them() -> None:
    def told(name: str, rank: str) -> list[str]:
        return [note.text for note in add(comma, AddPlayer(name=name, rank=rank)).notes if isinstance(note, Remark)]

    comma = add(three(), AddPlayer(name="Weiß, Jörg", rank="5k")).state
    assert told("Tanaka, Dai", "5") == ["the rank '5' has no letter; it is read as 5k"]
    assert told("Tanaka, Dai", "5 k?") == ["the rank '5 k?' is read as 5 k"]
    text = "'Dai Tanaka' has no comma, unlike other names; it is sorted by its first word"
    assert told("Dai Tanaka", "5k") == [f"{text}; expected Surname, First name"]
    assert told("Tanaka", "5k") == []


def test_an_id_of_a_namesake_is_a_real_one() -> None:
    state = add(three(), AddPlayer(name="Weiß, Jörg", rank="5k")).state
    for text in ("…", "...", "-"):
        with pytest.raises(InputError, match=r"an id without a letter or digit: .*; expected an id such as 2"):
            add(state, AddPlayer(name="Weiß, Jörg", rank="5k", columns={"id": text}))
    with pytest.raises(InputError, match="an empty id; expected an id such as 2"):
        add(state, AddPlayer(name="Weiß, Jörg", rank="5k", columns={"id": ""}))


def test_an_exact_spelling_names_a_player() -> None:
    """Malý is not Maly; what is spelt as neither may be both."""
    t = add(
        add(three(), AddPlayer(name="Malý, Peter", rank="5k")).state, AddPlayer(name="Maly, Piet", rank="5k")
    ).state.tournament
    assert (t.find("Malý").id, t.find("maly").id, t.find("Peter Malý").id) == ("1", "2", "1")
    with pytest.raises(InputError, match=r"is ambiguous: .* \(1\), .* \(2\);"):
        t.find("Mal")
    with pytest.raises(InputError, match=r"is ambiguous: .* \(1\), .* \(2\);"):
        t.find("Màly")


def test_all_rounds_are_those_that_can_still_be_missed() -> None:
    """Who never came has a board in the published round; the later rounds are marked, and the board is named."""
    state = in_memory(played(tournament("1d 1d 1d 1d"), "a?b c+d"))
    done = absent(state, Absent(who=["a", "all"], counts=Absence.UNEXCUSED, rounds_last=True))
    (missed,) = done.value
    assert (list(missed.rounds), list(missed.stay), missed.half_points) == ([2, 3, 4, 5], [1], 0)
    assert done.state.tournament.player("a").unexcused == {2, 3, 4, 5}
    (said,) = [note for note in done.notes if "still has a board" in note.says(done.state.tournament)]
    assert said.says(done.state.tournament) == (
        "Player-a (a) still has a board in round 1, table 1, and Player-b (b) is waiting there"
    )
    assert said.ways(done.state.tournament) == [
        Way("to find another opponent, with 0 points for the absence", "repair", without=("a",), unexcused=True),
        Way("to enter a loss by forfeit", "absent", who=("a",), rounds="1", counts="forfeit"),
    ]
    with pytest.raises(InputError, match="round 1 is already published"):
        absent(state, Absent(who=["a"], rounds="1,2"))
    drafted = done.state.tournament.with_round(Round(2, (Game(1, "b", "d"),), absent=("a", "c"), draft=True))
    for player, rounds in (("a", [2, 3, 4, 5]), ("d", [2, 3, 4, 5])):
        (missed,) = absent(in_memory(drafted), Absent(who=[player], rounds="all")).value
        assert (list(missed.rounds), list(missed.stay)) == (rounds, [1]), "of a draft nothing stays"
    away = in_memory(played(tournament("1d 1d 1d 1d"), "a+b", absent="c"))
    assert absent(away, Absent(who=["c"], rounds="all", counts=Absence.UNEXCUSED)).value[0].rounds == [1, 2, 3, 4, 5]


def test_a_withdrawal_of_somebody_who_never_played_says_what_the_rounds_give() -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d"), "a?b c+d!"))
    notes = withdraw(state, Withdraw(who=["a", "d"])).notes
    text = "has no result of a game, but each missed round gives ½ point"
    for player in ("a", "d"):
        way = Way("for 0 points", "absent", who=(player,), rounds="2,3,4,5", counts="unexcused")
        assert Remark(f"Player-{player} ({player}) {text}", (way,)) in notes
    came = in_memory(played(tournament("1d 1d 1d 1d"), "a+b c+d"))
    for asked, of in ((Withdraw(who=["a"]), came), (Withdraw(who=["a"], counts=Absence.UNEXCUSED), state)):
        assert not any(text in one for one in note_texts(withdraw(of, asked).notes, of.tournament))
    gone = withdraw(state, Withdraw(who=["a"])).state
    assert absent(gone, Absent(who=["a"], rounds="2-5", counts=Absence.UNEXCUSED)).value[0].half_points == 0


def test_who_comes_back_after_withdrawing_plays_the_rounds_of_before() -> None:
    """An announced absence, a plan of rounds and one without excuse survive `withdraw` and the way back."""
    state = three()
    for who, rounds, counts in (("a", "2", Absence.EXCUSED), ("b", "2", Absence.UNEXCUSED)):
        state = absent(state, Absent(who=[who], rounds=rounds, counts=counts)).state
    state = withdraw(state, Withdraw(who=["a", "b", "c"], counts=Absence.UNEXCUSED)).state
    back, notes = {}, {}
    for who in "abc":
        outcome = change(state, ChangePlayer(who=who, status="final"))
        back[who], notes[who], state = outcome.value, outcome.notes, outcome.state
    assert [back[who].rounds for who in "abc"] == [frozenset({1, 3}), frozenset({1, 3}), None]
    assert [back[who].unexcused for who in "abc"] == [frozenset({2}), frozenset({2}), frozenset()]
    said = Remark("Player-a (a) comes back for rounds 1,3, as entered before", OTHER_ROUNDS)
    assert said in notes["a"]
    assert not [note for note in notes["c"] if isinstance(note, Remark) and "comes back" in note.text]


def test_who_comes_back_with_no_round_left_plays_all_to_come() -> None:
    """So it is in folders of before, where a withdrawal took the rounds to come away."""
    before = three()
    old = replace(before.tournament.player("a"), status=Status.WITHDRAWN, rounds=frozenset())
    state = before.with_tournament(before.tournament.with_players([old]))
    outcome = change(state, ChangePlayer(who="a", status="final"))
    assert outcome.value.rounds is None
    text = "Player-a (a) comes back for all rounds to come, as no round entered before is left"
    assert Remark(text, OTHER_ROUNDS) in outcome.notes


def test_who_does_not_come_without_a_word_and_stays_entered_is_named() -> None:
    """A no-show would be drawn again; who announced an absence, or plays no later round, is not named."""
    state = three()
    drawn = state.with_tournament(played(state.tournament, "a?b", byes="c"))
    lost = absent(drawn, Absent(who=["a"], rounds="1", counts=Absence.FORFEIT))
    assert "Player-a (a) stays entered for rounds 2-3" in note_texts(lost.notes, lost.state.tournament)
    gone = repair(drawn, Repair(without=["b"], unexcused=True, anyway=True))
    assert "Player-b (b) stays entered for rounds 2-3" in note_texts(gone.notes, gone.state.tournament)
    excused = repair(drawn, Repair(without=["b"], anyway=True))
    assert "stays entered" not in " ".join(note_texts(excused.notes, excused.state.tournament))
