"""A file of registrations in a browser without JavaScript: corrected where it is wrong, and nothing of it is lost."""

from __future__ import annotations

import io
import re

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.tournament import Tournament

from .conftest import Opened
from .forms import Plain

BAD = (
    b"Name,Rnak,Club,Absent,Lunch\n"
    b'"Amber, Ada",3d,Ulm,"1,3",x\n"Bernd, Bo",99z,Ulm,,\n"Duo, Dan",5k,Ulm,,x\n"Duo, Dan",5k,Ulm,,\n'
)


def made(opened: Opened, folder: str) -> Tournament:
    return Desk(opened.folder / folder).read().tournament


def test_a_wrong_file_of_a_new_tournament_is_corrected_there_and_then(opened: Opened) -> None:
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, file=("players.csv", BAD), title="Spring", rounds="4", preset="bga")
    assert not (opened.folder / "spring").exists()
    assert "Rnak (did you mean rank?)" in desk.text
    assert "the same name as line 4" in desk.text
    desk.press("Make the tournament", code=422, meaning="rank", line_5='"Duo, Eva",5k,Ulm,,')
    assert "impossible rank 99z" in desk.text
    assert "the same name" not in desk.text, "what is corrected stays so"
    desk.press("Make the tournament", line_3='"Bernd, Bo",9k,Ulm,,')
    assert desk.address.endswith("/t/spring/entrants")
    tournament = made(opened, "spring")
    assert [p.name for p in tournament.players] == ["Amber Ada", "Bernd Bo", "Duo Dan", "Duo Eva"]
    assert (tournament.settings.rounds, tournament.settings.preset) == (4, "bga")
    assert tournament.players[0].rounds == {2, 4}


@pytest.mark.parametrize(
    "text", ["Anna 5k, Bob 12k", "Name\tRank\tClub\nAnna\t5k\tUlm\nBob\t12k\tBonn"], ids=["chat", "spreadsheet"]
)
def test_a_new_tournament_takes_a_list_that_is_pasted(opened: Opened, text: str) -> None:
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, text=text)
    assert "the tournament has no name" in desk.text
    desk.press("Make the tournament", title="Spring")
    assert [f"{p.name} {p.rank_name}" for p in made(opened, "spring").players] == ["Anna 5k", "Bob 12k"]
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, text=text, title="Both", file=("p.csv", b"name,rank\nAda,3d\n"))
    assert "players are given as a list and in a file" in desk.text, "none is thrown away"


def test_a_line_left_out_of_a_new_tournament_is_asked_for_once(opened: Opened) -> None:
    sent = {"title": "Spring", "name": "p.csv", "text": "name,rank\nAda,3d\nBo,99z\nBo,98z", "skip": "4"}
    page = opened.client.post("/", data=sent)
    assert page.status_code == 422
    assert 'name="skip" value="4" checked' in page.text
    assert opened.client.post("/", data=sent | {"skip": ["3", "4"]}).status_code == 200
    assert [p.name for p in made(opened, "spring").players] == ["Ada"]


def test_a_column_that_is_wrong_in_every_line_is_left_out_at_once(opened: Opened) -> None:
    lines = "".join(f"P{number},5k,maybe\n" for number in range(12))
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, file=("p.csv", f"name,rank,rounds\n{lines}".encode()), title="Spring")
    assert desk.text.index("rounds is wrong in 12 lines.") < desk.text.index("unknown rounds maybe"), "above them all"
    desk.press("Make the tournament", meaning="leave out")
    assert len(made(opened, "spring").players) == 12


def test_a_file_stays_with_the_form_where_something_else_is_wrong(opened: Opened) -> None:
    """No name, then one that is taken: the file is not to be chosen again."""
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, file=("ä.csv", b"name,rank\nAda,3d\n"), rounds="many")
    assert "ä.csv stays with this form" in desk.text
    desk.press("Make the tournament", code=422, rounds="3", title="Club16")
    assert "ä.csv stays with this form" in desk.text
    desk.press("Make the tournament", title="Autumn")
    assert [p.name for p in made(opened, "autumn").players] == ["Ada"]


