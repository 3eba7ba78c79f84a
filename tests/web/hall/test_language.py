"""Phones in their reader's language: by the browser, by a link that is remembered, else the tournament's own."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.messages.hall_words import LETTERS, SENTENCES, sentence, typed_words
from mcmahon.desk.placing.give_prizes import AnnouncePrizes, PrizeRequest, announce, edit
from mcmahon.desk.rounds.enter_results import by_table
from mcmahon.desk.rounds.typed_results import typed_results
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import Outcome
from mcmahon.io.languages.catalogues import read_catalogue, tag_of, words_of
from mcmahon.io.pages.public import said_name
from mcmahon.model.language import ENGLISH
from mcmahon.model.records.hall import Side
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from translations import waits

from tools.languages import OTHERS

from .builders import Hall

#: Sentences that some language says as English does.
INTERNATIONAL = {"handicap {number}", "Start: {time}"}


class Read(HTMLParser):
    """The texts of a page, and those that are read aloud; without the links to other languages."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(re.sub('<footer class="languages">.*?</footer>', "", page, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for key, value in attrs if key in ("aria-label", "placeholder", "title") and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def language_of(page: str) -> str:
    found = re.search('<html lang="([^"]*)">', page)
    assert found
    return found[1]


def test_a_phone_gets_the_language_of_its_browser(hall: Hall) -> None:
    path, phone = hall.link("reader"), hall.phone()
    german = phone.get(path, headers={"accept-language": "de-AT,de;q=0.9,en;q=0.5"})
    assert language_of(german.text) == "de"
    assert waits("de", "Find your name") or "<h1>Namen finden</h1>" in german.text
    assert "set-cookie" not in german.headers
    assert language_of(phone.get(path, headers={"accept-language": "pt-BR"}).text) == "en"


def test_a_language_chosen_by_a_link_stays(hall: Hall) -> None:
    path, phone = hall.link("reader"), hall.phone()
    wish = {"accept-language": "de"}
    assert language_of(phone.get(f"{path}names?name=a&lang=ja", headers=wish).text) == "ja"
    page = phone.get(path + "tables", headers=wish).text
    assert language_of(page) == "ja"
    assert '<a href="?lang=zh" lang="zh" hreflang="zh">中文</a>' in page
    board = phone.get(hall.board(hall.played.games[0], Side.WHITE), headers=wish).text
    assert waits("ja", "Who won?") or "勝ったのはどちらですか。" in board
    assert language_of(phone.get(path + "tables?lang=en", headers=wish).text) == "en"
    found = phone.get(f"{path}names?name=a%22%3Cb&lang=fr").text
    assert '<a href="?name=a%22%3Cb&amp;lang=uk"' in found


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["xx", "../de", "", "DE", "<b>"])
def test_a_language_that_there_is_not_is_as_none(hall: Hall, wrong: str) -> None:
    answer = hall.phone().get(hall.link("reader"), params={"lang": wrong}, headers={"accept-language": "cs"})
    assert language_of(answer.text) == "cs"
    assert "set-cookie" not in answer.headers
    answer = hall.phone().get(hall.link("reader"), headers={"cookie": f"mcmahon-language={wrong}"})
    assert language_of(answer.text) == "en"


@pytest.mark.slow
def test_who_wishes_for_nothing_gets_the_tournaments_language(hall: Hall) -> None:
    hall.desk.do(lambda s: change(s, ChangeSettings(assignments=["pages.language=it"])), "set")
    path, phone = hall.link("reader"), hall.phone()
    assert language_of(phone.get(path).text) == "it"
    slips = hall.director.get("/t/congress60/hall/slips").text
    assert language_of(slips) == "it"
    assert waits("it", "won") or '<p class="box">vittoria</p>' in slips
    sheet = hall.director.get("/t/congress60/hall/sheet/1").text
    assert waits("it", "2. Scan this code") or "2. Scansiona questo codice" in sheet
    assert "Go-Hall" in sheet


@pytest.mark.slow
def test_a_wrong_link_is_told_in_the_language_of_the_browser(hall: Hall) -> None:
    answer = hall.phone().get("/h/congress60/wrong/", headers={"accept-language": "pl"})
    assert answer.status_code == 404
    assert waits("pl", "This link is not valid.") or "Ten link jest nieważny." in answer.text
    assert language_of(answer.text) == "pl"


def test_helpers_read_their_own_language(hall: Hall) -> None:
    """Only the steps are as the journal has them, for everybody."""
    page = hall.phone().get(hall.link("helper"), headers={"accept-language": "de"}).text
    assert language_of(page) == "de"
    assert waits("de", "Last steps") or "Letzte Schritte" in page
    assert 'hreflang="fr"' in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "typed", "means"),
    [
        ("de", "17 Weiß, 4 s, 5 schwarz+, 6 b 7w", "17 1-0 4 0-1 5 0-1! 6 0-1 7 1-0"),
        ("fr", "blanc 17, 3 n, 4 b", "17 1-0 3 0-1 4 0-1"),
        ("cs", "17 Č, 3 bílý, 4 b", "17 0-1 3 1-0 4 0-1"),
        ("ja", "１７黒 3 白＋、5 ½", "17 0-1 3 1-0! 5 jigo"),
        ("ru", "17 б 3 Ч+ 4 b", "17 1-0 3 0-1! 4 0-1"),
        ("en", "17 white 3 Black+", "17 1-0 3 0-1!"),
    ],
)
def test_results_are_typed_in_the_words_of_the_page_and_in_english_letters(
    language: str, typed: str, means: str
) -> None:
    """`b` is Black on every page, also where the word for White begins with it."""
    if any(waits(language, sentence(ENGLISH, key)) for key in LETTERS):
        pytest.skip("words that are typed wait for a translation")
    assert typed_results(typed, None, typed_words(words_of(language))).results == by_table(means.split())


