"""A draft that is out of date says so wherever it is shown, and nothing of it is called proven."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon import Director
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.priced import priced
from mcmahon.desk.rounds.proof.since_draw import since_draw, since_draw_lines

from tests.web.conftest import Opened

CONGRESS = "congress60"
#: Pages that show the draft, or from which it is changed.
OF_DRAFT = (
    "board?round=4&table=1",
    "why",
    "swap?a=1&b=2",
    "repair",
    "entrants",
    "entrants/1",
    "settings",
    "weights",
    "print",
)
Change = Callable[[Path], set[str]]


def pair_at_table_1(folder: Path) -> tuple[str, str]:
    game = Desk(folder).read().tournament.round(4).games[0]
    return game.white, game.black


def result_corrected(folder: Path) -> set[str]:
    """Of table 1 of round 3, so that two players have other scores."""
    mcmahon("result", folder, "1", "0-1", "-r", "3", "--again")
    return set(Desk(folder).read().tournament.round(3).games[0].players)


def unticked(folder: Path) -> set[str]:
    white, _ = pair_at_table_1(folder)
    mcmahon("absent", folder, white, "4")
    return {white}


def withdrawn(folder: Path) -> set[str]:
    white, _ = pair_at_table_1(folder)
    mcmahon("withdraw", folder, white)
    return {white}


def added(folder: Path) -> set[str]:
    mcmahon("add", folder, "Late, Lou", "3k")
    return set()


def setting_changed(folder: Path) -> set[str]:
    mcmahon("set", folder, "pairing.max_difference=2")
    return set()


def weight_changed(folder: Path) -> set[str]:
    (folder / "own.toml").write_text('base = "balanced"\n[same_club]\nweight = 1\nreason = "few"\n', encoding="utf-8")
    mcmahon("set", folder, "pairing.profile=own")
    return set()


def pair_forced(folder: Path) -> set[str]:
    white, _ = pair_at_table_1(folder)
    other = next(game.white for game in Desk(folder).read().tournament.round(4).games if white not in game.players)
    mcmahon("set", folder, f"pairing.force+={white}:{other}")
    return {white, other}


def pair_forbidden(folder: Path) -> set[str]:
    white, black = pair_at_table_1(folder)
    mcmahon("set", folder, f"pairing.forbid+={white}:{black}")
    return {white, black}


CHANGES = [
    result_corrected,
    unticked,
    withdrawn,
    added,
    setting_changed,
    weight_changed,
    pair_forced,
    pair_forbidden,
]


@pytest.fixture
def draft(opened: Opened) -> Opened:
    mcmahon("pair", opened.folder / CONGRESS)
    return opened


def test_a_fresh_draft_has_nothing_against_it(draft: Opened) -> None:
    folder = draft.folder / CONGRESS
    state = Desk(folder).read()
    assert not since_draw(state, 4, folder)
    page = draft.text(f"/t/{CONGRESS}/round")
    assert "out of date" not in page
    assert all("out of date" not in draft.text(f"/t/{CONGRESS}/{other}") for other in (*OF_DRAFT, ""))
    assert "at the draw, no legal round cost less" in page
    assert json.loads(mcmahon("show", folder, "--json").stdout)["stale"] == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_stale_draft_is_said_to_be_one_on_pages_commands_and_in_json(draft: Opened, change: Change) -> None:
    folder = draft.folder / CONGRESS
    concerned = change(folder)
    state = Desk(folder).read()
    stale = since_draw(state, 4, folder)
    assert stale
    assert stale.players >= concerned
    found = priced(state, 4, folder).value
    assert found.at_draw is None
    page = draft.text(f"/t/{CONGRESS}/round")
    first = since_draw_lines(stale, state.tournament)[0]
    for address in ("round", *OF_DRAFT):
        shown = draft.text(f"/t/{CONGRESS}/{address}")
        line = shown.partition('id="stale"')[2].partition("</form>")[0]
        assert f"<strong>The draft of round 4 is out of date:</strong> {escape(first)}" in line
        assert "nothing of the draft is proven any more" in line
        assert '<button class="primary" name="draw" value="1">Draw again</button>' in line
        assert f'href="/t/{CONGRESS}/repair">Repair</a>' in line
    assert "no legal round cost less" not in page
    assert "proven by" not in page
    assert "stays possible" not in page
    marked = page.count('<tr class="changed">')
    boards = [board for board in found.boards if stale.players.intersection(board.players)]
    assert marked == len(boards)
    assert bool(boards) == bool(concerned)
    overview = draft.text(f"/t/{CONGRESS}/")
    assert "The draft of round 4 is out of date: " in overview
    assert overview.count(escape(first)) == 1
    assert "breaks a rule" not in overview
    assert "(draft, out of date)" in draft.text(f"/t/{CONGRESS}/tables/round.md")
    said = mcmahon("show", folder).stdout
    assert "changed since the draw: " in said
    assert json.loads(mcmahon("show", folder, "--json").stdout)["stale"]
    assert Director(folder).show().stale
    mcmahon("pair", folder)
    assert not since_draw(Desk(folder).read(), 4, folder)


@pytest.mark.parametrize("change", CHANGES)
def test_a_stale_draft_is_published_only_after_a_word(draft: Opened, change: Change) -> None:
    folder = draft.folder / CONGRESS
    change(folder)
    mcmahon("publish-round", folder, code=2)
    mcmahon("publish-round", folder, "--anyway")


def test_the_page_check_names_the_round_that_is_wrong_and_prints_the_costs_of_its_proof_alone(draft: Opened) -> None:
    unticked(draft.folder / CONGRESS)
    page = draft.text(f"/t/{CONGRESS}/check?prove=1")
    assert "Something is wrong in round 4." in page
    assert "At the draw" not in page
    assert "At the draw" in draft.text(f"/t/{CONGRESS}/check")


def test_weights_that_the_draw_was_asked_for_make_no_draft_stale(tmp_path: Path) -> None:
    """They were other weights than the settings' at the draw already, as the journal knows."""
    folder = shutil.copytree(Path(__file__).resolve().parents[2] / "instances" / CONGRESS, tmp_path / "t")
    mcmahon("pair", folder, "--profile", "balanced-1")
    assert not since_draw(Desk(folder).read(), 4, folder)
    mcmahon("publish-round", folder)


