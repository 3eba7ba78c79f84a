"""A congress as one day: a McMahon, teams, rengo and a youth McMahon with a cup, and people who are in several."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import publish as publish_pages
from mcmahon.desk.people.change_members import MemberMissing, member_missing
from mcmahon.desk.people.miss_rounds import Absent, absent
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.people.register import Register, register
from mcmahon.desk.placing.double_bookings import Congress, clashes, other_events_clash, read_events
from mcmahon.desk.placing.give_prizes import AnnouncePrizes, PrizeRequest, announce, edit, prizes
from mcmahon.desk.placing.run_cups import CupRequest, set_cup
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.tournament.tournament import everybody
from mcmahon.model.ways import Way

#: The events of the day: settings, when their two rounds begin, and their length in minutes.
EVENTS = {
    "Main": ((), ("10:00", "14:00"), 180),
    "Teams": (("entrants.kind=teams", "teams.boards=2"), ("10:00", "18:00"), 120),
    "Rengo": (("entrants.kind=pairs",), ("20:00", "21:00"), 60),
    "Youth": ((), ("13:00", "17:00"), 60),
}


def the_day(folder: Path) -> dict[str, Desk]:
    """Twelve people in the main event, eight of them in teams or trios, and eight young ones; four are in three."""
    people = [f"P{k:02}" for k in range(20)]
    files = {
        "Main": ["name,rank", *(f"{p},{k % 5 + 1}k" for k, p in enumerate(people[:12]))],
        "Teams": ["team,name,rank", *(f"T{k // 2},{p},{k % 4 + 1}k" for k, p in enumerate(people[8:16]))],
        "Rengo": ["pair,name,rank", *(f"R{k // 3},{p},{k % 4 + 1}k" for k, p in enumerate(people[:12]))],
        "Youth": ["name,rank,category", *(f"{p},{k + 5}k,U12" for k, p in enumerate(people[10:18]))],
    }
    desks = {}
    for name, (settings, times, minutes) in EVENTS.items():
        desk = desks[name] = Desk(folder / name.lower())
        starts = ", ".join(f'"2026-08-01 {time}"' for time in times)
        others = ", ".join(f'"../{other.lower()}"' for other in EVENTS if other != name)
        given = [f"event.round_times=[{starts}]", f"event.round_minutes={minutes}", f"event.congress=[{others}]"]
        preset = "swiss" if name == "Teams" else ""
        create(desk, NewTournament(name=name, preset=preset, rounds=2, settings=[*settings, *given]), "new")
        text = Register(text="\n".join(files[name]) + "\n", name=f"{name}.csv")
        desk.do(lambda state, text=text: register(state, text), "register")  # type: ignore[misc]
    cup = CupRequest(name="U12", size=4, who=("category=U12",))
    desks["Youth"].do(lambda state: set_cup(state, cup), "cup")
    return desks


def freed(desks: dict[str, Desk]) -> int:
    """Everybody who clashes misses that round of the team event, or of the youth event; how many there were."""
    found = clashes(read_events(Congress(folders=tuple(str(desk.path) for desk in desks.values()))))
    for one in found:
        given_up = one.second if one.second.event in ("Teams", "Youth") else one.first
        desk = desks[given_up.event]
        entrant = next(e for e in desk.read().tournament.players if one.name in [e.name, *(m.name for m in e.members)])
        if entrant.members:
            gone = MemberMissing(who=entrant.id, member=one.name, rounds=str(given_up.round))
            desk.do(lambda state, gone=gone: member_missing(state, gone), "member missing")  # type: ignore[misc]
        elif given_up.round in entrant.rounds_entered(2):
            away = Absent(who=[entrant.id], rounds=str(given_up.round))
            desk.do(lambda state, away=away: absent(state, away), "absent")  # type: ignore[misc]
    return len(found)


def play(desk: Desk, number: int, dice: random.Random) -> list[str]:
    """Draw a round, publish it and enter its results; the notes of the draw."""
    request = Draw()
    drawn = desk.do(lambda state: draw(state, request), "draw")
    desk.do(lambda state: publish(state, Publish(anyway=True)), "publish")
    tournament = desk.read().tournament
    typed: list[str] = []
    for game in tournament.round(number):
        for at in [f"{game.table}.{b.game.table}" for b in game.boards if not b.incomplete] or [str(game.table)]:
            if not game.boards or "." in at:
                typed += [at, dice.choice(["1-0", "0-1"])]
    if typed:
        desk.do(lambda state: enter(state, EnterResults(results=by_table(typed), round=number)), "results")
    return note_texts(drawn.outcome.notes, tournament)


@pytest.mark.slow
def test_all_events_of_a_day_are_played_and_nobody_is_in_two_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks = the_day(tmp_path)
    main = desks["Main"]
    before = note_texts(main.ask(lambda state: draw(state, Draw(), folder=main.path)).notes, main.read().tournament)
    assert sum("P08 would have to play in round 1 of Main" in text for text in before) == 1, "named at the draw"
    monkeypatch.setattr("mcmahon.desk.placing.double_bookings.MOST_CLASHES", 1)
    named, more = other_events_clash(main.path, main.read())
    assert [way.lead for way in named.ways_on] == ["to free them"]
    folders = tuple(str(desks[name].path) for name in ("Main", "Teams", "Rengo", "Youth"))
    told = "and 3 more clashes with other events"
    way = Way("to see all", "congress", folders=folders)
    assert more == Remark(told, (way,)), "the command that lists all of them has these"
    assert freed(desks) > 0
    assert not clashes(read_events(Congress(folders=tuple(str(desk.path) for desk in desks.values()))))
    with ThreadPoolExecutor(2) as two:  # two directors, each at their own events
        halves = (("Main", "Rengo"), ("Teams", "Youth"))
        done = two.map(lambda names: [play(desks[e], n, random.Random(n)) for n in (1, 2) for e in names], halves)
        notes = [text for half in done for texts in half for text in texts]
    assert not any("at the same time" in text for text in notes)
    for name, desk in desks.items():
        desk.do(lambda state: edit(state, PrizeRequest(name="Main", place="1-2", value="50", currency="EUR")), "prize")
        best = PrizeRequest(name="Best person", people="yes", thing="a book")
        desk.do(lambda state, best=best: edit(state, best), "prize")  # type: ignore[misc]
        desk.do(lambda state: announce(state, AnnouncePrizes(anyway=True)), "announce")
        found = desk.ask(prizes).value
        assert {line.player for line in found.now.lines if line.thing} <= {*everybody(desk.read().tournament)}, name
        pages = publish_pages(desk.read(), tmp_path / "site" / name, desk.path).value.files
        assert "prizes.html" in pages
    assert "cups.html" in publish_pages(desks["Youth"].read(), tmp_path / "cups").value.files
