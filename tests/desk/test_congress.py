"""Several events at the same time: who is one person, what counts as at the same time, who plays in a round.

The folders that `event.congress` names may be anybody's: they are read, a bounded number of them, and no more.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import member, pair, pairs, played, players, tournament
from folders import changing, create
from mcmahon.desk.placing import double_bookings as module
from mcmahon.desk.placing.double_bookings import MOST_EVENTS, Event, clash_text, clashes, congress, other_events_clash
from mcmahon.io.folder import folder
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.own_files import check_places
from mcmahon.io.folder.state_files import with_settings
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way
from team_events import matched

MORNING, NOON, EVENING = "2026-08-01 10:00", "2026-08-01 12:00", "2026-08-01 18:00"


def event(name: str, *times: str, people: tuple[Player, ...] = (), minutes: int = 180, **settings: Any) -> Event:
    given = {"event__round_times": list(times), "event__round_minutes": minutes, **settings}
    own = tournament("", rounds=max(1, len(times)), **given)
    return Event(name, replace(own, players=people or players("1d 1d 1d 1d")))


def found(*events: Event) -> list[tuple[str, int, int]]:
    return [(one.name, one.first.round, one.second.round) for one in clashes(events)]


ANN = Player("1", "Lee", "Ann", club="Ulm", pin="1000")
BO = Player("2", "Moe", "Bo", club="Ulm")


def test_a_clash_is_named_with_the_person_the_rounds_and_the_times() -> None:
    """Three hours from 10:00 and from 12:00 are together from 12:00 to 13:00."""
    one, two = event("Main", MORNING, EVENING, people=(ANN,)), event("Pair go", NOON, people=(ANN, BO))
    (clash,) = clashes([one, two])
    assert clash_text(clash) == (
        "Lee Ann would have to play in round 1 of Main (2026-08-01 10:00–13:00) "
        "and in round 1 of Pair go (12:00–15:00) at the same time"
    )


def test_a_round_that_begins_as_another_ends_is_no_clash() -> None:
    two_hours = event("Main", MORNING, people=(ANN,), minutes=120)
    assert found(two_hours, event("Pair go", NOON, people=(ANN,))) == []
    longer = event("Main", MORNING, people=(ANN,), minutes=121)
    assert found(longer, event("Pair go", NOON, people=(ANN,))) == [("Lee Ann", 1, 1)]


def test_rounds_over_midnight_clash_on_the_next_day() -> None:
    late, early = "2026-08-01 23:00", "2026-08-02 01:00"
    (clash,) = clashes([event("A", late, people=(ANN,)), event("B", early, people=(ANN,))])
    assert "(2026-08-01 23:00–2026-08-02 02:00)" in clash_text(clash)
    assert "(2026-08-02 01:00–04:00)" in clash_text(clash)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"surname": "Leigh"}, True),  # the pin decides, however the name is written
        ({"pin": ""}, True),  # without a pin name and club
        ({"pin": "", "surname": "LEE", "club": "ulm"}, True),
        ({"pin": "", "club": "Bern"}, False),
        ({"pin": "2000"}, False),  # two people of one name
    ],
)
def test_people_are_one_by_their_pin_or_else_by_name_and_club(other: dict[str, str], same: bool) -> None:
    a, b = event("A", MORNING, people=(ANN,)), event("B", MORNING, people=(replace(ANN, **other),))  # type: ignore[arg-type]
    assert bool(found(a, b)) == same == bool(congress([a, b]).shared)
    assert bool(found(b, a)) == same


def test_a_drawn_round_counts_for_those_with_a_game_and_another_for_those_entered() -> None:
    """The bye and an absence leave time for another event."""
    own = event("A", MORNING, EVENING)
    drawn = Event("A", played(replace(own.tournament, players=players("1d 1d 1d 1d")), "a?b", byes="c", absent="d"))
    other = event("B", MORNING, EVENING)
    assert {who for who, first, _ in found(drawn, other) if first == 1} == {"Player-a", "Player-b"}
    assert len([1 for _, first, _ in found(drawn, other) if first == 2]) == 4


def test_who_is_entered_for_other_rounds_only_does_not_clash() -> None:
    later = replace(ANN, rounds=frozenset({2}))
    assert found(event("A", MORNING, EVENING, people=(later,)), event("B", MORNING, people=(ANN,))) == []


def test_three_events_have_a_clash_for_each_two_of_them() -> None:
    three = [event(name, MORNING, people=(ANN, BO)) for name in "ABC"]
    assert len(found(*three)) == 6
    assert congress(three).shared == 2


def test_rounds_without_a_time_never_clash() -> None:
    assert found(event("A", "", MORNING, people=(ANN,)), event("B", "", EVENING, people=(ANN,))) == []


def several(*entrants: Player, **settings: Any) -> Event:
    """An event of pairs, or of teams, at the same hour as the main event."""
    given = {"event__round_times": [MORNING], "event__round_minutes": 180, "rounds": 1, **settings}
    return Event("Pair go", pairs(*entrants, **given))


def test_the_members_of_an_entrant_are_the_people() -> None:
    """What a pair is called does not matter; a member who plays elsewhere does."""
    main = event("Main", MORNING, people=(BO,))
    one = several(pair("9", "Lee 1d Ulm", member("Moe 1d Ulm", first_name="Bo")))
    (clash,) = clashes([one, main])
    assert (clash.name, clash.entrant, clash.member) == ("Moe Bo", "9", "moe")
    assert found(main, one) == [("Moe Bo", 1, 1)]


def test_who_is_missing_in_a_pair_is_free_and_the_substitute_is_not() -> None:
    """Bo misses the round and Ann plays instead; in the other pair she waits, as nobody is missing."""
    ann = member("Lee 1d Ulm", first_name="Ann", substitute=True, rounds=frozenset({1}))
    away = member("Moe 1d Ulm", first_name="Bo", rounds=frozenset())
    main = event("Main", MORNING, people=(BO, replace(ANN, pin="")))
    assert found(main, several(pair("9", "Kim 1d", away, ann))) == [("Lee Ann", 1, 1)]
    assert found(main, several(pair("9", "Kim 1d", ann))) == []


def test_in_a_team_only_those_at_a_board_clash() -> None:
    """Two boards, three people: the third one is free, before the draw and after it."""
    bo = member("Moe 1d Ulm", first_name="Bo")
    trio, duo = pair("9", "Kim 3d", "Lin 2d", bo), pair("8", "Fox 3d", "Ray 2d")
    main = event("Main", MORNING, people=(BO, Player("5", "Lin")))
    teams = several(trio, duo, **{"entrants.kind": "teams"}, teams__boards=2, preset="swiss")
    assert found(main, teams) == [("Lin", 1, 1)]
    drawn = Event(teams.name, matched(teams.tournament, "9-8"))
    assert found(main, drawn) == [("Lin", 1, 1)]


def test_times_may_have_the_letter_between_day_and_time() -> None:
    t: Tournament = event("A", "2026-08-01T10:00").tournament
    assert t.settings.event.round_times == (MORNING,)


def other(place: Path) -> TournamentFolder:
    """A tournament with a step that was cut off before its files."""
    made = TournamentFolder(place)
    create(made, new_settings_text("bga", {"name": "Other", "rounds": 5}), "new", played(tournament("3d 2d"), "a+b"))
    with changing(made, "change") as change:
        change.tournament = change.tournament.with_players(tournament("3d 2d 1d").players[2:])
    (made.path / "players.csv").write_bytes(made.journal.contents_after(2)["players.csv"])
    (made.path / ".journal" / "applied").write_text("2\n")
    return made


def here(place: Path, *others: str) -> State:
    """A tournament with a start time, and other events of its congress."""
    made = TournamentFolder(place)
    create(made, new_settings_text("bga", {"rounds": 5}), "new", tournament("3d 2d"))
    settings = {"event.round_times": ["2026-08-01 10:00"], "event.congress": [*others]}
    return with_settings(made.read(), settings)


def everything(place: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in place.rglob("*")}


def test_an_event_elsewhere_is_read_and_nothing_in_its_folder_is_finished(tmp_path: Path) -> None:
    there, state = other(tmp_path / "outside" / "other"), here(tmp_path / "main", "../outside/other")
    before = everything(tmp_path)
    assert other_events_clash(tmp_path / "main", state) == []
    assert everything(tmp_path) == before
    there.read()
    assert everything(tmp_path) != before, "reading it as one's own does"


@pytest.mark.parametrize("text", [r"\\host\share", "//host/share", r"\/host\share", r"\\?\UNC\host\share"])
def test_no_share_of_a_network_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(module, "TournamentFolder", lambda path: pytest.fail(f"{path} is read"))
    [said] = other_events_clash(tmp_path / "main", here(tmp_path / "main", text))
    assert said == Remark(f"the other event {text!r} cannot be read: it is in a network")


def test_of_hundreds_of_events_a_few_are_read(tmp_path: Path) -> None:
    found = other_events_clash(tmp_path / "main", here(tmp_path / "main", *(f"../none{k}" for k in range(400))))
    assert len(found) == MOST_EVENTS + 1
    assert found[0] == Remark("only the first 30 of 400 other events are read")


def test_the_overview_says_what_to_do_in_words_and_a_draw_by_a_hint_for_a_player_or_a_member(tmp_path: Path) -> None:
    there = TournamentFolder(tmp_path / "other")
    text = new_settings_text("bga", {"name": "Other", "rounds": 1, "event.round_times": [NOON]})
    create(there, text, "new", tournament("3d"))
    state, main = here(tmp_path / "main", "../other"), tmp_path / "main"
    said = "would have to play in round 1 of main (2026-08-01 10:00–13:00) and in round 1 of Other (12:00–15:00)"
    [told] = other_events_clash(main, state)
    assert told.text == f"Player-a {said} at the same time: mark them absent in one of the two"
    player = Remark(f"Player-a {said} at the same time", (Way("to free them", "absent", who=("a",), rounds="1"),))
    assert other_events_clash(main, state, 1) == [player]
    duo = several(pair("9", "Lee 1d", member("Player-a 3d")), **{"event.round_times": [MORNING]}).tournament
    duo = replace(duo, settings=replace(state.tournament.settings, entrants=duo.settings.entrants))
    one = duo.players[0].members[1].id
    way = Way("to free them", "absent", who=("9",), rounds="1", member=one, substitute="NAME RANK")
    assert other_events_clash(main, state.with_tournament(duo), 1) == [replace(player, ways_on=(way,))]
    assert other_events_clash(main, state, 2) == []


@pytest.mark.parametrize("text", ["x" * 300, "a\0b", "not for us"])
def test_an_event_that_the_system_does_not_open_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    def refuse(folder: Path) -> None:
        if folder.name == "not for us":
            raise PermissionError(13, "Permission denied", "rounds")
        check_places(folder)

    monkeypatch.setattr(folder, "check_places", refuse)  # who runs the tests may be allowed everything
    found = other_events_clash(tmp_path / "main", here(tmp_path / "main", text, "../none"))
    first, second = (one.text for one in found if isinstance(one, Remark))
    assert first.startswith(f"the other event {text!r} cannot be read: ")
    assert "'../none' cannot be read" in second
