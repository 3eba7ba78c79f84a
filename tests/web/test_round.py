"""The page of a round and those behind it: prices, wishes, swaps, boards by hand, why, alternatives, repair."""

from __future__ import annotations

import html
import inspect
import json
import re
from base64 import urlsafe_b64encode
from pathlib import Path

import msgspec
import pytest
from mcmahon.api.director import Director
from mcmahon.cli.request_options import option_of
from mcmahon.desk.desk import Desk
from mcmahon.desk.questions.explain_board import BoardReasonsAnswer, ExplainBoard, WhyNotAnswer, explain
from mcmahon.desk.questions.next_best import Alternatives, AlternativesAnswer, alternatives, next_rounds
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.desk.rounds.draw_round import Draw
from mcmahon.desk.rounds.priced import priced
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import choices
from mcmahon.desk.rounds.wishes import Wishes
from mcmahon.desk.verb import fields_of
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import ByHand, Result, Round
from mcmahon.web.next_draw import wish_value, wishes_sent
from mcmahon.web.processes.workers import find

from tests.commands import mcmahon
from tests.desk.test_plan_notes import fourth_round, third_round
from tests.folders import create

from .conftest import Opened

ROUND = "/t/congress60/round"


def state_of(opened: Opened) -> State:
    return state_at(opened, "congress60")


def state_at(opened: Opened, name: str) -> State:
    return Desk(opened.folder / name).read()


def last(opened: Opened) -> Round:
    return state_of(opened).tournament.rounds[-1]


def pairs(drawn: Round) -> set[frozenset[str]]:
    return {frozenset(game.players) for game in drawn}


def words(page: str) -> str:
    """The text of a page, without marks of direction."""
    return re.sub(r"[\u2066-\u2069]|<[^>]*>", "", html.unescape(page))


@pytest.fixture
def drafted(opened: Opened) -> Opened:
    opened.post(ROUND, draw=1)
    assert ">draft<" in opened.text(ROUND)
    return opened


def test_the_page_of_a_round_shows_the_prices_of_its_record(opened: Opened) -> None:
    record = state_of(opened).records[3]
    text = opened.text(ROUND)
    assert f"{record.cost:,}" in text
    assert ">draft<" not in text
    dear = [board.cost for board in priced(state_of(opened)).value.boards if board.cost]
    assert dear
    assert all(f"<b>{cost:,}</b>" in text for cost in dear)
    assert "at the draw, no legal round cost less" in text
    parts = dict(re.findall(r"<li><span>([^<]*)</span> <b>([\d,]+)</b>", text))
    assert sorted(parts.values()) == sorted(f"{cost:,}" for cost in record.costs.values() if cost)


def dropping(page: str) -> list[Wishes]:
    """What the buttons of a page take out."""
    return [wishes_sent([html.unescape(value)]) for value in re.findall(r'name="drop" value="([^"]*)"', page)]


def test_filters_list_those_boards_alone(opened: Opened) -> None:
    found = priced(state_of(opened)).value
    floats = {board.game.table for board in found.boards if board.gap and board.game}
    listed = re.findall(r"board\?round=3&table=(\d+)", opened.text(f"{ROUND}?only=floats"))
    assert floats == set(map(int, listed))
    dearest = re.findall(r"board\?round=3&table=(\d+)", opened.text(f"{ROUND}?only=dear&by=price"))
    costs = [next(b.cost for b in found.boards if b.game and b.game.table == int(table)) for table in dearest]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == sum(board.dear for board in found.boards) > 0


@pytest.mark.slow
def test_wishes_are_kept_until_they_are_drawn_and_the_draft_says_them_after(drafted: Opened) -> None:
    before = last(drafted)
    a, b = before.games[0].white, before.games[9].white
    apart = before.games[5].players
    page = drafted.post(ROUND, ask="force", a=a, b=b)
    assert "Not drawn yet." in page
    drafted.post(ROUND, ask="forbid", a=apart[0], b=apart[1])
    assert Wishes(forbid=(apart,)) in dropping(drafted.text(ROUND)), "they survive a reload"
    assert pairs(last(drafted)) == pairs(before), "nothing is drawn yet"
    page = drafted.post(ROUND, draw=1)
    assert "The draft was drawn so." in page
    assert frozenset((a, b)) in pairs(last(drafted))
    assert frozenset(apart) not in pairs(last(drafted))
    assert state_of(drafted).records[4].locks.force == ((a, b),)
    page = drafted.post(ROUND, drop=wish_value(Wishes(force=((a, b),))))
    assert "Not drawn yet." in page
    drafted.post(ROUND, draw=1)
    assert state_of(drafted).records[4].locks.force == ()
    assert state_of(drafted).records[4].locks.forbid == (apart,)