@pytest.mark.slow
def test_a_misspelt_title_is_said_to_be_something_on_the_page(opened: Opened) -> None:
    text = "name,rank,Clbu\nAmber Ada,3d,Ulm\n"
    for meaning, club, extra in (("club", "Ulm", ()), ("keep", "", (("Clbu", "Ulm"),)), ("leave out", "", ())):
        desk = Plain(opened.client, "/t/congress60/import")
        desk.press("Look at it", code=422, file=("p.csv", text.encode()))
        assert "expected club" in desk.text
        desk.press("Check again", meaning=meaning)
        desk.press("Enter these players")
        found = next(p for p in made(opened, "congress60").players if p.name == "Amber Ada")
        assert (found.club, [one for one in found.extra if one[1]]) == (club, list(extra))
        desk.go("/t/congress60/log")
        desk.press("↶ Undo")


def test_a_column_that_nobody_reads_is_told_and_can_be_read(opened: Opened) -> None:
    lines = "".join(f"P{number},5k,5\n" for number in range(12))
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at it", file=("p.csv", f"name,rank,Nixda\n{lines}".encode()))
    assert "'Nixda' is a column of your own, filled in on 12 lines" in desk.text
    desk.press("Read it so", meaning="absent")
    assert "Nixda absent (the rounds missed) 12 5" in desk.text
    assert "a column of your own, filled" not in desk.text
    desk.press("Enter these players")
    new = [p for p in made(opened, "congress60").players if p.id.isdecimal() and int(p.id) > 60]
    assert [p.enters(5) for p in new] == [False] * 12


def test_a_list_out_of_a_chat_is_pasted_and_corrected(opened: Opened) -> None:
    desk = Plain(opened.client, "/t/congress60/import")
    text = "[19:02, 23/11/2026] Go night!\n1. Zoe 5k\n2. Yan 12k, Xia 3k"
    desk.press("Look at the list", code=422, text=text)
    assert "neither rank nor rating for a new player Go night!" in desk.text
    assert "no column" not in desk.text
    assert 'name="skip" value="1"' in opened.client.post(desk.address, data={"text": text}).text, "no title: it can go"
    desk.press("Check again", line_1="Lena 9k")
    desk.press("Enter these players")
    names = [(p.name, p.rank_name) for p in made(opened, "congress60").players]
    assert {("Lena", "9k"), ("Zoe", "5k"), ("Yan", "12k"), ("Xia", "3k")} <= set(names)


@pytest.mark.parametrize("address", ["/", "/t/club16/import"])
@pytest.mark.parametrize("pasted", [False, True], ids=["file", "pasted"])
def test_a_text_that_is_too_large_is_refused_and_not_sent_back(opened: Opened, address: str, pasted: bool) -> None:
    text = 'name,rank\n"' + '""' * 30_000 + '",5k\n'
    sent = (
        {"data": {"title": "Spring", "text": text}}
        if pasted
        else {"data": {"title": "Spring"}, "files": {"file": ("p.csv", text)}}
    )
    page = opened.client.post(address, **sent)
    assert page.status_code == 422
    assert "a line of 60,005 letters; expected at most 20,000" in page.text
    assert len(page.content) < 20_000
    assert not (opened.folder / "spring").exists()


@pytest.mark.slow
def test_a_list_of_more_than_a_megabyte_is_entered_after_a_look(opened: Opened) -> None:
    text = "name,rank,remark\n" + "".join(f"Ann {k},5k,{'x' * 4_000}\n" for k in range(300))
    desk = Plain(opened.client, "/t/club16/import")
    desk.press("Look at it", file=("p.csv", text.encode()))
    desk.press("Enter these players")
    assert sum(p.surname.startswith("Ann") or p.first_name == "Ann" for p in made(opened, "club16").players) == 300


