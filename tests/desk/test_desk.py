"""The desk computes without a lock and commits in a moment: nobody waits, nothing is lost, nothing is overwritten."""

from __future__ import annotations

import multiprocessing
import shutil
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from builders import played, tournament
from folders import create
from mcmahon.desk.changes import changed_things, conflict_text, contradictions
from mcmahon.desk.desk import Desk
from mcmahon.desk.failures import failure_kind
from mcmahon.desk.files.export_files import copy_place
from mcmahon.desk.journal_entries import undo
from mcmahon.desk.rounds import draw_round as rounds
from mcmahon.desk.rounds.change_boards import EditBoard, Swap, edit, swap
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.records.state import State

RANKS = "3d 2d 1d 1k 2k 3k 4k 5k"
Case = Callable[[State], Outcome[object]]
Told = "Queue[str]"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eight players; the first round is drawn and published, no result is in."""
    path = tmp_path / "spring"
    create(TournamentFolder(path), new_settings_text("bga", {"rounds": 3}), "new", tournament(RANKS))
    desk = Desk(path)
    desk.do(draw, "pair")
    desk.do(lambda state: publish(state, Publish()), "publish-round")
    return path


def with_meanwhile(folder: Path, case: Case, *others: Case) -> Case:
    """A use case during whose first runs somebody else does something, one thing in each."""
    left = list(others)

    def slow(state: State) -> Outcome[object]:
        outcome = case(state)
        if left:
            Desk(folder).do(left.pop(0), "somebody else")
        return outcome

    return slow


def results(*typed: str) -> Case:
    return lambda state: enter(state, EnterResults(results=by_table(typed)))


def test_what_touches_other_things_is_applied_again_to_the_new_state(folder: Path) -> None:
    done = Desk(folder).do(with_meanwhile(folder, results("1", "1-0"), results("2", "0-1"), results("3", "jigo")), "me")
    games = Desk(folder).read().tournament.round(1).games
    assert [game.result.value for game in games] == ["white", "black", "jigo", "unknown"]
    assert done.runs == 3
    assert [step.command for step in TournamentFolder(folder).journal.steps()][-3:] == [
        "somebody else", "somebody else", "me",
    ]  # fmt: skip


def test_the_same_thing_is_refused_with_both_versions_named(folder: Path) -> None:
    with pytest.raises(
        ConflictError, match=r"round 1 table 2: you want 1-0 \(.+ won\), but it is now 0-1 \(.+ won\)"
    ) as error:
        Desk(folder).do(with_meanwhile(folder, results("2", "1-0"), results("2", "0-1")), "me")
    assert failure_kind(error.type).exit_code == 3
    assert Desk(folder).read().tournament.round(1).games[1].result.value == "black"


def test_the_same_result_twice_is_no_contradiction(folder: Path) -> None:
    Desk(folder).do(with_meanwhile(folder, results("2", "1-0"), results("2", "1-0")), "me")
    assert Desk(folder).read().tournament.round(1).games[1].result.value == "white"


def test_a_result_of_a_board_that_is_changed_meanwhile_is_refused(folder: Path) -> None:
    first = Desk(folder).read().tournament.round(1).games[0]
    other = Desk(folder).read().tournament.round(1).games[1]
    change = lambda state: swap(state, Swap(a=first.white, b=other.white))  # noqa: E731
    with pytest.raises(ConflictError, match="round 1 table 1"):
        Desk(folder).do(with_meanwhile(folder, results("1", "1-0"), change), "me")
    Desk(folder).do(with_meanwhile(folder, results("3", "1-0"), change), "me again")
    after = Desk(folder).read().tournament.round(1)
    assert [game.result.value for game in after] == ["unknown", "unknown", "white", "unknown"]


def test_a_board_and_a_result_of_another_board_are_apart(folder: Path) -> None:
    stones = lambda state: edit(state, EditBoard(table=4, handicap=3))  # noqa: E731
    Desk(folder).do(with_meanwhile(folder, results("1", "1-0"), stones), "me")
    games = Desk(folder).read().tournament.round(1).games
    assert (games[0].result.value, games[3].handicap) == ("white", 3)


def everything_in(folder: Path) -> None:
    Desk(folder).do(results("1", "1-0", "2", "1-0", "3", "0-1", "4", "0-1"), "results")


def counted_draw(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rounds that are solved from now on."""
    solved: list[int] = []
    real = rounds.draw_round

    def counting(*args: object, **kwargs: object) -> object:
        solved.append(1)
        return real(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(rounds, "draw_round", counting)
    return solved


def renamed(state: State) -> Outcome[object]:
    """Something that a draw does not look at."""
    players = [replace(p, first_name="Anna") for p in state.tournament.players[:1]]
    return Outcome(state.with_tournament(state.tournament.with_players(players)), None)


def stronger(state: State) -> Outcome[object]:
    """Something that a draw does look at."""
    players = [replace(p, rank=p.rank + 1) for p in state.tournament.players[-1:]]
    return Outcome(state.with_tournament(state.tournament.with_players(players)), None)


def test_a_draw_is_kept_where_nothing_it_has_read_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everything_in(folder)
    solved = counted_draw(monkeypatch)
    done = Desk(folder).do(with_meanwhile(folder, draw, renamed), "pair")
    assert (len(solved), done.runs) == (1, 1)
    state = Desk(folder).read()
    assert state.tournament.players[0].first_name == "Anna"
    assert state.tournament.round(2).draft
    assert state.records[2].cost == done.value.pairing.cost


def test_a_draw_is_done_once_more_where_something_it_has_read_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything_in(folder)
    solved = counted_draw(monkeypatch)
    done = Desk(folder).do(with_meanwhile(folder, draw, stronger), "pair")
    assert (len(solved), done.runs) == (2, 2)
    again = draw(Desk(folder).read())
    assert again.value.round == Desk(folder).read().tournament.round(2)


def test_a_draw_that_keeps_being_overtaken_is_refused(folder: Path) -> None:
    everything_in(folder)
    with pytest.raises(ConflictError, match="keeps changing while this is computed"):
        Desk(folder).do(with_meanwhile(folder, draw, stronger, stronger), "pair")
    assert len(Desk(folder).read().tournament.rounds) == 1


def test_a_draft_that_is_published_while_it_is_drawn_again_stays(folder: Path) -> None:
    everything_in(folder)
    Desk(folder).do(draw, "pair")
    case = with_meanwhile(folder, lambda state: draw(state, Draw(seed=7)), lambda state: publish(state, Publish()))
    with pytest.raises(ConflictError, match="drawn, changed or published round 2 meanwhile"):
        Desk(folder).do(case, "pair")
    state = Desk(folder).read()
    assert not state.tournament.round(2).draft
    assert state.tournament.settings.seed == 1


def test_a_file_edited_by_hand_meanwhile_is_taken_over(folder: Path) -> None:
    file = folder / "players.csv"
    left = [file.read_text(encoding="utf-8").replace("3d", "4d")]

    def case(state: State) -> Outcome[object]:
        if left:
            file.write_text(left.pop(), encoding="utf-8")
        return enter(state, EnterResults(results={"1": "1-0"}))

    done = Desk(folder).do(case, "me")
    state = Desk(folder).read()
    assert (state.tournament.players[0].rank_name, state.tournament.round(1).games[0].result.value) == ("4d", "white")
    assert (done.edited, done.runs) == (("players.csv",), 2)


def test_things_that_differ_are_named_one_by_one(folder: Path) -> None:
    before = Desk(folder).read()
    one, two = (
        enter(before, EnterResults(results=by_table(typed))).state
        for typed in (("1", "1-0"), ("1", "0-1", "2", "jigo"))
    )
    assert list(changed_things(before, two)) == [("result", 1, 1), ("result", 1, 2)]
    assert [c.thing for c in contradictions(before, one, two)] == [("result", 1, 1)]
    assert contradictions(before, one, one) == []
    assert contradictions(before, before, two) == []


@pytest.mark.parametrize("others", ["absent", "unpaired"])
def test_who_has_the_bye_cannot_be_given_a_game_and_sent_away_at_once(others: str) -> None:
    base = in_memory(played(tournament("1d 1d 1d"), "a?b", byes="c"))
    ours = swap(base, Swap(a="b", b="c")).state
    drawn = replace(base.tournament.round(1), byes=(), **{others: ("c",)})
    theirs = base.with_tournament(base.tournament.with_round(drawn))
    assert [(c.thing, c.before, c.ours, c.theirs) for c in contradictions(base, ours, theirs)] == [
        (("seat", 1, "c"), "bye", None, others)
    ]


def test_who_has_the_bye_cannot_be_swapped_with_two_people_at_once() -> None:
    base = in_memory(played(tournament("1d 1d 1d 1d 1d"), "a?b c?d", byes="e"))
    ours, theirs = (swap(base, Swap(a=own, b="e")).state for own in "ac")
    found = contradictions(base, ours, theirs)
    assert [(c.thing, c.before, c.ours, c.theirs) for c in found] == [(("seat", 1, "e"), "bye", 1, 2)]
    assert "Player-e (e): you want table 1, but it is now table 2" in conflict_text(found, base.tournament)
    assert contradictions(base, ours, ours) == []


@pytest.mark.parametrize(("typed", "says"), [(" ", "where the copy goes"), ("stick", "where the copy goes")])
def test_a_copy_goes_to_a_folder_that_is_there_and_named_whole(folder: Path, typed: str, says: str) -> None:
    desk, place = Desk(folder), folder.parent
    assert copy_place(desk, f" {place} ") == place / folder.name
    for text, error in ((typed, says), (f"{place}/none", "there is no folder")):
        with pytest.raises(InputError, match=error):
            copy_place(desk, text)


def _long_draw(path: Path, others_done: Event, told: Told) -> None:
    """A director's draw, although results are missing, that is not ready before all others are."""

    def case(state: State) -> Outcome[object]:
        assert others_done.wait(600), "somebody waits for the draw"
        return draw(state, Draw(missing_results=True))

    Desk(path).do(case, "pair")
    told.put("draw")


def _helper(path: Path, tables: list[int], told: Told) -> None:
    """Somebody who enters one result after the other."""
    for table in tables:
        Desk(path).do(results(str(table), "1-0"), f"result {table}")
        told.put("result")


def _second_desk(path: Path, players: list[str], told: Told) -> None:
    """A second desk, where the names of players are set right."""
    for player in players:

        def case(state: State, player: str = player) -> Outcome[object]:
            new = replace(state.tournament.player(player), first_name="Right")
            return Outcome(state.with_tournament(state.tournament.with_players([new])), None)

        Desk(path).do(case, f"player {player}")
        told.put("player")


@pytest.mark.slow
def test_two_desks_eight_helpers_and_a_long_draw_at_once(tmp_path: Path, full: bool) -> None:
    """Nobody waits for the draw, which lasts until all others are done (a minute with --full), and nothing is lost."""
    path = tmp_path / "open"
    ranks = " ".join(f"{k % 20 + 1}k" for k in range(64))
    create(TournamentFolder(path), new_settings_text("bga", {"rounds": 3}), "new", tournament(ranks))
    Desk(path).do(draw, "pair")
    Desk(path).do(lambda state: publish(state, Publish()), "publish-round")
    ids = [player.id for player in Desk(path).read().tournament.players]
    context = multiprocessing.get_context("fork")
    told, others_done = context.Queue(), context.Event()
    people = [context.Process(target=_long_draw, args=(path, others_done, told))]
    people += [context.Process(target=_helper, args=(path, [*range(k, 33, 8)], told)) for k in range(1, 9)]
    people.append(context.Process(target=_second_desk, args=(path, ids[:8], told)))
    for person in people:
        person.start()
    assert Counter(told.get(timeout=300) for _ in range(40)) == {"result": 32, "player": 8}
    time.sleep(60 if full else 0)
    others_done.set()
    assert told.get(timeout=300) == "draw"
    for person in people:
        person.join()
    assert [person.exitcode for person in people] == [0] * 10
    state = Desk(path).read()
    assert all(game.result.value == "white" for game in state.tournament.round(1))
    assert all(state.tournament.player(pid).first_name == "Right" for pid in ids[:8])
    assert state.tournament.round(2) == draw(state).value.round  # by all results, so drawn a second time
    commands = [step.command for step in TournamentFolder(path).journal.steps()]
    everybody = [f"result {k}" for k in range(1, 33)] + [f"player {pid}" for pid in ids[:8]]
    assert sorted(commands[-41:-1]) == sorted(everybody)
    assert commands[-1] == "pair"


def test_a_command_that_died_is_told_once(folder: Path) -> None:
    """A desk may stay open for a whole tournament."""
    file = folder / "rounds" / "1.csv"
    before = file.read_bytes()
    desk = Desk(folder)
    desk.do(results("1", "1-0"), "one")
    number = TournamentFolder(folder).journal.number()
    file.write_bytes(before)  # as if the machine had died before the files were brought up to the step
    (folder / ".journal" / "applied").write_text(f"{number - 1}\n")
    assert desk.do(results("2", "1-0"), "two").found == [
        "the last command was interrupted; it has now been finished first"
    ]
    assert desk.do(results("3", "1-0"), "three").found == []
    assert [game.result.value for game in desk.read().tournament.round(1)] == ["white", "white", "white", "unknown"]


def test_a_change_is_made_from_what_was_seen(folder: Path) -> None:
    """A page that is older than the folder: other things are kept, the same thing changed in two ways is refused."""
    desk = Desk(folder)
    seen = desk.read().revision
    desk.do(results("1", "1-0"), "somebody else")
    done = desk.do(results("2", "0-1"), "an older page", seen=seen)
    assert [game.result.value for game in done.after.tournament.rounds[0].games[:2]] == ["white", "black"]
    with pytest.raises(ConflictError, match=r"round 1 table 1: you want 0-1 \(.+ won\), but it is now 1-0 \(.+ won\)"):
        desk.do(results("1", "0-1"), "an older page", seen=seen)
    assert desk.do(results("1", "1-0"), "an older page", seen=seen).after == done.after, "what is there already"


def test_a_page_that_the_journal_no_longer_knows_is_to_be_loaded_anew(folder: Path) -> None:
    desk = Desk(folder)
    for unknown in (999, -1):
        with pytest.raises(ConflictError, match="too old"):
            desk.do(results("1", "1-0"), "a page", seen=unknown)
    assert desk.read().tournament.rounds[0].games[0].result.value == "unknown"


def test_a_page_of_a_folder_without_a_journal_is_as_well_guarded(folder: Path) -> None:
    """Its revision is 0; the first step of anybody begins the journal, and the page knows what it showed."""
    shutil.rmtree(folder / ".journal")
    desk = Desk(folder)
    assert desk.read().revision == 0
    desk.do(results("1", "1-0"), "somebody else", seen=0)
    with pytest.raises(ConflictError, match=r"round 1 table 1: you want 0-1 \(.+ won\), but it is now 1-0 \(.+ won\)"):
        desk.do(results("1", "0-1"), "an older page", seen=0)
    desk.do(results("2", "0-1"), "an older page", seen=0)
    assert [game.result.value for game in desk.read().tournament.round(1).games[:2]] == ["white", "black"]
    with pytest.raises(ConflictError):
        undo(desk, seen=0)


def test_a_folder_with_a_journal_from_its_start_never_had_a_revision_0(folder: Path) -> None:
    with pytest.raises(ConflictError, match="too old"):
        Desk(folder).do(results("1", "1-0"), "a page", seen=0)
    assert Desk(folder).read().tournament.rounds[0].games[0].result.value == "unknown"