def test_wishes_are_forgotten_at_a_click_and_stay_with_their_tournament(opened: Opened) -> None:
    wish = {"ask": "forbid", "a": "1", "b": "2"}
    answer = opened.client.post(ROUND, data=wish, follow_redirects=False)
    [cookie] = [one for one in answer.headers.get_list("set-cookie") if one.startswith("mcmahon-wishes=")]
    assert {"HttpOnly", "SameSite=strict", "Path=/t/congress60/"} <= set(cookie.split("; "))
    page = opened.text(ROUND)
    assert dropping(page) == [Wishes(forbid=(("1", "2"),))]
    assert "Not drawn yet." in page
    page = opened.post(ROUND, forget=1)
    assert not dropping(page)
    assert "Not drawn yet." not in page


def test_more_wishes_than_a_browser_keeps_are_refused_and_those_before_stay(opened: Opened) -> None:
    pairs = [(str(a), str(b)) for a in range(1, 15) for b in range(15, 32)][:236]
    text = msgspec.json.encode((4, Wishes(forbid=tuple(pairs))))
    opened.client.cookies.set("mcmahon-wishes", urlsafe_b64encode(text).decode(), "127.0.0.1", "/t/congress60/")
    for a in range(30, 60):
        answer = opened.client.post(ROUND, data={"ask": "forbid", "a": a, "b": 60})
        if answer.status_code != 200:
            break
    assert answer.status_code == 422
    assert "these are too many wishes for one draw" in answer.text
    page = opened.text(ROUND)
    assert Wishes(forbid=(("1", "15"),)) in dropping(page)
    assert Wishes(forbid=((str(a), "60"),)) not in dropping(page)


@pytest.mark.slow
def test_a_second_bye_needs_a_yes(drafted: Opened) -> None:
    who = last(drafted).games[3].white
    drafted.post(ROUND, ask="bye", a=who)
    drafted.post(ROUND, draw=1)
    assert last(drafted).byes == (who,)
    other = next(game.white for game in last(drafted) if game.table == 7)
    third = next(game.black for game in last(drafted) if game.table == 9)
    drafted.post(ROUND, ask="bye", a=other)
    page = drafted.post(ROUND, 409, draw=1)
    assert "Give two byes" in page
    drafted.post(ROUND, ask="bye", a=third)
    drafted.post(ROUND, draw=1, two_byes=1)
    assert set(last(drafted).byes) == {who, other, third}


def test_a_newer_wish_takes_the_place_of_the_older_one(drafted: Opened) -> None:
    a, b = last(drafted).games[0].players
    drafted.post(ROUND, ask="force", a=a, b=b)
    page = drafted.post(ROUND, ask="forbid", a=b, b=a)
    assert dropping(page) == [Wishes(forbid=((b, a),))]


@pytest.mark.slow
def test_a_round_without_a_pairing_offers_what_can_be_given_up(opened: Opened) -> None:
    """Four players have all met after three rounds."""
    opened.client.post("/", data={"title": "Four", "preset": "swiss", "rounds": "5"})
    for name in ("Ann", "Bob", "Cid", "Dot"):
        opened.post("/t/four/entrants", add=1, name=name, rank="1d")
    for number in (1, 2, 3):
        opened.post("/t/four/round", draw=1)
        opened.post("/t/four/round", publish=1, round=number)
        opened.post("/t/four/results", typed="1 w 2 w", round=number)
    page = opened.post("/t/four/round", 409, draw=1)
    assert "no pairing of round 4 keeps every rule" in page
    assert "Draw although broken" in page
    button = re.search(r'name="relax" value="([^"]*)"', page)
    assert button
    assert button[1] == "repeats"
    assert "the rule “repeats” may be broken" in opened.post("/t/four/round", draw=1, relax="repeats")
    assert Desk(opened.folder / "four").read().tournament.rounds[-1].number == 4


