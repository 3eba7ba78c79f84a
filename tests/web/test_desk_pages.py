"""The list of tournaments, the log, settings, weights, pages, proofs and copies, as the desk has them."""

from __future__ import annotations

import asyncio
import html
import io
import json
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest
from builders import TRF
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.export_files import Export, copy_into, export
from mcmahon.desk.hall.helper_steps import FOR_HELPERS
from mcmahon.desk.journal_entries import before, log, newest, undoable_steps
from mcmahon.desk.questions.vary_weights import Pareto, pareto, sensitivity
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.desk.settings.settings_form import FIRST, form_settings, typed_values
from mcmahon.io.files import private_file
from mcmahon.io.folder import own_files
from mcmahon.model.errors import ConflictError, FolderError, InputError, NoAnswerError
from mcmahon.solver.engine import Options
from mcmahon.web.app import application
from mcmahon.web.home import Home
from mcmahon.web.launcher import install_launcher
from mcmahon.web.mirrors import Mirrors, copies_of
from mcmahon.web.processes import workers as work
from mcmahon.web.watcher import stamp
from starlette.testclient import TestClient

from .conftest import HOST, INSTANCES, TOKEN, Opened

ANY_NAME = pytest.mark.skipif(sys.platform != "linux", reason="this system refuses such names")


def komi(opened: Opened) -> float:
    return Desk(opened.folder / "club16").read().tournament.settings.komi / 2


def new(opened: Opened, code: int = 200, file: tuple[str, bytes] | None = None, **fields: str) -> str:
    files = {"file": (*file, "text/plain")} if file else None
    answer = opened.client.post(
        "/", data={"title": "", "rounds": "4", "preset": "egf", "like": ""} | fields, files=files
    )
    assert answer.status_code == code, answer.text
    return " ".join(answer.text.split())


def look(copies: Mirrors, opened: Opened) -> None:
    """Show copies the folders as they are now."""

    async def run() -> None:
        for name in copies.names():
            await copies.look(name, stamp(opened.folder / name))

    asyncio.run(run())


def test_a_tournament_begins_with_a_file_of_players(opened: Opened) -> None:
    new(opened, file=("Spring.csv", b"name,rank\nAda Amber,3d\nBo Bernd,4k\n"))
    found = Desk(opened.folder / "spring").read().tournament
    assert [p.name for p in found.players] == ["Ada Amber", "Bo Bernd"]
    text = new(opened, 422, ("Wrong.csv", b"name,rank\nAda Amber,3d\nBo Bernd,99z\n"))
    assert 'name="line_3" value="Bo Bernd,99z"' in text
    assert not (opened.folder / "wrong").exists(), "nothing is made of a wrong file"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["opengotha", "macmahon", "pairgoth", TRF])
def test_a_tournament_begins_with_the_file_of_another_program(opened: Opened, form: str) -> None:
    old = Desk(opened.folder / "congress60").read()
    ending = {"opengotha": ".xml", "macmahon": ".xml", "pairgoth": ".tour", "trf": ".trf"}[form]
    page = new(opened, file=(f"other{ending}", export(old, Export(form=form)).value.data), title="Taken over")
    assert "Round 4 can be drawn" in page, "it goes on where the other program stood"
    found = Desk(opened.folder / "taken-over").read().tournament
    assert len(found.players) == 60
    assert len(found.rounds) == 3


def test_a_tournament_begins_like_another(opened: Opened) -> None:
    new(opened, title="Next year", like="congress60", rounds="6")
    found = Desk(opened.folder / "next-year").read().tournament
    assert (len(found.players), found.settings.rounds, found.settings.preset, found.rounds) == (60, 6, "bga", ())


