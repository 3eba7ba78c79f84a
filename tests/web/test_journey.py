"""A whole small tournament in a browser without JavaScript: nothing but links, forms and buttons of the pages."""

from __future__ import annotations

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.export_files import Export, export
from mcmahon.desk.placing.rank import standings
from mcmahon.model.tournament.games import Result

from .conftest import Opened
from .forms import Plain

pytestmark = pytest.mark.slow
FILE = b"name,rank,club\nAda Amber,3d,Ulm\nBo Bernd,2d,Bonn\nCid Cole,1d,Ulm\nDot Dorn,1k,Kiel\nEve Eder,99z,Kiel\n"


def test_a_tournament_from_its_file_to_the_export_without_javascript(opened: Opened) -> None:
    person = Plain(opened.client, "/")
    person.press("Make the tournament", title="Small Open", rounds="3")
    assert person.address.endswith("/t/small-open/entrants")
    person.go("import")
    person.press("Look at it", file=("players.csv", FILE), code=422)
    person.press("Check again", line_6="Eve Eder,2k,Kiel")
    person.press("Enter these players")
    person.press("Enter", name="Fay Falk", rank="3k", club="Bonn")
    desk = Desk(opened.folder / "small-open")
    assert [p.name for p in desk.read().tournament.players][-2:] == ["Eve Eder", "Fay Falk"]

    for number in (1, 2, 3):
        person.follow("Overview")
        person.press(f"Draw round {number}")
        person.press(f"Publish round {number}")
        assert f"Round {number} is published" in person.text
        person.press_value("at 1", "1-0")
        assert "Table 1" in person.text
        person.press("Enter", typed="2 b 3 jigo")
        assert f"All results of round {number} are in" in person.text
        drawn = desk.read().tournament.rounds[-1]
        assert [game.result for game in drawn.games] == [Result.WHITE, Result.BLACK, Result.JIGO]

    person.follow("Log")
    person.press("↶ Undo the last step")
    assert desk.read().tournament.rounds[-1].games[1].result is Result.UNKNOWN
    person.press("↷ Redo")
    assert desk.read().tournament.rounds[-1].games[1].result is Result.BLACK
    person.follow("Standings")
    state = desk.read()
    table = standings(state).value.standings
    places = [person.text.index(row.player.name) for row in table.rows]
    assert places == sorted(places)
    person.follow("Print and web")
    person.press("Write them now and after every step")
    assert "written again after every step" in person.text
    person.go("/t/small-open/export/egd")
    assert person.body == export(desk.read(), Export(form="egd")).value.data
