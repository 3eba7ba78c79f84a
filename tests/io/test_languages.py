"""The catalogues: every sentence in every language, with its placeholders; pages with nothing left in English."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from builders import played, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.languages import catalogues
from mcmahon.io.languages.catalogues import negotiate, read_catalogue, tag_of, words_of
from mcmahon.io.pages.cells import days_text, start_text
from mcmahon.io.pages.manifest import page_path
from mcmahon.io.pages.publishing import make_pages, publish
from mcmahon.model.errors import InputError
from mcmahon.model.language import ENGLISH, LANGUAGES
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.board_case import case_of, points_text
from mcmahon.model.reasons.board_reasons import sentences
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.settings import PageSettings
from mcmahon.model.tournament.tournament import Tournament

import tools.languages
from tools.languages import FOLDER, OTHERS, is_behind, missing, refused, template, updated

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
#: German, and Russian with other letters and three forms of plural; the other ten are seen by the gate.
IN_TURN = [
    language if language in ("de", "ru") else pytest.param(language, marks=pytest.mark.long) for language in OTHERS
]
#: Words that are the same in another language: terms of the game, international words, punctuation.
SAME = 25


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_a_catalogue_has_its_placeholders(language: str) -> None:
    catalogue = read_catalogue(language)
    for message in template():
        known = catalogue.get(message.id, message.context) if message.id else None
        if known is None or known.fuzzy or not known.string:
            continue
        if not isinstance(message.id, (tuple, list)):
            assert placeholders(known.string) == placeholders(message.id), known.string
            continue
        needed = placeholders(message.id[1])
        assert len(known.string) == catalogue.num_plurals
        for k, form in enumerate(known.string):
            only_one = k == 0 and language not in ("ru", "uk", "ja", "zh", "ko")  # a form for 0 or 1 and nothing else
            assert needed - {"n"} <= placeholders(form) <= needed, form
            assert only_one or placeholders(form) == needed, form


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_the_tool_changes_no_translation(language: str) -> None:
    now, then = read_po(BytesIO(updated(language).encode()), locale=language), read_catalogue(language)
    assert len(now) > 100
    for message in now:
        known = then.get(message.id, message.context)
        assert message.string == (known.string if known else message.string), message.id


@pytest.mark.slow
def test_a_sentence_without_a_translation_is_english_and_stops_a_release_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    german = words_of("de")

    def shortened(language: str) -> Catalog:
        catalogue = read_catalogue(language)
        catalogue["Standings"].string = ""
        catalogue["{n} win", None].string = ("", "")
        return catalogue

    monkeypatch.setattr(catalogues, "read_catalogue", shortened)
    monkeypatch.setattr(tools.languages, "read_catalogue", shortened)
    monkeypatch.setattr(tools.languages, "OTHERS", ("de",))
    monkeypatch.setattr(tools.languages, "FOLDER", tmp_path)
    short = words_of.__wrapped__("de")
    assert (short.say("Standings"), short.say("Players")) == ("Standings", german.say("Players"))
    assert [short.count("{n} win", "{n} wins", n) for n in (1, 3)] == ["1 win", "3 wins"]
    assert german.say("Standings") != "Standings"
    (tmp_path / "de.po").write_text(updated("de"), encoding="utf-8")
    try:
        missing.cache_clear()
        assert refused("# Changes\n\n## [3.0.0] (unreleased)\n") == 0
        assert capsys.readouterr().out.splitlines() == ["de: sentences in English: 2", "    Standings", "    {n} wins"]
        assert refused("# Changes\n\n## [3.0.0]\n\n## [2.0.0] (unreleased)\n") == 1
    finally:
        missing.cache_clear()


@pytest.mark.slow
def test_a_catalogue_that_is_behind_the_sentences_of_today_stops_a_release_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tools.languages, "OTHERS", ("de",))
    monkeypatch.setattr(tools.languages, "FOLDER", tmp_path)
    monkeypatch.setattr(tools.languages, "missing", lambda _: ())
    (tmp_path / "de.po").write_text(updated("de"), encoding="utf-8")
    assert not is_behind("de")
    assert refused("## [3.0.0]") == 0
    (tmp_path / "de.po").write_text(updated("de").replace("Standings", "Standing"), encoding="utf-8")
    assert (refused("## [3.0.0] (unreleased)"), refused("## [3.0.0]")) == (0, 1)
    assert "its file is behind: run python -m tools.languages" in capsys.readouterr().out


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_are_plain_text(language: str) -> None:
    """Templates put them on pages as they are; spaces around them are those of English, but where words have none."""
    for message in read_catalogue(language):
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        for form in forms if message.id else ():
            assert not set(form) & set('<>&"'), form
            assert "  " not in form, form
            assert message.context == "list" or form == form.strip(), form
            assert form[-1:] not in "|/", form


def test_every_language_is_listed_and_no_other_file_lies_there() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.po")) == sorted(OTHERS)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("de", ["1 Sieg", "2 Siege", "5 Siege"]),
        ("fr", ["1 victoire", "2 victoires", "5 victoires"]),
        ("cs", ["1 výhra", "2 výhry", "5 výher"]),
        ("pl", ["1 wygrana", "2 wygrane", "5 wygranych"]),
        ("ru", ["1 победа", "2 победы", "5 побед"]),
        ("uk", ["1 перемога", "2 перемоги", "5 перемог"]),
        ("ja", ["1勝", "2勝", "5勝"]),
    ],
)
def test_plural_forms(language: str, texts: list[str]) -> None:
    assert [words_of(language).count("{n} win", "{n} wins", n) for n in (1, 2, 5)] == texts


def test_points_and_komi_are_written_as_the_language_does() -> None:
    russian = words_of("ru")
    assert [points_text(half, russian) for half in (1, 2, 5, 6, 10, 42)] == [
        "½ очка", "1 очко", "2½ очка", "3 очка", "5 очков", "21 очко",
    ]  # fmt: skip
    assert words_of("de").number("6.5") == "6,5"
    assert words_of("ja").number("6.5") == "6.5"


class Spoken(HTMLParser):
    """The texts of a page, and those that are read aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for key, value in attrs if key in ("aria-label", "data-t") and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def complete(language: str) -> None:
    """Leave a test out while a language waits for translations: what is missing is in English."""
    if missing(language):
        pytest.skip(f"{language} waits for {len(missing(language))} translations")