@pytest.mark.slow
def test_steps_go_back_to_before_one_with_all_that_goes_named_first(opened: Opened) -> None:
    for value in ("7.5", "8.5", "9.5"):
        opened.post("/t/club16/settings", komi=value)
    desk = Desk(opened.folder / "club16")
    opened.post("/t/club16/log", undo=1)
    opened.post("/t/club16/settings", komi="5.5")
    steps = undoable_steps(desk)
    assert [step.command for step in steps] == ["desk: set komi"] * 3
    first = steps[-1].number
    page = opened.text(f"/t/club16/log?before={first}")
    assert "These 3 steps would be taken back" in page
    opened.plain(f"/t/club16/log?before={first}").press("Take back all 3")
    assert komi(opened) == 6.5
    assert undoable_steps(desk) == []
    assert '<button name="undo" value="1" disabled>' in opened.text("/t/club16/log")
    for _ in range(3):
        opened.post("/t/club16/log", redo=1)
    assert komi(opened) == 5.5
    assert "does not stand any more" in opened.text(f"/t/club16/log?before={log(desk)[-1].number + 9}", 422)


def test_undo_takes_back_what_was_seen_and_nothing_else(opened: Opened) -> None:
    opened.post("/t/club16/settings", komi="7.5")
    seen = Desk(opened.folder / "club16").read().revision
    opened.post("/t/club16/settings", komi="8.5")
    answer = opened.client.post("/t/club16/log", data={"undo": "1", "seen": str(seen)})
    assert answer.status_code == 409
    assert komi(opened) == 8.5


def test_back_to_before_a_step_is_refused_where_another_was_done_meanwhile(opened: Opened) -> None:
    from mcmahon.desk.journal_entries import back_to_before

    opened.post("/t/club16/settings", komi="7.5")
    desk = Desk(opened.folder / "club16")
    seen, number = desk.read().revision, undoable_steps(desk)[0].number
    opened.post("/t/club16/settings", komi="8.5")
    with pytest.raises(ConflictError):
        back_to_before(desk, number, seen)
    assert len(before(desk, number)) == 2


def test_every_setting_is_in_the_form_and_says_the_same_when_it_is_sent_back(opened: Opened) -> None:
    for name in ("club16", "congress60"):
        state = Desk(opened.folder / name).read()
        fields = [one for section in form_settings(state).values() for one in section]
        assert typed_values(state, {one.key: one.text for one in fields}) == {}
        page = opened.client.get(f"/t/{name}/settings").text
        assert {one.key for one in fields} <= set(re.findall(r'name="([\w.]+)"', page))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("tables.out_of_use", "13\n14", [13, 14]),
        ("tables.fixed", "17 = 1\n3 = 2", {"17": 1, "3": 2}),
        ("placing.order", "MMS\nSOS\nSODOS", ["MMS", "SOS", "SODOS"]),
        ("placing.order", "MMS, SOS, SODOS", ["MMS", "SOS", "SODOS"]),
        ("tables.out_of_use", "13, 14", [13, 14]),
        ("event.begin", "24.11.2026", "2026-11-24"),
        ("pairing.forbid", "3:17", [{"players": ["3", "17"]}]),
        ("pairing.local_clubs", "Ulm\nKöln, West", ["Ulm", "Köln, West"]),
        ("pairing.club_groups", "Köln, Koeln\nUlm, Neu-Ulm", [["Köln", "Koeln"], ["Ulm", "Neu-Ulm"]]),
        ("event.place", "Ulm, Danube", "Ulm, Danube"),
        ("komi", "", None),
    ],
)
def test_settings_are_typed_by_the_line(opened: Opened, key: str, typed: str, value: object) -> None:
    state = Desk(opened.folder / "congress60").read()
    if key == "komi":
        opened.post("/t/congress60/settings", komi="7.5")
        state = Desk(opened.folder / "congress60").read()
    found = typed_values(state, {key: typed})[key]
    assert json.loads(json.dumps(found)) == value
    opened.post("/t/congress60/settings", **{key: typed})
    after = {o.key: o.text for s in form_settings(Desk(opened.folder / "congress60").read()).values() for o in s}
    assert after[key].replace(" ", "") != "" or value is None