def test_every_option_of_a_draw_is_in_every_face(drafted: Opened) -> None:
    """Of a field that all can give: a new one is there by itself. An engine's request has no draft to draw anew."""
    names = [field.name for field in fields_of(Draw) if field.to == "all"]
    asked = drafted.client.get("/api/openapi.json").json()["components"]["schemas"]["Draw"]["properties"]
    assert [name for name in asked if name != "seen"] == names
    assert {*names} <= {*inspect.signature(Director.pair).parameters}
    reference = (Path(__file__).parents[2] / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    told = mcmahon("pair", "--help").stdout, reference.partition("mcmahon pair")[2]
    pages = drafted.text(ROUND)
    drafted.post(ROUND, publish=1, round=4)
    pages += drafted.text(ROUND)
    for name in names:
        assert all(option_of(name) in text for text in told), name
        assert f'name="{name}"' in pages or f'name="ask" value="{name}"' in pages, name


def test_more_options_of_a_draw_are_taken_as_they_are_chosen(drafted: Opened) -> None:
    before = last(drafted)
    drafted.post(ROUND, ask="forbid", a=before.games[0].white, b=before.games[0].black)
    shown = drafted.post(ROUND, draw=1, dry_run=1, seconds="", engine="", seed="77", relax="repeats\nsecond-bye")
    assert "Round 4 would be drawn" in shown
    assert "Not drawn yet." in shown
    assert last(drafted) == before
    drafted.post(ROUND, draw=1, seed="77", relax="repeats\nsecond-bye", engine="cp-sat")
    record = state_of(drafted).records[4]
    assert (record.seed, record.relaxed, record.engine) == (77, ("repeats", "second-bye"), "cp-sat")
    assert record.locks.forbid == (before.games[0].players,)
    drafted.post(ROUND, ask="bye", a=before.games[5].white)
    drafted.post(ROUND, draw=1, fresh=1)
    record = state_of(drafted).records[4]
    assert (record.relaxed, record.locks) == ((), Locks(bye=(before.games[5].white,)))
    wrong = drafted.post(ROUND, 422, draw=1, seconds="soon", engine="abacus")
    assert "soon" in wrong or "abacus" in wrong


def test_a_swap_is_shown_with_the_desks_price_before_it_is_done(drafted: Opened) -> None:
    one, two = last(drafted).games[4], last(drafted).games[5]
    outcome = Desk(drafted.folder / "congress60").ask(lambda s: swap(s, Swap(a=one.white, b=two.white, dry_run=True)))
    text = drafted.text(f"/t/congress60/swap?a={one.white}&b={two.white}&round=4")
    assert f"{sum(outcome.value.extra.values()):+,}" in text
    assert pairs(last(drafted)) == pairs(outcome.value.before), "looking changes nothing"
    drafted.plain(f"/t/congress60/swap?a={one.white}&b={two.white}&round=4").press("Swap them")
    assert pairs(last(drafted)) == pairs(outcome.value.after)


def seen(opened: Opened) -> str:
    found = re.search(r'name="seen" value="(\d+)"', opened.client.get("/t/congress60/").text)
    return found[1] if found else str(state_of(opened).revision)


def test_a_swap_to_a_board_far_wider_asks_first(drafted: Opened) -> None:
    drawn = last(drafted)
    first, low = drawn.games[0], drawn.games[-1]
    ask = f"/t/congress60/swap?a={first.white}&b={low.white}&round=4"
    assert "wider than any board of the round so far" in drafted.text(ask)
    assert "Swap them anyway" in drafted.text(ask)
    data = {"seen": seen(drafted), "round": 4, "a": first.white, "b": low.white}
    assert drafted.client.post("/t/congress60/swap", data=data).status_code == 409
    assert last(drafted).games == drawn.games


def test_a_swap_that_makes_later_rounds_impossible_asks_first_and_the_desk_remembers(opened: Opened) -> None:
    """Six players in the third of five rounds: with b and f in each other's places, two threes have all but met."""
    state = third_round()
    create(TournamentFolder(opened.folder / "six"), state.settings_text, "new", state.tournament)
    assert "The plan" in opened.text("/t/six/round")
    assert "Rounds 4 and 5 can be paired by the rules" in words(opened.text("/t/six/plan"))
    ask = words(opened.text("/t/six/swap?a=b&b=f&round=3"))
    assert "No legal plan for rounds 4 and 5 exists" in ask
    assert "Swap them anyway" in ask
    data = {"seen": state_at(opened, "six").revision, "round": 3, "a": "b", "b": "f"}
    assert opened.client.post("/t/six/swap", data=data).status_code == 409
    assert opened.client.post("/t/six/swap", data=data | {"yes": 1}).status_code == 200
    assert "none for round 4 alone" in words(opened.text("/t/six/"))
    plan = words(opened.text("/t/six/plan"))
    assert "No legal plan for rounds 4 and 5 exists" in plan
    assert "Change the number of rounds" in plan
    create(TournamentFolder(opened.folder / "stuck"), state.settings_text, "new", fourth_round().tournament)
    overview = words(opened.text("/t/stuck/"))
    assert "Round 4 has no legal pairing" in overview
    assert "Round 4 can be drawn" not in overview


def test_a_swap_that_takes_a_result_out_asks_first(opened: Opened) -> None:
    one, two = last(opened).games[4], last(opened).games[5]
    data = {"round": 3, "a": one.white, "b": two.white}
    assert "would lose its result" in opened.text(f"/t/congress60/swap?a={one.white}&b={two.white}&round=3")
    answer = opened.client.post("/t/congress60/swap", data=data)
    assert answer.status_code == 409
    assert "Yes, do it" in answer.text


def test_choosing_more_than_two_is_refused_in_words(drafted: Opened) -> None:
    players = [game.white for game in last(drafted).games[:3]]
    answer = drafted.client.post(ROUND, data={"p": players, "swap": "1", "round": "4"})
    assert answer.status_code == 422
    assert "3 players are chosen" in answer.text


def test_colours_stones_and_table_of_a_board_are_changed_by_hand(drafted: Opened) -> None:
    game = last(drafted).at_table(6)
    assert game is not None
    address = "/t/congress60/board?round=4&table=6"
    drafted.post(address, round=4, table=6, white=game.black)
    turned = last(drafted).at_table(6)
    assert turned is not None
    assert (turned.white, ByHand.COLOURS in turned.by_hand) == (game.black, True)
    drafted.post(address, round=4, table=6, handicap=0, komi="5.5")
    changed = last(drafted).at_table(6)
    assert changed is not None
    assert (changed.komi_halves, ByHand.HANDICAP in changed.by_hand) == (11, False)
    drafted.post(address, round=4, table=6, to=12)
    moved = last(drafted).at_table(12)
    assert moved is not None
    assert set(moved.players) == set(game.players)


def test_why_says_what_the_desk_says(opened: Opened) -> None:
    who = last(opened).games[2].white
    found = explain(state_of(opened), ExplainBoard(player=who)).value.found
    assert isinstance(found, BoardReasonsAnswer)
    assert found.paragraph in words(opened.text(f"/t/congress60/why?a={who}"))
    other = last(opened).games[8].white
    why_not = explain(state_of(opened), ExplainBoard(player=who, other=other)).value.found
    assert isinstance(why_not, WhyNotAnswer)
    assert why_not.sentence in words(opened.text(f"/t/congress60/why?a={who}&b={other}"))
    assert "Player" in opened.text("/t/congress60/why")
    assert opened.text("/t/congress60/why?names=1").count("<option") == 60


@pytest.mark.slow
def test_alternatives_are_the_desks(opened: Opened) -> None:
    wanted = [one.cost for one in alternatives(state_of(opened), Alternatives(most=5)).value]
    text = opened.text("/t/congress60/alternatives")
    shown = re.findall(r'<li class="card">\s*<h2>\s*([^<]*) <span', text)
    assert shown == [f"{cost:+,}" if cost else "Same cost" for cost in wanted]


def test_a_stopped_search_shows_what_is_proven_so_far(opened: Opened) -> None:
    from mcmahon.desk.options import Clock, Options

    clock = Clock(60)
    clock.stop()
    found = find(Options(clock=clock), opened.folder / "congress60", next_rounds, Alternatives(most=5))
    assert found == (AlternativesAnswer((), (), ()), ("The search was stopped; these were found until then.",))


@pytest.mark.slow
def test_the_boards_of_an_alternative_can_be_asked_for(drafted: Opened) -> None:
    text = drafted.text("/t/congress60/alternatives")
    card = text.split('<li class="card">')[1]
    [button] = re.findall(r"name=\"ask\" value='([^']*)'", card)
    wanted = {frozenset(pair) for pair in json.loads(button)["force"]}
    data = {"seen": seen(drafted), "round": "4", "ask": button}
    assert "Not drawn yet." in drafted.client.post(ROUND, data=data).text
    drafted.post(ROUND, draw=1)
    assert wanted <= pairs(last(drafted))


@pytest.mark.slow
def test_a_repair_is_looked_at_side_by_side_and_then_done(drafted: Opened) -> None:
    drafted.post(ROUND, publish=1, round=4)
    gone = last(drafted).games[10].white
    found = choices(state_of(drafted), Repair(without=[gone])).value
    page = drafted.post("/t/congress60/repair", without=gone)
    asked = page.split("</fieldset>")[0]
    assert asked.count('type="radio" name="unexcused"') == 2, "how it counts is asked, neither answer is hidden"
    different = {one.round: one for one in (found.fewest, found.sane, found.cheapest)}
    assert page.count('<section class="card') == len(different) + 1, "and the forfeit"
    for one in different.values():
        assert f"{one.pairing.cost:,}" in page
    assert last(drafted).holds(gone), "looking changes nothing"
    needs_a_yes = bool(found.sane.given_up)
    if needs_a_yes:
        drafted.post("/t/congress60/repair", 409, without=gone, take=1)
    drafted.post("/t/congress60/repair", without=gone, take=1, yes=1)
    assert pairs(last(drafted)) == pairs(found.sane.round)
    assert gone in last(drafted).absent


@pytest.mark.slow
def test_a_repaired_round_is_not_called_cheapest_where_another_repair_is(drafted: Opened) -> None:
    """The page claims no more than what is proven of all legal rounds: the price of the cheapest repair."""
    drafted.post(ROUND, publish=1, round=4)
    gone = last(drafted).games[0].white
    found = choices(state_of(drafted), Repair(without=[gone])).value
    assert found.sane.can_be_cheaper
    drafted.post("/t/congress60/repair", without=gone, take=1, yes=1)
    page = drafted.text(ROUND)
    assert f"{found.sane.pairing.cost:,}" in page
    assert 'class="proof"' not in page
    assert f"at the draw, no legal round cost less than {found.cheapest.pairing.cost:,}<" in page


def test_a_published_round_that_has_not_begun_is_drawn_again(drafted: Opened) -> None:
    drafted.post(ROUND, publish=1, round=4)
    assert "Draw it again" in drafted.text(ROUND)
    drafted.post(ROUND, draw=1, again=1)
    assert last(drafted).draft
    drafted.post(ROUND, publish=1, round=4)
    drafted.post("/t/congress60/results", typed="1 w", round=4)
    assert "Draw it again" not in drafted.text(ROUND)


def test_drawing_with_results_missing_is_a_decision(drafted: Opened) -> None:
    drafted.post(ROUND, publish=1, round=4)
    drafted.post("/t/congress60/results", typed="1 w", round=4)
    page = drafted.post(ROUND, 409, draw=1)
    assert "Draw without these results" in page
    drafted.post(ROUND, draw=1, missing_results=1)
    assert last(drafted).number == 5


@pytest.mark.slow
def test_a_stale_draft_offers_to_be_drawn_again_or_published_anyway(drafted: Opened) -> None:
    who = last(drafted).games[0].white
    drafted.post("/t/congress60/entrants", away=who, round=4)
    assert "is in the draft, but not entered" in drafted.text("/t/congress60/")
    page = drafted.post(ROUND, 409, publish=1, round=4)
    assert "Publish it anyway" in page
    again = page.split("<form")[1:]
    redraw = next(form for form in again if 'name="draw"' in form)
    assert 'name="publish"' not in redraw
    drafted.post(ROUND, draw=1)
    assert not last(drafted).holds(who)


def test_a_draft_is_not_published_over_a_wish_without_a_word(drafted: Opened) -> None:
    game = last(drafted).games[0]
    data = {"seen": seen(drafted), "round": "4", "ask": "forbid", "p": list(game.players)}
    assert "Not drawn yet." in drafted.client.post(ROUND, data=data).text
    page = drafted.post(ROUND, 409, publish=1, round=4)
    assert "do not meet" in page
    assert "Draw again" in page
    assert "Publish it anyway" in page
    assert last(drafted).draft
    drafted.post(ROUND, draw=1)
    assert frozenset(game.players) not in pairs(last(drafted))
    drafted.post(ROUND, publish=1, round=4)
    assert not last(drafted).draft


def test_the_overview_names_the_tables_and_the_start(opened: Opened) -> None:
    settings = opened.folder / "congress60" / "tournament.toml"
    text = settings.read_text(encoding="utf-8")
    times = ", ".join(f'"2026-05-0{day} 10:00"' for day in range(1, 6))
    settings.write_text(text.replace("# round_times = []", f"round_times = [{times}]"), encoding="utf-8")
    assert "2026-05-04 10:00" in opened.text("/t/congress60/")
    opened.post(ROUND, draw=1)
    opened.post(ROUND, publish=1, round=4)
    opened.post("/t/congress60/results", typed=" ".join(f"{t} w" for t in range(3, 30)), round=4)
    missing = [game.table for game in last(opened) if game.result is Result.UNKNOWN]
    page = opened.text("/t/congress60/")
    assert re.findall(r"results\?round=4&table=(\d+)", page) == [str(table) for table in missing]


def test_a_wish_about_somebody_who_has_left_does_not_stop_the_next_draw(drafted: Opened) -> None:
    a, b = last(drafted).games[0].white, last(drafted).games[9].white
    drafted.post(ROUND, ask="force", a=a, b=b)
    drafted.post(ROUND, draw=1)
    assert frozenset((a, b)) in pairs(last(drafted))
    drafted.post("/t/congress60/entrants", away=a, round=4)
    drafted.post(ROUND, draw=1)
    assert not any(a in game.players for game in last(drafted))
    assert state_of(drafted).records[4].locks.force == ()


def test_the_page_says_which_rounds_to_come_stay_possible(opened: Opened) -> None:
    """Before a draw and behind it; after a withdrawal that leaves too few opponents it says what is wrong."""
    assert "Rounds 4 and 5 stay possible." in opened.text(ROUND)
    opened.client.post("/", data={"title": "Four", "preset": "swiss", "rounds": "3"})
    for name in ("Ann", "Bob", "Cid", "Dot"):
        opened.post("/t/four/entrants", add=1, name=name, rank="1d")
    assert "Rounds 1 to 3 stay possible." in opened.text("/t/four/round")
    opened.post("/t/four/round", draw=1)
    assert "Rounds 2 and 3 stay possible." in opened.text("/t/four/round")
    opened.post("/t/four/round", publish=1, round=1)
    opened.post("/t/four/entrants/4", withdraw=1)
    assert "No legal plan for rounds 2 and 3 exists" not in opened.text("/t/four/round"), "three have three byes"
    opened.post("/t/four/entrants/3", withdraw=1)
    assert "No legal plan for rounds 2 and 3 exists" in words(opened.text("/t/four/round"))


@pytest.mark.slow
def test_a_round_is_paired_by_hand_compared_and_kept_or_not(drafted: Opened) -> None:
    """While it lasts every page says so, no button of the engine is there, and a swap asks nothing."""
    before = last(drafted)
    by_hand = drafted.plain(ROUND)
    by_hand.press("Pair by hand")
    page = drafted.text(by_hand.address)
    assert "Round 4 is being paired by hand." in page
    assert "keep one of the two" in page
    buttons = set(re.findall(r"<(?:a|button)[^>]*>\s*([^<]*?)\s*</", page))
    assert not buttons & {"Repair", "Draw again", "Publish round 4", "Pair by hand"}
    assert "Why?" in buttons
    assert 'id="hand" hidden' not in drafted.text("/t/congress60/entrants")
    assert "Go on by hand" in drafted.text("/t/congress60/")
    assert "is being paired by hand" in drafted.post(ROUND, code=422, publish=1, round=4)
    met = next(g for g in state_of(drafted).tournament.round(1))
    other = before.game_of(met.white)
    assert other is not None
    drafted.post("/t/congress60/swap", a=other.opponent(met.white), b=met.black, round=4)
    page = drafted.text("/t/congress60/by-hand")
    assert "have met before" in words(page)
    assert ">Take the engine’s round<" in page
    assert '<button name="keep" value="1" class="warn">' in page, "a rule would stay broken"
    sent = {"keep": "1", "seen": str(state_of(drafted).revision - 1)}
    assert drafted.client.post("/t/congress60/by-hand", data=sent).status_code == 409, "another round than was compared"
    by_hand.go("/t/congress60/by-hand")
    by_hand.press("Keep my round")
    assert "Your round is kept" in by_hand.text
    assert [one.rule for one in last(drafted).allowed] == ["repeats"]
    assert "desk: end pairing by hand, keep the round # broken by hand: round 4: repeats (" in words(
        drafted.text("/t/congress60/log")
    )
    drafted.post("/t/congress60/by-hand", begin=1)
    drafted.plain("/t/congress60/by-hand").press("Take the engine’s round")
    assert last(drafted) == before
    assert "no round is being paired by hand" in drafted.text("/t/congress60/by-hand", 422)


def test_every_round_is_checked_and_proven_by_a_button(opened: Opened) -> None:
    assert 'href="/t/club16/check"' in opened.text("/t/club16/print")
    page = opened.text("/t/club16/check")
    assert "No rule is broken. Whether a round could cost less was not looked at." in page
    assert 'href="/t/club16/check?prove=1"' in page
    assert page.count("<td>legal") == 3
    proven = opened.text("/t/club16/check?prove=1")
    assert "✓ Nothing is wrong: every round is legal, and none costs less." in proven
    assert proven.count("✓ no legal pairing costs less: proven by matching, certificate verified") == 3


def test_while_nobody_has_had_a_colour_no_price_has_one(opened: Opened) -> None:
    """Even games beside such with stones: the former cost alike, which is said once, and the total stays true."""
    folder = opened.folder / "evening"
    mcmahon("new", folder, "--preset", "club", "--rounds", "3")
    for name, rank in (("Ada", "3d"), ("Bo", "3d"), ("Cy", "1k"), ("Di", "5k"), ("Ed", "5k"), ("Flo", "12k")):
        mcmahon("add", folder, name, rank)
    mcmahon("pair", folder)
    found = priced(Desk(folder).read()).value
    stones = {board.game.handicap > 0 for board in found.boards if board.game}
    assert stones == {True, False}
    assert found.alike == {"colour_balance": 2000}
    assert found.costs["colour_balance"] == 2000 * sum(board.game.handicap == 0 for board in found.boards if board.game)
    even = next(board.game for board in found.boards if board.game and not board.game.handicap)
    page = opened.text("/t/evening/round")
    assert page.count("colours") == 2  # once said of all even games, and once in the cost of the round
    assert "Every even game costs alike: colours 2,000." in page
    other = next(board.game for board in found.boards if board.game and board.game is not even)
    for address in (f"board?table={even.table}", f"why?a={even.white}", f"swap?a={even.white}&b={other.white}"):
        shown = opened.text(f"/t/evening/{address}").replace("Every even game costs alike: colours 2,000", "")
        assert "<span>colours</span> <b>2,000" not in shown
        assert "colours</small>" not in shown
    said = mcmahon("explain", folder, even.white).stdout
    assert "\ncolour_balance" not in said
    assert "as every even game" in said