def in_languages(t: Tournament, *codes: str) -> Tournament:
    pages = PageSettings(language=codes[0], languages=codes[1:])
    return replace(t, settings=replace(t.settings, pages=pages))


@pytest.fixture(scope="module")
def congress() -> Tournament:
    return TournamentFolder(INSTANCES / "odd75").read().tournament


@pytest.fixture(scope="module")
def pages(congress: Tournament) -> dict[str, str]:
    return make_pages(in_languages(congress, *LANGUAGES))


@pytest.mark.slow
@pytest.mark.parametrize("language", IN_TURN)
def test_no_english_is_left_on_a_page(language: str, congress: Tournament) -> None:
    """A text on the English page that has three small letters in a row, and is no name, is another one here."""
    complete(language)
    pages = make_pages(in_languages(congress, "en", language))
    names = {text for p in congress.players for text in (p.name, p.club, p.country)} | {congress.settings.name}
    known = set(LANGUAGES.values())
    left: set[str] = set()
    for file in (
        "index",
        "round-3",
        "round-3-names",
        "standings",
        "players",
        "player-78",
        "player-5",
        "rules",
        "pictures",
    ):
        english = {text.strip() for text in Spoken(pages[f"{file}.html"]).texts} - names - known
        here = {text.strip() for text in Spoken(pages[f"{language}/{file}.html"]).texts}
        left |= {
            text
            for text in english & here
            if re.search("[a-z]{3}", text) and not text.startswith("MMS") and not text.startswith(tuple(names - {""}))
        }
    translated = {str(m.string) for m in read_catalogue(language) if m.id == m.string}
    assert {text for text in left if text not in translated} == set()
    assert len(translated) <= SAME


@pytest.mark.slow
def test_pages_in_several_languages_lie_in_folders_and_lead_to_each_other(pages: dict[str, str]) -> None:
    for language in OTHERS:
        page = pages[f"{language}/player-5.html"]
        assert f'<html lang="{tag_of(language)}">' in page
        assert '<link rel="stylesheet" href="../style.css">' in page
        assert '<a href="../player-5.html" lang="en" hreflang="en">English</a>' in page
        assert f'<a href="../{language}/player-5.html" lang="{tag_of(language)}"' in page
        assert f"{language}/wall.html" not in pages
        assert f"{language}/round-1-slips.html" not in pages
        assert 'href="../wall.html"' in pages[f"{language}/index.html"]
    assert '<a href="de/player-5.html" lang="de" hreflang="de">Deutsch</a>' in pages["player-5.html"]
    for name, text in pages.items():
        home = Path(name).parent
        for link in re.findall(r'href="([^"#]+)"', text) if name.endswith(".html") else ():
            target = (Path("/") / home / link).resolve().relative_to("/").as_posix()
            assert target in pages, f"{name}: {link}"


def test_one_language_has_no_links_to_others_and_no_folders(congress: Tournament) -> None:
    english, german = make_pages(congress), make_pages(in_languages(congress, "de"))
    assert english.keys() == german.keys()
    assert "languages" not in english["index.html"] + english["style.css"] + german["index.html"]
    assert '<html lang="de">' in german["round-1-slips.html"]
    assert "Unterschrift" in german["round-1-slips.html"]
    assert "Endtabelle" in german["wall-standings.html"] or "Tabelle nach Runde" in german["wall-standings.html"]
    assert "<summary>All settings" in english["rules.html"]
    assert "<summary>" not in german["rules.html"]  # a list of English words


def test_names_are_escaped_in_sentences_of_every_language() -> None:
    t = tournament("1d 1d", name="<b>Open</b>")
    t = t.with_players([replace(p, surname="<i>{x}</i>") for p in t.players])
    for name, text in make_pages(in_languages(played(t, "a+b"), "ja", "fr")).items():
        assert "<i>" not in text, name
        assert "<b>Open" not in text, name