def test_a_file_whose_ids_and_names_disagree_is_asked_about_on_the_page(opened: Opened) -> None:
    """The players keep their names until somebody has said which of the two is right."""
    before = made(opened, "club16").players
    one, other = before[0], before[1]
    text = f"id,name,rank\n{one.id},{other.surname},9k\n901,Nobody Known,9k\n"
    desk = Plain(opened.client, "/t/club16/import")
    desk.press("Look at the list", code=422, text=text)
    assert "Ids and names of this file disagree with the players who are here." in desk.text
    assert f"the id {one.id} is {one.name}" in desk.text
    desk.press("The names are right")
    assert "Enter these players" in desk.text
    desk.press("Enter these players")
    after = {p.id: p.name for p in made(opened, "club16").players}
    assert after[one.id] == one.name
    assert "Nobody Known" in after.values()


def test_a_spreadsheet_is_read_and_a_sheet_can_be_named(opened: Opened) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="the extra tables is not there")
    book = openpyxl.Workbook()
    for title, name in (("Saturday", "Neu, Ida"), ("Sunday", "Alt, Bo")):
        sheet = book.create_sheet(title)
        sheet.append(["Name", "Rank"])
        sheet.append([name, "5k"])
    out = io.BytesIO()
    book.save(out)
    sent = {"file": ("list.xlsx", out.getvalue())}
    page = opened.client.post("/t/club16/import", files=sent)
    assert page.status_code == 422
    assert "the file has 2 sheets" in page.text
    page = opened.client.post("/t/club16/import", files=sent, data={"sheet": "Sunday"})
    assert "Alt Bo" in page.text
    assert "Neu Ida" not in page.text


def test_questions_about_columns_are_answered_on_the_page(opened: Opened) -> None:
    """Days, sections, states of a form: each question has its own choice, and nothing else is asked."""
    lines = "".join(f'{("Annulé", "Validé")[k > 1]};"Neu{k}, Ida";{k}k;x;{"AB"[k % 2]}\n' for k in range(1, 9))
    desk = Plain(opened.client, "/t/club16/import")
    text = f"Statut;Player name;Your grade;Sat am;Gruppe\n{lines}"
    desk.press("Look at the list", code=422, text=text)
    assert "who plays is lost if nobody reads the column Sat am" in desk.text
    assert "4 players are in 'B', more than a family" in desk.text
    assert "Statut" not in desk.text.split("What the other columns are")[0].split("Gruppe")[-1]
    answers = {"column": ["Sat am", "Gruppe"], "meaning": ["round 1", "keep"]}
    page = opened.client.post("/t/club16/import", data={"text": text, "name": "typed lines", **answers})
    assert "Enter these players" in page.text
    assert re.search(r'<th scope="row">Statut</th>\s*<td>state of the entry', page.text)


def test_clubs_are_joined_by_one_button_and_what_is_unticked_stays_apart(opened: Opened) -> None:
    desk = Plain(opened.client, "/")
    desk.press(
        "Make the tournament", text="name,rank,club\nAda,3d,Köln\nBo,2d,Koeln\nCy,1d,Bonn\nDi,1k,Go Bonn", title="S"
    )
    desk.go("/t/s/")
    assert "2 clubs may stand in several spellings: Köln (1), Koeln (1); Bonn (1), Go Bonn (1)" in desk.text
    desk.follow("Join them")
    desk.press("Join them", join='["Köln", "Koeln"]')
    assert made(opened, "s").settings.pairing.club_groups == (("Köln", "Koeln"),)
    assert desk.address.endswith("/t/s/clubs"), "there are more"


TWO = (
    "name,rank,club,pin\nOst Kim,3k,Ulm,14000001\nOst K.,3k,Ulm,14000001\nPál Anna,3k,Ulm,14000002\n"
    "Pál Anna,9k,Bonn,14000003\nNovák Jan,3k,Ulm,\nNovák Jan,8k,Brno,\nLang Al,5k,Ulm,\nLang Al,5k,Ulm,\n"
)


