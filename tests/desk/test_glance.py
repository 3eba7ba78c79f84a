"""What a director sees at a glance, the titles of settings, the organiser's colours and logo."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import own_colours, own_logo
from mcmahon.desk.glance import About, Phase, concerns, glance, overview
from mcmahon.desk.journal_entries import newest
from mcmahon.desk.people.joined_clubs import clubs_to_join, joining
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.settings.settings_form import form_settings
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import SET_BY_PEOPLE, new_settings_text
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.settings.settings import dotted_names

INSTANCES = Path(__file__).parents[2] / "instances"
GROUP = 'pairing.club_groups=[["Köln", "Deutz"]]'
MORNING, NOON = "2026-05-01 10:00", "2026-05-01 14:00"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    shutil.copytree(INSTANCES / "congress60", tmp_path / "congress60")
    return Desk(tmp_path / "congress60")


def stages(desk: Desk) -> tuple[list[str], str]:
    """The stages that are done, and the one that waits."""
    found = glance(desk.read()).value.stages
    return [one.title for one in found if one.done], next(one.title for one in found if one.now)


def test_the_stages_follow_a_round(desk: Desk) -> None:
    assert stages(desk) == (["Players"], "Draw")
    desk.do(lambda state: draw(state, Draw()), "draw")
    assert stages(desk) == (["Players", "Draw"], "Publish")
    desk.do(lambda state: publish(state, Publish(round=4)), "publish")
    assert stages(desk) == (["Players", "Draw", "Publish"], "Results")


def test_where_a_tournament_stands_from_its_first_player_to_its_last_result() -> None:
    two = tournament("1d 1d 1d 1d", rounds=2, event__round_times=[MORNING, NOON])
    first = played(two, "a?b c+d")
    draft = first.with_round(replace(first.rounds[0], draft=True))
    gone = draft.with_players([replace(draft.player("a"), rounds=frozenset({2}))])
    second = played(played(two, "a+b c+d"), "a+c b+d")
    for t, phase, number, begins, missing, stale in (
        (tournament("1d", event__round_times=[MORNING]), Phase.PLAYERS, 1, MORNING, [], False),
        (two, Phase.DRAW, 1, MORNING, [], False),
        (draft, Phase.PUBLISH, 1, MORNING, ["1"], False),
        (gone, Phase.PUBLISH, 1, MORNING, ["1"], True),
        (first, Phase.RESULTS, 1, MORNING, ["1"], False),
        (second.before(2), Phase.DRAW, 2, NOON, [], False),
        (second, Phase.OVER, 2, "", [], False),
    ):
        now = overview(in_memory(t)).value
        assert (now.phase, now.round, now.begins, [*now.missing], bool(now.stale)) == (
            phase, number, begins, missing, stale,
        )  # fmt: skip


def test_tables_players_and_the_bar_are_those_of_the_tournament(desk: Desk) -> None:
    desk.do(lambda state: draw(state, Draw()), "draw")
    assert not glance(desk.read()).value.tables, "a draft has no tables yet"
    desk.do(lambda state: publish(state, Publish(round=4)), "publish")
    desk.do(lambda state: enter(state, EnterResults(results={"2": "1-0", "5": "0-1"}, round=4)), "results")
    state = desk.read()
    tournament, outcome = state.tournament, glance(state)
    found = outcome.value
    assert outcome.state is state
    assert [table for table, done in found.tables if done] == ["2", "5"]
    assert [table for table, done in found.tables if not done] == list(overview(state).value.missing)
    assert found.here == len(tournament.entrants(4)) == 59
    assert [player.name for player in found.away] == ["Eckvik Rosa"]
    assert [player.id for player in found.byes] == list(tournament.round(4).byes)
    assert found.above == len(start_scores(tournament.players, tournament.settings).top)
    assert overview(state).value.phase is Phase.RESULTS
    assert not found.first


def test_only_the_starts_to_come_are_named(desk: Desk) -> None:
    times = [f"2026-05-0{day} 10:00" for day in range(1, 6)]
    desk.do(lambda state: change(state, ChangeSettings(values={"event.round_times": times})), "times")
    assert glance(desk.read()).value.times == [(4, times[3]), (5, times[4])]
    assert overview(desk.read()).value.begins == times[3]


def test_an_empty_tournament_has_a_glance(tmp_path: Path) -> None:
    (tmp_path / "tournament.toml").write_text('preset = "egf"\nrounds = 3\n', encoding="utf-8")
    (tmp_path / "players.csv").write_text("id,name,rank\n", encoding="utf-8")
    found = glance(Desk(tmp_path).read()).value
    assert (found.here, found.away, found.bar, found.groups, found.first) == (0, [], "", 0, [])


def test_the_newest_steps_come_first(desk: Desk) -> None:
    for komi in ("7.5", "8.5", "9.5"):
        desk.do(lambda state, komi=komi: change(state, ChangeSettings(assignments=[f"komi={komi}"])), f"komi {komi}")
    assert [step.command for step in newest(desk, 2)] == ["komi 9.5", "komi 8.5"]


def test_every_setting_of_the_form_has_a_title_of_its_own(desk: Desk) -> None:
    fields = [one for section in form_settings(desk.read()).values() for one in section]
    assert {one.key for one in fields} == {*dotted_names(SET_BY_PEOPLE)}
    assert len({one.title for one in fields}) == len(fields), "two settings have the same title"
    assert all(one.title != one.key and len(one.title) <= 32 for one in fields)


def test_colours_and_logo_are_those_of_the_pages(desk: Desk) -> None:
    assert own_colours(desk.read().tournament.settings.pages) == ""
    with pytest.raises(FolderError):
        own_logo(desk, desk.read())
    picture = b'<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>'
    (desk.path / "club.svg").write_bytes(picture)
    change_ = ChangeSettings(assignments=["pages.logo=club.svg", "pages.colour=#5b2333"])
    desk.do(lambda state: change(state, change_), "look")
    assert "--brand: #5b2333" in own_colours(desk.read().tournament.settings.pages)
    assert own_logo(desk, desk.read()).data == picture


def with_clubs(*clubs: str, country: str = "DE") -> State:
    """A player of each of these clubs."""
    empty = tournament("", rounds=3)
    people = [
        Player(str(k), f"Player {k}", rank=0, rating_is_derived=True, club=club, country=country)
        for k, club in enumerate(clubs, 1)
    ]
    return in_memory(empty.with_players(people), settings_text=new_settings_text("egf", {"rounds": 3}))


@pytest.mark.parametrize(
    ("clubs", "alike"),
    [("Köln|Koeln|Go Klub Köln|Ulm", ["Köln|Koeln|Go Klub Köln"]),
     ("Berlin|Go-Club Berlin|Berlin e.V.|Hamburg", ["Berlin|Go-Club Berlin|Berlin e.V."]),
     ("Paris|Paris 5e|Paris-5e|Lyon", ["Paris|Paris 5e|Paris-5e"]),
     ("Club de Go de Nice|Nice", ["Club de Go de Nice|Nice"]),
     ("Pozn|Poznań", ["Pozn|Poznań"]),
     ("Lyon 1|Lyon 2|Lyon", []), ("Ulm|Neu-Ulm", []), ("Wien|Wien Nord", []), ("Frankfurt|Frankfurt/Oder", []),
     ("C01|C02|35Re|75Pa", []), ("Go Club|Baduk Club", [])],
)  # fmt: skip
def test_clubs_in_several_spellings_are_proposed(clubs: str, alike: list[str]) -> None:
    """Only those that differ in letters, in words that any club has, or in a number that no other club has."""
    state = with_clubs(*clubs.split("|"))
    assert ["|".join(one.players) for one in clubs_to_join(state).value] == alike
    told = [one for one in concerns(state).value if one.about is About.CLUBS]
    assert bool(told) is bool(alike)


def test_clubs_of_two_countries_are_two() -> None:
    german, british = with_clubs("Halle").tournament.players[0], with_clubs("Go Club Halle", country="GB")
    both = british.with_tournament(british.tournament.with_players([replace(german, id="7")]))
    assert clubs_to_join(both).value == []


def test_joined_clubs_count_as_one_with_what_was_joined_before() -> None:
    state = change(with_clubs("Köln", "Koeln", "Deutz"), ChangeSettings(assignments=(GROUP,))).state
    (one,) = clubs_to_join(state).value
    joined = change(state, joining(state, [one.key])).state
    assert joined.tournament.settings.pairing.club_groups == (("Köln", "Koeln", "Deutz"),)
    assert clubs_to_join(joined).value == []
    with pytest.raises(InputError, match="have changed meanwhile"):
        joining(joined, [one.key])


def test_what_a_list_has_left_open_stays_until_it_is_done() -> None:
    """Lost letters always, odd ranks until somebody is paired by them; each names its players."""
    state = with_clubs("Ulm", "Pozna?", "Bonn")
    people = state.tournament.players
    wrong = [replace(people[0], surname="?ukasz"), replace(people[2], rating=1000, rating_is_derived=False)]
    open_ = state.with_tournament(state.tournament.with_players(wrong))
    assert [(one.text, [p.id for p in one.players]) for one in concerns(open_).value] == [
        ("2 entries have lost letters", ["1", "2"]), ("1 rank does not fit its rating", ["3"]),
    ]  # fmt: skip
    paired = publish(draw(open_).state, Publish()).state
    assert [one.text for one in concerns(paired).value] == ["2 entries have lost letters"]
    assert [one for one in concerns(with_clubs("Ulm", "Bonn")).value if one.about is not About.ROUND] == []