def test_after_publication_a_corrected_result_leaves_no_proof_of_the_round_as_it_stands(draft: Opened) -> None:
    folder = draft.folder / CONGRESS
    mcmahon("publish-round", folder)
    result_corrected(folder)
    page = draft.text(f"/t/{CONGRESS}/round?round=4")
    assert "This has changed since the round was drawn" in page
    assert "no legal round cost less" not in page


def test_weights_wished_for_at_the_draw_are_no_change_to_a_page_that_publishes(opened: Opened) -> None:
    """The journal tells them from settings that were changed since."""
    folder = opened.folder / "congress60"
    mcmahon("pair", folder, "--profile", "swiss")
    opened.post("/t/congress60/round", publish=1)
    assert not Desk(folder).read().tournament.rounds[-1].draft


def test_what_is_asked_for_since_the_draw_makes_the_draft_out_of_date(draft: Opened) -> None:
    address, (white, black) = f"/t/{CONGRESS}/round", pair_at_table_1(draft.folder / CONGRESS)
    draft.post(address, ask="forbid", a=white, b=black)
    page = draft.text(address)
    assert "The draft of round 4 is out of date:</strong> asked for since: " in page
    assert "no legal round cost less" not in page
    assert page.count('<tr class="changed">') == 1
    draft.post(address, forget=1)
    assert "out of date" not in draft.text(address)


def test_to_publish_a_stale_draft_first_offers_to_draw_again(draft: Opened) -> None:
    setting_changed(draft.folder / CONGRESS)
    page = draft.post(f"/t/{CONGRESS}/round", publish=1, code=409)
    assert "the setting pairing.max_difference has been changed since" in page
    buttons = re.findall(r'<button class="primary"[^>]*>\s*([^<]*?)\s*</button>', page.partition('id="answer"')[2])
    assert buttons == ["Draw again"]
    assert page.index("Draw again") < page.index("Publish it anyway")