def test_a_director_finds_first_what_is_changed_most_and_reads_changes_in_words(opened: Opened) -> None:
    """The short part has a choice for each choice, and no JSON; a value typed otherwise is no change."""
    page = opened.text("/t/congress60/settings")
    often = page.partition('<details class="all"')[0]
    assert re.findall(r'name="([a-z_]+(?:\.[a-z_]+)?)"', often)[-len(FIRST) :] == list(FIRST)
    assert '<option value="mms" selected>by McMahon score' in " ".join(often.split())
    assert '[["' not in page
    assert "one group a line: Ulm, Neu-Ulm" in page
    address = "/t/congress60/settings"
    assert "Nothing was different." in opened.post(address, komi="6,5", **{"placing.order": "MMS SOS CUSP"})
    told = opened.post(address, komi="7,5", **{"handicap.rule": "rank", "placing.order": "MMS, SOS"})
    assert "Handicap: by rank instead of by McMahon score" in told
    assert "Tie-breaks: MMS, SOS instead of MMS, SOS, CUSP" in told
    assert "Rounds 1 to 3 stay as they were drawn; it counts from the next draw on." in told


def test_rules_over_pairs_are_typed_as_text_and_errors_stand_beside_their_fields(opened: Opened) -> None:
    rule = '{name = "women", column = "women", value = "yes", least = 1}'
    page = opened.post(
        "/t/congress60/settings", 422, komi="7.3", **{"placing.order": "MMS\nFOO", "pairing.rules": rule}
    )
    assert "3 settings are wrong" in page or "2 settings are wrong" in page
    fields = re.findall(r'<label class="setting[^>]*>.*?</label>', page)
    wrong = {m[1]: f for f in fields if 'class="wrong"' in f and (m := re.search(r"<code>([^<]+)", f))}
    assert "expected a multiple of 0.5" in wrong["komi"]
    assert "FOO" in wrong["placing.order"]
    assert 'value="7.3"' in wrong["komi"], "what was typed stays"


def test_a_profile_beside_the_settings_is_a_step_of_the_journal(opened: Opened) -> None:
    text = 'base = "balanced"\nsame_club = 5\n'
    opened.post("/t/congress60/settings", file="close games", text=text)
    assert (opened.folder / "congress60" / "close-games.toml").read_text(encoding="utf-8").strip() == text.strip()
    assert "unknown criterion" in opened.post("/t/congress60/settings", 422, file="x", text="nonsense = 1\n")
    opened.post("/t/congress60/log", undo=1)
    assert not (opened.folder / "congress60" / "close-games.toml").exists()


def test_weights_are_saved_as_a_profile_with_a_reason_and_drawn_by(opened: Opened) -> None:
    page = opened.post("/t/congress60/weights", same_club=777, called="Close games", reason="few clubs", use=1, save=1)
    assert "Profile close-games is saved" in page
    state = Desk(opened.folder / "congress60").read()
    assert state.tournament.settings.pairing.profile == "close-games"
    [club] = [w for w in state.profile.weights if w.criterion == "same_club"]
    assert (club.weight, "few clubs" in club.reason) == (777, True)
    assert "no reason" in opened.post("/t/congress60/weights", 422, same_club=1, called="other", save=1)
    again = {"same_club": 5, "called": "Close games", "reason": "again", "save": 1}
    now = Desk(opened.folder / "congress60").read().revision
    asked = opened.post("/t/congress60/weights", 409, **again, seen=now)
    assert "would be replaced" in asked
    form = asked.partition('<form method="post" action="/t/congress60/weights"')[2].partition("</form>")[0]
    assert form.count('name="seen"') == 1, "a yes is sent with the revision of this page, once"


def test_marks_are_the_exact_intervals(opened: Opened) -> None:
    state = Desk(opened.folder / "club16").read()
    found = {i.criterion: i for i in sensitivity(state).value.found}
    at, seen = 0, {}
    while at < 40:
        part = opened.client.get(f"/t/club16/weights/marks?at={at}", headers={"hx-request": "true"}).text
        for name, low in re.findall(r'id="mark-(\w+)".*?same round from ([\d,]+)', part, re.DOTALL):
            seen[name] = int(low.replace(",", ""))
        more = re.search(r"marks\?at=(\d+)", part)
        if not more:
            break
        at = int(more[1])
    assert seen == {name: one.low for name, one in found.items()}


