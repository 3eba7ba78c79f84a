"""Each page shows what the desk has found, and each form does what a command does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.glance import Phase, overview
from mcmahon.desk.rounds.typed_results import typed_results
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Result

from .conftest import PAGES as ADDRESSES
from .conftest import Opened

PAGES = ("", "entrants", "round", "results", "standings", "weights", "print", "settings", "log")


def phase(folder: Path) -> tuple[Phase, int]:
    found = overview(Desk(folder).read()).value
    return found.phase, found.round


def test_the_list_names_every_tournament_and_a_damaged_one(opened: Opened) -> None:
    broken = opened.folder / "broken"
    broken.mkdir()
    (broken / "tournament.toml").write_text("preset = ", encoding="utf-8")
    text = opened.text("/")
    assert "Lakeside Congress" in text
    assert 'href="/t/broken/"' in text
    assert "cannot be read" in opened.text("/t/broken/", 503)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["club16", "congress60"])
def test_every_page_opens(opened: Opened, name: str, page: str) -> None:
    text = opened.text(f"/t/{name}/{page}")
    assert 'aria-current="page"' in text
    assert "Traceback" not in text


def test_a_tournament_goes_on_round_by_round_with_clicks_alone(opened: Opened) -> None:
    folder = opened.folder / "congress60"
    assert phase(folder) == (Phase.DRAW, 4)
    assert "Round 4 can be drawn" in opened.text("/t/congress60/")
    assert "proven best" in opened.post("/t/congress60/round", draw=1)
    assert phase(folder) == (Phase.PUBLISH, 4)
    page = opened.post("/t/congress60/round", publish=1, round=4)
    assert "Round 4 is published" in page
    for name in ("tables", "names", "slips"):
        link = rf'href="/t/congress60/print/{name}\?round=4" [^>]* data-print>'
        assert re.search(link, page), "a press away"
        assert re.search(link, opened.text("/t/congress60/"))
        assert re.search(link, opened.text("/t/congress60/round"))
    assert phase(folder) == (Phase.RESULTS, 4)
    drawn = Desk(folder).read().tournament.rounds[-1]
    typed = " ".join(f"{game.table} w" for game in drawn.games[:-1])
    said = opened.post("/t/congress60/results", typed=typed, round=4)
    assert f"and {len(drawn.games) - 4} more" in said, "three are named"
    assert "12 1-0 …" in opened.text("/t/congress60/log")
    menu = opened.text("/t/congress60/results?table=1")
    assert re.search(r'name="at 1"\s+value="0-1">\s*Black wins\s*<', menu), "the table's number corrects"
    last = drawn.games[-1].table
    page = opened.text("/t/congress60/results")
    assert re.findall(r'name="at (\d+)"\s+value="1-0"', page) == [str(last)], "only what is outstanding"
    assert "All results of round 4 are in" in opened.post("/t/congress60/results", typed=f"{last} b", round=4)
    after = Desk(folder).read().tournament.rounds[-1]
    assert [game.result for game in after.games] == [Result.WHITE] * (len(after.games) - 1) + [Result.BLACK]
    assert phase(folder) == (Phase.DRAW, 5)


@pytest.mark.slow
def test_every_form_says_which_step_its_page_showed(opened: Opened) -> None:
    opened.post("/t/congress60/round", draw=1)
    for address in (one for one in ADDRESSES if one.startswith("/t/congress60/")):
        forms = [form for form in opened.plain(address).forms if form.method == "post"]
        assert [form.action for form in forms if "seen" not in dict(form.fields)] == [], address


def test_another_result_is_shown_beside_the_one_that_is_there(opened: Opened) -> None:
    game = Desk(opened.folder / "congress60").read().tournament.rounds[2].games[0]
    assert game.result is Result.WHITE
    by_clicks = opened.plain(f"/t/congress60/results?round=3&all=1&table={game.table}")
    by_clicks.press("Black wins by forfeit", code=409)
    assert re.search(r"already has 1-0 \(.+ won\); 0-1! \(.+ won by forfeit\) would replace it", by_clicks.text)
    assert "Nothing was written" not in by_clicks.text, "it is asked first"
    assert Desk(opened.folder / "congress60").read().tournament.rounds[2].games[0].result is Result.WHITE
    by_clicks.press("Yes, do it")
    assert Desk(opened.folder / "congress60").read().tournament.rounds[2].games[0].result is Result.BLACK


def test_an_older_page_does_not_undo_what_somebody_else_typed(opened: Opened) -> None:
    opened.post("/t/congress60/round", draw=1)
    opened.post("/t/congress60/round", publish=1, round=4)
    seen = Desk(opened.folder / "congress60").read().revision
    opened.post("/t/congress60/results", typed="1 w", round=4)
    other = {"seen": str(seen), "typed": "2 b", "round": "4"}
    assert opened.client.post("/t/congress60/results", data=other).status_code == 200, "another table"
    answer = opened.client.post("/t/congress60/results", data=other | {"typed": "1 b"})
    assert answer.status_code == 409
    assert re.search(r"you want 0-1 \(.+ won\), but it is now 1-0 \(.+ won\)", answer.text)
    assert "Nothing was written." in answer.text


def test_a_button_sends_its_table_and_result_as_values(opened: Opened) -> None:
    """Nothing of them is parsed as a typed line is; another result is asked for, with the same values in the form."""
    opened.post("/t/congress60/round", draw=1)
    opened.post("/t/congress60/round", publish=1, round=4)
    results, page = "/t/congress60/results", opened.plain("/t/congress60/results")
    page.press_value("at 1", "1-0")
    assert "Table 1: " in page.text
    asked = opened.post(results, 409, round=4, **{"at 1": "0-1!"})
    assert re.search(r'name="at 1"\s+value="0-1!"', asked)
    assert "wrong table" in opened.post(results, 422, round=4, **{"at 1 w": "1-0"})
    assert "wrong result of table 2" in opened.post(results, 422, round=4, **{"at 2": "nobody"})
    game = Desk(opened.folder / "congress60").read().tournament.round(4).games[0]
    assert game.result is Result.WHITE


def test_ticks_say_who_is_here(opened: Opened) -> None:
    who = Desk(opened.folder / "congress60").read().tournament.entrants(4)[0]
    assert f"{who.name} misses round 4." in opened.post("/t/congress60/entrants", away=who.id, round=4)
    assert who.id not in {p.id for p in Desk(opened.folder / "congress60").read().tournament.entrants(4)}
    assert f"{who.name} plays round 4." in opened.post("/t/congress60/entrants", here=who.id, round=4)
    assert who.id in {p.id for p in Desk(opened.folder / "congress60").read().tournament.entrants(4)}


def test_a_file_with_a_wrong_line_is_refused_with_its_line(opened: Opened) -> None:
    page = opened.client.get("/t/club16/entrants").text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    files = {"file": ("late.csv", b"name,rank\nOne,5k\nTwo,99z\n", "text/csv")}
    answer = opened.client.post("/t/club16/entrants", data={"seen": seen[1]}, files=files)
    assert answer.status_code == 422
    assert 'name="line_3" value="Two,99z"' in answer.text
    assert len(Desk(opened.folder / "club16").read().tournament.players) == 16


def test_a_setting_is_changed_and_a_wrong_one_is_not(opened: Opened) -> None:
    assert "Komi: 7.5" in opened.post("/t/congress60/settings", komi="7.5")
    assert Desk(opened.folder / "congress60").read().tournament.settings.komi == 15
    assert "expected a multiple of 0.5" in opened.post("/t/congress60/settings", 422, komi="7.3")


def test_other_weights_are_counted_beside_the_round(opened: Opened) -> None:
    text = opened.post("/t/congress60/weights", mms_difference=1)
    cells = re.search(
        r'sum of score differences in points</th>\s*<td class="n">(\d+)</td>\s*<td class="n">(\d+)</td>', text
    )
    assert cells
    assert int(cells[2]) >= int(cells[1])


@pytest.mark.parametrize(("preset", "rounds", "played"), [("club", "", 3), ("club", "4", 4), ("egf", "", 5)])
def test_a_new_tournament_has_the_rounds_of_its_preset(opened: Opened, preset: str, rounds: str, played: int) -> None:
    opened.client.post("/", data={"title": "Thursday", "preset": preset, "rounds": rounds})
    assert Desk(opened.folder / "thursday").read().tournament.settings.rounds == played


def test_a_new_tournament_gets_a_folder_of_its_name(opened: Opened) -> None:
    answer = opened.client.post("/", data={"title": "Frühling in Köln!", "preset": "egf", "rounds": "3"})
    assert answer.status_code == 200
    assert Desk(opened.folder / "fruhling-in-koln").read().tournament.settings.rounds == 3
    again = opened.client.post("/", data={"title": "Frühling in Köln", "preset": "egf", "rounds": "3"})
    assert again.status_code == 422
    assert "already contains a tournament" in again.text


def test_exports_are_the_files_that_commands_write(opened: Opened) -> None:
    from mcmahon.desk.files.export_files import Export, export

    state = Desk(opened.folder / "congress60").read()
    assert opened.client.get("/t/congress60/export/egd").content == export(state, Export(form="egd")).value.data


def test_steps_go_back_and_on_again(opened: Opened) -> None:
    opened.post("/t/club16/settings", komi="7.5")
    assert "Taken back" in opened.post("/t/club16/log", undo=1)
    assert Desk(opened.folder / "club16").read().tournament.settings.komi == 13
    assert "Done again" in opened.post("/t/club16/log", redo=1)
    assert Desk(opened.folder / "club16").read().tournament.settings.komi == 15


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("17 w", ["17", "1-0"]),
        ("17w", ["17", "1-0"]),
        ("17 b+", ["17", "0-1!"]),
        ("jigo 4", ["4", "jigo"]),
        ("4 1-0, 5 b", ["4", "1-0", "5", "0-1"]),
        ("17W 18B", ["17", "1-0", "18", "0-1"]),
    ],
)
def test_results_are_typed_in_a_hurry(typed: str, means: list[str]) -> None:
    assert typed_results(typed).results == dict(zip(means[::2], means[1::2], strict=True))


@pytest.mark.parametrize("typed", ["", "w", "17", "w w", "1 x"])
def test_what_is_no_result_is_said(typed: str) -> None:
    with pytest.raises(InputError, match="17 w"):
        typed_results(typed).check_any()


OWN = {
    "called": "near",
    "reason": "ratings",
    "use": "1",
    "save": "1",
    "own-criterion": "Rating gap",
    "own-weight": "300",
}


def test_a_criterion_of_ones_own_is_written_on_the_page_and_has_its_slider(opened: Opened) -> None:
    value = "abs(i.rating - j.rating) // 100"
    opened.post("/t/club16/weights", **OWN, **{"own-value": value, "own-wish": "ratings are close"})
    page = opened.text("/t/club16/weights")
    assert 'name="w-rating_gap"' in page
    assert "ratings are close" in page
    text = (opened.folder / "club16" / "near.toml").read_text(encoding="utf-8")
    assert f'value = "{value}"' in text


def test_a_criterion_may_be_called_like_a_field_of_the_form(opened: Opened) -> None:
    folder = opened.folder / "club16"
    table = '[{}]\nvalue = "abs(i.rating - j.rating) // 100"\nweight = 300\n'
    names = ("reason", "called", "save", "replay", "yes")
    text = 'base = "club-evening"\n' + "".join(map(table.format, names))
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    opened.post("/t/club16/weights", profile="mine", take="1")
    moved = {f"w-{name}": 300 for name in names} | {"w-replay": 5}
    assert "by these weights" in opened.post("/t/club16/weights", **moved)
    assert "boards" in opened.text("/t/club16/weights/boards?w-replay=5").lower()
    opened.post("/t/club16/weights", **moved, called="next", reason="fewer", save="1")
    read = Desk(folder).read().profile_texts["next.toml"]
    assert 'about = "fewer"' in read
    assert "was 300; fewer" in read


def test_a_criterion_of_ones_own_is_changed_by_writing_it_again(opened: Opened) -> None:
    for value, name in (("gap", "near"), ("gap * 2", "nearer")):
        opened.post("/t/club16/weights", **OWN | {"called": name, "own-value": value})
    profile = Desk(opened.folder / "club16").read().profile
    assert [own.pair for own in profile.own_criteria] == ["gap * 2"]


def test_a_wrong_formula_is_told_on_the_page_and_nothing_is_saved(opened: Opened) -> None:
    page = opened.post("/t/club16/weights", 422, **OWN, **{"own-value": "i.rating - j.rating"})
    assert "criterion rating_gap" in page
    assert "expected 0 or more" in page
    assert not (opened.folder / "club16" / "near.toml").exists()


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("-5", "wrong weight of {}: &#39;-5&#39;; expected a whole number from 0 to 1,000,000"),
        ("−5", "wrong weight of {}: &#39;-5&#39;; expected"),
        ("0.5", "wrong weight of {}: &#39;0.5&#39;; expected a whole number"),
        ("1e3", "wrong weight of {}: &#39;1e3&#39;; expected a whole number"),
        ("nan", "wrong weight of {}: &#39;nan&#39;; expected"),
        ("1,000,001", "wrong weight of {}: &#39;1000001&#39;; expected"),
        ("9" * 30, "wrong weight of {}: &#39;9999"),
        (" ", "{} has no weight; expected"),
    ],
)
def test_a_weight_on_the_page_is_refused_with_its_criterion(opened: Opened, typed: str, says: str) -> None:
    """Where it is tried, and where it is saved; of the program and of one's own."""
    path, value = "/t/congress60/weights", {"own-value": "gap"}
    assert says.format("same_club") in opened.post(path, 422, same_club=typed)
    assert says.format("same_club") in opened.post(path, 422, same_club=typed, called="x", reason="y", save="1")
    assert says.format("rating_gap") in opened.post(path, 422, **OWN | value | {"own-weight": typed})
    opened.post(path, **OWN | value)
    assert says.format("rating_gap") in opened.post(path, 422, **{"w-rating_gap": typed})
    assert [file.name for file in (opened.folder / "congress60").glob("*.toml")].count("x.toml") == 0


def test_weights_on_the_page_are_obeyed(opened: Opened) -> None:
    path = "/t/congress60/weights"
    for typed, weight in (("0", 0), ("1,000,000", 10**6), ("٣", 3)):
        opened.post(path, same_club=typed, called="x", reason="y", use="1", save="1", yes="1")
        assert Desk(opened.folder / "congress60").read().profile.weight_of("same_club") == weight


@pytest.mark.parametrize("typed", ["-5", "0.5", "x", "1000001", "9" * 30])
def test_a_weight_in_an_address_is_refused_with_its_criterion(opened: Opened, typed: str) -> None:
    page = opened.client.get(f"/t/congress60/weights/boards?same_club={typed}")
    assert page.status_code == 422
    assert f"same_club={typed}" in page.text