def test_lines_that_may_be_one_player_are_settled_by_a_click_each(opened: Opened) -> None:
    """Both lines stand side by side; two pins are two people without a question, the same line again is left out."""
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, text=TWO, title="S")
    asked = re.findall(r"Lines (\d) and (\d): one player or two", desk.text)
    assert asked == [("2", "3"), ("6", "7"), ("8", "9")]
    assert "name: Ost Kim / Ost K." in desk.text
    desk.choose("two 3 2", "skip 2")
    desk.choose("two 7 6", "both 7")
    desk.press("Make the tournament")
    assert [p.name for p in made(opened, "s").players] == [
        "Ost K.", "Pál Anna", "Pál Anna", "Novák Jan", "Novák Jan", "Lang Al",
    ]  # fmt: skip
    desk.go("/t/s/import")
    desk.press("Look at the list", code=422, text=TWO)
    desk.choose("two 3 2", "skip 2")
    desk.choose("two 7 6", "both 7")
    desk.press("Check again")
    assert "0 new, 0 changed" in desk.text, "each of two people of one name is known again"


def test_the_letters_of_a_file_are_chosen_among_words_of_it(opened: Opened) -> None:
    """Readings that are no words, such as `Dvo°ák`, are not offered; what is chosen can be chosen anew."""
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at it", file=("p.csv", "name;rank\nDvořák Jiří;3k\n".encode("cp1250")))
    assert "Which of these are the right letters?" in desk.text
    assert "Dvořák · Jiří Windows-1250 Dvoøák · Jiøí Windows-1252" in desk.text
    assert "°" not in desk.text
    desk.press_value("encoding", "cp1252")
    assert "Read as Windows-1252: Dvoøák · Jiøí" in desk.text
    desk.press_value("encoding", "cp1250")
    desk.press("Enter these players")
    assert "Dvořák Jiří" in [p.name for p in made(opened, "congress60").players]


def test_a_question_about_a_column_has_a_button_for_each_answer(opened: Opened) -> None:
    lines = "".join(f"P{number},5k,{'yes' if number % 2 else 'no'}\n" for number in range(6))
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at it", code=422, file=("p.csv", f"name,rank,Saturday\n{lines}".encode()))
    assert "Such as no · yes" in desk.text
    desk.press("round 1-2")
    assert "Saturday rounds 1, 2" in desk.text


def test_what_twenty_lines_have_is_one_note_and_can_be_corrected_there(opened: Opened) -> None:
    lines = "".join(f"Jan{number} Dvo?ák,5k\n" for number in range(20))
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at it", file=("p.csv", f"name,rank\n{lines}".encode()))
    assert "20 cells with lost letters" in desk.text
    desk.press("Enter these players", line_2="Jan0 Dvořák,5k")
    assert "19 cells with lost letters: Jan1 Dvo?ák, Jan2 Dvo?ák, Jan3 Dvo?ák" in desk.text
    assert "Jan0 Dvořák" in [p.name for p in made(opened, "congress60").players]


def test_a_new_player_who_may_be_known_is_left_out_by_a_click(opened: Opened) -> None:
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at the list", text="name,rank\nMustermann Erika,5k\nMustermann Erica,5k\n")
    desk.choose("two 3 2", "skip 2")
    desk.press("Enter these players")
    names = [p.name for p in made(opened, "congress60").players]
    assert "Mustermann Erica" in names
    assert "Mustermann Erika" not in names


def test_a_column_that_players_keep_is_not_called_unused(opened: Opened) -> None:
    desk = Plain(opened.client, "/t/congress60/import")
    desk.press("Look at the list", text="name,rank,car\nAda,5k,yes\nBo,5k,no\n")
    assert "Kept, not read by the program itself: car." in desk.text
    assert "Not used" not in desk.text


def test_a_new_tournament_asks_about_the_letters_of_its_file_once(opened: Opened) -> None:
    desk = Plain(opened.client, "/")
    desk.press("Make the tournament", code=422, file=("s.csv", "name;rank\nDvořák Jiří;3k\n".encode("cp1250")))
    assert "Dvoøák · Jiøí Windows-1252" in desk.text
    assert not (opened.folder / "s").exists()
    desk.press("Make the tournament")
    assert [p.name for p in made(opened, "s").players] == ["Dvořák Jiří"]