def test_a_mark_that_a_slider_has_stopped_is_asked_for_again(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is stopped by something newer says so as a value, through its process; other failures are told."""
    assert work.answered(_superseded, Options(), ()) == work.Done(superseded=True)
    for error, said in ((work.Superseded(), "delay:1500ms"), (NoAnswerError("odd"), "No intervals: ")):

        def run(*_: object, error: NoAnswerError = error) -> None:
            raise error

        monkeypatch.setattr(opened.client.app.state.asker, "run", run)  # type: ignore[attr-defined]
        part = opened.client.get("/t/club16/weights/marks?at=1", headers={"hx-request": "true"}).text
        assert said in part
        assert ('marks?at=1"' in part) == isinstance(error, work.Superseded)


def _superseded(_: Options) -> None:
    raise work.Superseded


def test_a_front_is_a_picture_whose_points_lead_to_their_boards(opened: Opened) -> None:
    found = pareto(Desk(opened.folder / "club16").read(), Pareto(criteria=["mms_difference", "colour_balance"])).value
    page = opened.text("/t/club16/weights/front?a=mms_difference&b=colour_balance")
    assert page.count("<circle") == len(found.points) + (found.standing is not None)
    links = re.findall(r'<a href="(\?[^"#]+)#point"> <circle', page)
    assert len(links) == len(found.points)
    assert "changes on the boards" in opened.text(f"/t/club16/weights/front{html.unescape(links[0])}")


def test_published_pages_are_shown_and_nothing_else_of_the_folder(opened: Opened) -> None:
    assert opened.client.get("/t/congress60/pages/index.html").status_code == 404
    opened.post("/t/congress60/print", pages=1)
    folder = opened.folder / "congress60" / "pages"
    (folder / "foreign.html").write_text("<script>", encoding="utf-8")
    answer = opened.client.get("/t/congress60/pages/index.html")
    assert answer.content == (folder / "index.html").read_bytes()
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for name in ("foreign.html", "../tournament.toml", "..%2ftournament.toml", ".mcmahon-pages", "%2e%2e/players.csv"):
        assert opened.client.get(f"/t/congress60/pages/{name}").status_code == 404, name
    opened.post("/t/congress60/settings", komi="7.5")
    assert "Stop writing them" in opened.text("/t/congress60/print")
    sites = opened.client.app.state.sites
    before = opened.text("/t/congress60/pages/rules.html")
    opened.post("/t/congress60/settings", komi="7.5")
    assert opened.text("/t/congress60/pages/rules.html") == before, "a step does not wait for them"
    look(sites, opened)
    assert opened.text("/t/congress60/pages/rules.html") != before, "but they follow"
    page = opened.post("/t/congress60/print", stop=1)
    assert "The web pages are no longer written." in page
    opened.post("/t/congress60/settings", komi="8.5")
    look(sites, opened)
    assert "the tournament has moved on since" in opened.text("/t/congress60/print")


def test_a_round_is_proven_with_one_click_and_its_certificate_verifies(opened: Opened, tmp_path: Path) -> None:
    from mcmahon.desk.rounds.proof.verify_proof import verify_file

    page = opened.text("/t/club16/print?prove=1")
    assert "Proven: no legal round costs less" in page
    assert 'id="proof"' in page
    assert '<form method="get" action="#proof"' in page, "the answer is in sight"
    file = tmp_path / "round.json"
    file.write_bytes(opened.client.get("/t/club16/proof/1.json").content)
    assert verify_file(file, Desk(opened.folder / "club16").read()).proven


def test_the_proof_of_a_round_that_was_changed_by_hand_says_what_is_proven_and_what_was_changed(opened: Opened) -> None:
    state = Desk(opened.folder / "club16").read()
    last = state.tournament.rounds[-1]
    one, two = last.games[0], last.games[-1]
    done = swap(state, Swap(a=one.black, b=two.black, anyway=True)).value
    opened.post(f"/t/club16/swap?a={one.black}&b={two.black}", a=one.black, b=two.black, round=last.number, yes=1)
    page = html.unescape(opened.text(f"/t/club16/print?prove={last.number}"))
    assert "The round in the folder is not the cheapest one that was proven." in page
    extra = sum(done.extra.values())
    assert f", {extra:,} more." in page
    for game in done.new:
        names = " – ".join(state.tournament.player(player).name for player in game.players)
        assert f"table {game.table}: {names} (swapped by hand)" in re.sub("[\u2066-\u2069]", "", page)
    assert f"changed since the draw, which cost {state.records[last.number].cost:,}" in opened.text("/t/club16/round")


def test_everything_in_one_file_is_the_tournament_with_its_history(opened: Opened, tmp_path: Path) -> None:
    opened.post("/t/club16/settings", komi="7.5")
    packed = zipfile.ZipFile(io.BytesIO(opened.client.get("/t/club16/everything.zip").content))
    packed.extractall(tmp_path / "out")
    copy = Desk(tmp_path / "out" / "club16")
    assert copy.read().says_the_same(Desk(opened.folder / "club16").read())
    assert [step.command for step in log(copy)] == [step.command for step in log(Desk(opened.folder / "club16"))]


@pytest.mark.slow
def test_a_copy_follows_every_step_and_another_desk_goes_on_from_it(opened: Opened, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    opened.post("/t/club16/settings", komi="7.5")
    opened.post("/t/club16/print", 200)  # writes pages, which are no part of a copy
    page = opened.client.get("/t/club16/print").text
    assert "A second folder or a stick" in page
    opened.plain("/t/club16/print").press("Copy there", place=str(stick))
    opened.post("/t/club16/settings", komi="8.5")
    copies = copies_of(Home.of(opened.folder))
    look(copies, opened)
    assert "Last written at" in copies.said["club16"]
    copy = Desk(stick / "club16")
    assert copy.read().says_the_same(Desk(opened.folder / "club16").read())
    assert not (stick / "club16" / "pages").exists()
    assert copy.folder.take_back() == "desk: set komi"
    shutil.rmtree(stick)
    opened.post("/t/club16/settings", komi="5.5")
    look(copies, opened)
    assert "is the stick in?" in copies.said["club16"]
    assert not stick.exists(), "no copy beside the stick"
    opened.post("/t/club16/settings", komi="9.5")
    stick.write_text("no folder any more", encoding="utf-8")
    look(copies, opened)
    assert "could not be written" in copies.said["club16"]


def test_a_copy_is_known_by_any_step_that_both_have_and_before_the_journal_by_the_settings(opened: Opened) -> None:
    desk, copy = Desk(opened.folder / "club16"), opened.folder / "copy"
    copy_into(desk.path, copy)
    for komi in ("7.5", "8.5"):
        opened.post("/t/club16/settings", komi=komi)
    copy_into(desk.path, copy)
    assert Desk(copy).read().says_the_same(desk.read())
    first, *_ = sorted((opened.folder / "club16" / ".journal" / "steps").iterdir())
    first.write_bytes(b"")  # a dying disk
    opened.post("/t/club16/settings", komi="9.5")
    copy_into(desk.path, copy)
    assert Desk(copy).read().says_the_same(desk.read())


def test_a_copy_never_goes_over_another_tournament_or_into_itself(opened: Opened) -> None:
    for name in ("club16", "congress60"):
        opened.post(f"/t/{name}/settings", komi="7.5")
    desk = Desk(opened.folder / "club16")
    with pytest.raises(FolderError, match="something else than a copy of this tournament"):
        copy_into(desk.path, opened.folder / "congress60")
    with pytest.raises(FolderError, match="own folder"):
        copy_into(desk.path, opened.folder / "club16" / "backup")


def test_places_that_a_folder_brings_are_not_used_and_the_page_says_so(opened: Opened, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    assert ".mcmahon-copies.json" not in opened.client.get("/t/club16/print").text
    (opened.folder / ".mcmahon-copies.json").write_text(json.dumps({"club16": str(victim)}), encoding="utf-8")
    copies = copies_of(Home.of(opened.folder))
    look(copies, opened)
    assert (copies.places, [*victim.iterdir()]) == ({}, [])
    page = opened.client.get("/t/club16/print").text
    assert "names places for copies (<code>.mcmahon-copies.json</code>)" in page
    assert "They are not used" in page


def test_places_are_kept_on_this_machine_for_the_owner_alone(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    opened.post("/t/club16/copy", place=str(tmp_path / "stick"), always=1)
    there = [path for path in opened.folder.rglob("*") if path.is_file() and b"stick" in path.read_bytes()]
    assert there == []
    kept = private_file("copies", opened.folder.resolve())
    assert copies_of(Home.of(opened.folder)).places == {"club16": str(tmp_path / "stick" / "club16")}
    kept.write_text(json.dumps({"club16": "copies/club16"}), encoding="utf-8")
    copies = copies_of(Home.of(opened.folder))
    look(copies, opened)
    assert "expected a whole path" in copies.said["club16"]
    kept.chmod(0o644)
    assert os.name != "posix" or copies_of(Home.of(opened.folder)).places == {}
    kept.chmod(0o600)
    kept.write_text("[[", encoding="utf-8")
    assert copies_of(Home.of(opened.folder)).places == {}
    opened.post("/t/club16/copy", stop=1)
    assert json.loads(kept.read_text(encoding="utf-8")) == {}


@pytest.mark.skipif(os.name != "posix", reason="links as on POSIX systems")
def test_a_link_in_a_folder_of_tournaments_is_none_of_them(opened: Opened, tmp_path: Path) -> None:
    elsewhere = tmp_path / ".elsewhere" / "secret"
    shutil.copytree(opened.folder / "club16", elsewhere)
    (opened.folder / "linked").symlink_to(elsewhere)
    assert opened.client.get("/t/linked/").status_code == 404
    assert "/t/linked/" not in opened.client.get("/").text
    assert Home.of(opened.folder / "linked").first == "secret", "named by the director it may be a link"


def test_a_launcher_opens_the_desk_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "my $tournaments"
    folder.mkdir()
    (tmp_path / "Desktop").mkdir()
    menu, desktop = install_launcher(folder, tmp_path, "linux")
    assert desktop.parent == tmp_path / "Desktop"
    assert menu.read_text(encoding="utf-8") == desktop.read_text(encoding="utf-8")
    assert '\\\\$tournaments"' in menu.read_text(encoding="utf-8")
    assert desktop.stat().st_mode & 0o100
    [mac] = install_launcher(folder, tmp_path, "darwin")
    assert mac.read_text(encoding="utf-8").endswith(f" -m mcmahon desk '{folder}'\n")
    [hall] = install_launcher(folder, tmp_path, "darwin", ["--lan", "--wifi=Go Hall"])
    assert "--lan '--wifi=Go Hall'" in hall.read_text("utf-8")
    [windows] = install_launcher(folder, tmp_path, "win32")
    assert windows.suffix == ".bat"
    assert f'"{folder}"' in windows.read_text(encoding="utf-8")


def test_a_setting_that_is_wrong_is_said_with_its_name(opened: Opened) -> None:
    with pytest.raises(InputError) as caught:
        typed_values(Desk(opened.folder / "club16").read(), {"start.bar": "99z", "komi": "x"})
    assert {problem.column for problem in caught.value.problems} == {"start.bar", "komi"}


def test_losses_of_each_format_follow_in_a_second_request(opened: Opened) -> None:
    state = Desk(opened.folder / "congress60").read()
    count = len(export(state, Export(form="macmahon")).value.losses.lines())
    assert "lost or changed" not in opened.text("/t/congress60/print")
    assert re.search(rf"<summary>\s*{count} things are lost or changed", opened.text("/t/congress60/print?losses=1"))


def test_the_desk_wears_the_organisers_logo_and_colours_and_shows_the_clock(opened: Opened) -> None:
    assert "look.css" not in opened.text("/t/congress60/")
    assert opened.client.get("/t/congress60/logo").status_code == 404
    picture = b'<svg xmlns="http://www.w3.org/2000/svg"><circle r="3"/></svg>'
    (opened.folder / "congress60" / "club.svg").write_bytes(picture)
    times = "\n".join(f"2026-05-0{day} 10:00" for day in range(1, 6))
    opened.post(
        "/t/congress60/settings",
        **{"pages.logo": "club.svg", "pages.colour": "#5b2333", "event.round_times": times},
    )
    page = opened.text("/t/congress60/standings")
    assert 'data-clock="2026-05-04 10:00"' in page
    assert 'href="/t/congress60/look.css"' in page
    assert "--brand: #5b2333" in opened.text("/t/congress60/look.css")
    logo = opened.client.get("/t/congress60/logo")
    assert logo.content == picture
    assert "sandbox" in logo.headers["content-security-policy"].split("; ")


def test_nothing_is_told_of_a_search_while_there_is_none(opened: Opened) -> None:
    answer = opened.client.get("/t/congress60/progress")
    assert (answer.status_code, answer.text) == (200, "")


@ANY_NAME
def test_folders_whose_names_no_address_can_have_are_counted_and_break_nothing(opened: Opened) -> None:
    names = [b"\xff", b"a\nb", b"a\\b", b"a\x7f", "a\u2028b".encode(), b"a#b", b"a?b", b"100%"]
    fine = ["club16", "congress60", "a b", "ü", "نی\u200cنی", "a;b", "<b>"]
    for name in [*names, *(name.encode() for name in fine[2:])]:
        shutil.copytree(os.fsencode(opened.folder / "club16"), os.path.join(os.fsencode(opened.folder), name))
    page = opened.text("/")
    assert "Not shown: 8 folders" in page
    listed = re.findall(r'<li>\s*<a href="(/t/[^"]+)"', page)
    assert sorted(map(unquote, listed)) == sorted(f"/t/{name}/" for name in fine)
    assert {opened.client.get(one).status_code for one in [*listed, "/congress"]} == {200}
    assert opened.client.get("/t/a%5Cb/").status_code == 404
    for name in names:
        with pytest.raises(FolderError, match="rename the folder"):
            Home.of(opened.folder / os.fsdecode(name))


@ANY_NAME
def test_a_place_whose_path_is_no_text_is_shown_as_well_as_it_can_be(tmp_path: Path) -> None:
    place = tmp_path / os.fsdecode(b"\xff")
    shutil.copytree(INSTANCES / "club16", place / "club16")
    for home in (place, place / "club16"):
        client = TestClient(application(Home.of(home), TOKEN, (HOST,)), base_url=f"http://{HOST}")
        assert client.get(f"/?key={TOKEN}").status_code == client.get("/t/club16/hall").status_code == 200


def test_a_folder_in_which_one_may_not_look_is_named_among_the_others(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bool:
        if path == opened.folder / "club16" / ".journal" / "steps":
            raise PermissionError(13, "Permission denied", str(path))
        return False

    monkeypatch.setattr(own_files, "is_link", refuse)
    page = opened.text("/")
    assert "cannot read" in page
    assert "club16/.journal/steps: Permission denied" in page
    assert "/t/congress60/" in page


def test_the_log_says_who_which_round_and_which_names(opened: Opened) -> None:
    """Two browsers with the key are told apart by a name, or by the address of another machine."""
    desk = Desk(opened.folder / "congress60")
    opened.post("/t/congress60/round", draw=1)
    first, second = desk.read().tournament.rounds[-1].games[:2]
    names = [f"{desk.read().tournament.player(p).name} ({p})" for p in (first.white, second.white)]
    opened.post("/t/congress60/swap", a=first.white, b=second.white, yes=1)
    said = opened.post("/t/congress60/log", called="Ann: (door) ")
    assert "The log calls this browser Ann door from now on." in said
    assert 'name="called" value="Ann door"' in said
    opened.post("/t/congress60/round", publish=1, anyway=1)
    assert [step.command.partition(" # ")[0] for step in newest(desk, 3)] == [
        "desk (Ann door): publish round 4",
        f"desk: swap {' and '.join(names)} in round 4",
        "desk: draw round 4",
    ]
    assert opened.client.get("/congress").status_code == 200, "still the director"
    opened.post("/t/congress60/log", called="")
    far = TestClient(opened.client.app, base_url=f"http://{HOST}", client=("192.168.1.7", 50_000))
    far.get(f"/?key={TOKEN}")
    far.post("/t/congress60/results", data={f"at {first.table}": "1-0", "round": "4"})
    [last] = newest(desk, 1)
    assert last.command == f"desk (192.168.1.7): results of round 4: {first.table} 1-0"
    assert FOR_HELPERS.match(last.command)