def test_no_language_has_one_word_for_two_results() -> None:
    for language in OTHERS:
        shown = typed_words(words_of(language))
        assert {*shown.values()} == {"w", "b", "j"}
        assert all(shown.get(letter, letter) == letter for letter in "wbj")


@pytest.mark.slow
def test_a_helper_types_the_word_that_the_page_shows(hall: Hall) -> None:
    phone, path, german = hall.phone(), hall.link("helper"), {"accept-language": "de"}
    black = sentence(words_of("de"), "black")
    assert waits("de", "Black") or black == "Schwarz"
    assert f"b = {black}" in phone.get(path, headers=german).text
    table = hall.played.games[0].table
    phone.post(path, data={"typed": f"{table} {black}", "round": "4"}, headers=german)
    assert hall.entered(table).result is Result.BLACK


def test_who_is_anonymous_is_so_in_every_language(hall: Hall) -> None:
    """The name that the program gives is said, names of people are not: also in sentences, and in that of a pair."""
    view = HallView(hall.desk.read())
    player = view.player(17)

    def renamed(state: State) -> Outcome[None]:
        own = replace(state.tournament.player(player), surname="Anonymous", first_name="1")
        return Outcome(state.with_tournament(state.tournament.with_players([own])), None)

    hall.desk.do(renamed, "renamed")
    path, phone = hall.link("reader"), hall.phone()
    german = HallView(hall.desk.read()).said_by(words_of("de"))
    assert HallView(hall.desk.read()).people[player].name == "Anonymous 1"
    name = german.people[player].name
    assert name in phone.get(path + "standings", headers={"accept-language": "de"}).text
    if not waits("de", "Anonymous 1"):
        assert name == "Anonym 1"
        told = "".join(text for n in range(1, 61) if (card := german.card(n)) for text in card.why)
        assert "Anonymous" not in told
    assert waits("ja", "Anonymous") or said_name("Anonymous & Maier", words_of("ja")) == "匿名 & Maier"
    assert said_name("Anonymous Bosch", words_of("ja")) == "Anonymous Bosch"


@pytest.mark.slow
@pytest.mark.parametrize(
    "language", [one if one in ("fr", "ja") else pytest.param(one, marks=pytest.mark.long) for one in OTHERS]
)
def test_no_sentence_of_a_phone_is_left_in_english(hall: Hall, language: str) -> None:
    prize = PrizeRequest(name="1ère", value="5", currency="EUR")
    hall.desk.do(lambda state: edit(state, prize), "prize")
    hall.desk.do(lambda state: announce(state, AnnouncePrizes(anyway=True)), "announce")
    reader, check_in, phone = hall.link("reader"), hall.link("check-in"), hall.phone()
    side = hall.board(hall.played.games[0], Side.BLACK)
    played = [hall.played.games[0].white, hall.played.games[-1].black]
    view = HallView(hall.desk.read())
    pages = [reader + page for page in ("", "names?name=qq", "tables", "tables/1", "standings", "screen")]
    pages += [f"{reader}player/{view.number(player)}" for player in (*played, *hall.played.absent[:1])]
    pages += [check_in, f"{check_in}here/3", side, f"{side}?say=0-1", reader + "prizes"]
    said = [text for one in SENTENCES.values() for text in ((one,) if isinstance(one, str) else one)]
    catalogue = read_catalogue(language)
    same = INTERNATIONAL | {text for text in said if (known := catalogue.get(text)) and known.string == text}
    english = {
        re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text)))
        for text in said
        if text not in same and len(re.sub(r"\{\w+\}|\W", "", text)) > 3
    }
    for address in pages:
        text = phone.get(address, headers={"accept-language": language}).text
        assert language_of(text) == tag_of(language)
        for one in Read(text).texts:
            left = any(pattern.fullmatch(one) for pattern in english)
            assert not left or waits(language, one), (address, one)


def test_why_this_game_is_said_in_the_readers_language_with_the_same_facts(hall: Hall) -> None:
    view = HallView(hall.desk.read())
    told = 0
    for language in ("de", "ja"):
        other = view.said_by(words_of(language))
        for person in view.listed():
            number = int(person.file.removeprefix("player-").removesuffix(".html"))
            english, here = view.card(number), other.card(number)
            assert english
            assert here
            assert len(english.why) == len(here.why)
            assert [text for text in {*english.why} & {*here.why} if not waits(language, text)] == []
            assert (english.place, english.points) == (here.place, here.points)
            assert [replace(turn, opponent=None) for turn in english.turns] == [
                replace(turn, opponent=None) for turn in here.turns
            ]
            told += len(here.why)
    assert told > 100
    assert view.said_by(words_of("de")) is view.said_by(words_of("de"))