def test_names_from_right_to_left_are_isolated_in_every_language() -> None:
    t = played(tournament("1d 1d"), "a+b")
    t = t.with_players([replace(p, surname="שרה") for p in t.players])
    page = make_pages(in_languages(replace(t, players=t.players[:2]), "ru"))["player-1.html"]
    assert re.search("<bdi>שרה[^<]*</bdi>", page)


def test_all_that_is_written_from_right_to_left_is_isolated() -> None:
    """Names of people, clubs, places and the tournament, on every page; only titles of windows hold no marks."""
    t = played(tournament("1d 1d 1d", name="פתוח 2026", event__place="ירושלים (מרכז)", rounds=1), "a+b", byes="c")
    t = t.with_players([replace(p, surname="الأحمد", first_name="שרה", club="מועדון (תל אביב)") for p in t.players])
    for name, page in make_pages(t).items():
        if name.endswith(".html"):
            outside = re.sub("<bdi>[^<]*</bdi>|<title>[^<]*</title>", "", page)
            letters_alone = re.sub(">.</a>", "></a>", outside)  # of the register
            assert re.findall("[^<>]*[\u0590-\u08ff][^<>]*", letters_alone) == [], name


@pytest.mark.slow
def test_folders_of_languages_come_and_go(tmp_path: Path) -> None:
    t = played(tournament("1d 1d"), "a+b")
    written = publish(in_languages(t, "en", "de", "uk"), tmp_path)
    assert (tmp_path / "de" / "index.html").is_file()
    assert set(written) == {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.*") if p.is_file()} - {
        ".mcmahon-pages"
    }
    (tmp_path / "uk" / "mine.txt").write_text("kept")
    publish(in_languages(t, "en"), tmp_path)
    assert not (tmp_path / "de").exists()
    assert [path.name for path in (tmp_path / "uk").iterdir()] == ["mine.txt"]


def test_a_link_in_the_place_of_a_language_is_refused(tmp_path: Path) -> None:
    """Pages are written into the folder that was named, and nowhere else."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "de").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="is a link"):
        publish(in_languages(tournament("1d 1d"), "en", "de"), tmp_path / "pages")
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert page_path(tmp_path / "pages", "de/index.html") is None
    assert page_path(tmp_path / "pages", "../index.html") is None
    assert page_path(tmp_path / "pages", "rounds/1.csv") is None


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("zh-CN", "zh"),
        ("pt-BR, fr;q=0.3, ja;q=0.7", "ja"),
        ("fr;q=0.5, uk;q=0.5", "fr"),
        ("DE", "de"),
        ("", "en"),
        ("*", "en"),
        ("de;q=0, cs;q=0.1", "cs"),
        ("de;q=x, ;;q=, pl", "pl"),
        ("xx" * 5000, "en"),
    ],
)
def test_the_language_of_a_reader(header: str, language: str) -> None:
    assert negotiate(header) == language


def test_only_available_languages_are_given() -> None:
    assert negotiate("fr, de;q=0.5", ("cs", "de")) == "de"
    assert negotiate("fr", ("cs", "de")) == "cs"


def test_days_and_starts() -> None:
    german, japanese = words_of("de"), words_of("ja")
    assert days_text("2026-05-01", "2026-05-03", german) == "1.–3. Mai 2026"
    assert days_text("2026-05-01", "", german) == "1. Mai 2026"
    assert days_text("2026-05-01", "2026-05-01", japanese) == "2026年5月1日"
    assert start_text("2026-05-01 10:00", german) == "Fr., 1. Mai, 10:00"
    assert start_text("2026-05-01 10:00", ENGLISH) == "Fri 1 May, 10:00"


def test_a_language_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="wrong value"):
        PageSettings(languages=("xx",))


@pytest.mark.parametrize("language", IN_TURN)
def test_a_place_is_explained_in_every_language(language: str, congress: Tournament) -> None:
    complete(language)
    table = standings(congress)
    for row in table.rows[:20]:
        english = explain_place(table, row.player)
        said = explain_place(table, row.player, words=words_of(language))
        assert [c.value for c in said.criteria] == [c.value for c in english.criteria]
        assert len(said.neighbours) == len(english.neighbours)
        assert not set(said.neighbours) & set(english.neighbours)


@pytest.mark.parametrize("language", IN_TURN)
def test_why_a_board_is_said_in_every_language(language: str) -> None:
    """The same reasons, none of them in English, for every board of a tournament."""
    complete(language)
    state, words = TournamentFolder(INSTANCES / "club16").read(), words_of(language)
    said = 0
    for drawn in state.tournament.rounds:
        ledger = state.records[drawn.number].ledger
        for player in ledger.entrants if ledger else ():
            english = dict(sentences(case_of(ledger, state.tournament, drawn, player)))
            here = dict(sentences(case_of(ledger, state.tournament, drawn, player, words)))
            assert list(here) == list(english)
            assert not set(here.values()) & set(english.values())
            said += len(here)
    assert said > 100
