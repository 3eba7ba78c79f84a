"""The catalogues: every sentence in every language, with its placeholders; pages with nothing left in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po
from builders import make_pages, played, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.languages import catalogues
from mcmahon.io.languages.catalogues import is_translated, negotiate, read_catalogue, tag_of, words_of
from mcmahon.io.pages.public import days_text, start_text
from mcmahon.io.pages.publishing import page_path, publish
from mcmahon.model.errors import InputError
from mcmahon.model.language import ENGLISH, LANGUAGES
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.board_case import case_of, points_text
from mcmahon.model.reasons.board_reasons import sentences
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.settings.occasion import PageSettings
from mcmahon.model.tournament.tournament import Tournament
from translations import waits

import tools.languages
from tools.languages import FOLDER, OTHERS, is_behind, known_of, missing, refused, template, updated

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
#: German, and Russian with other letters and three forms of plural; the other ten are seen by the gate.
IN_TURN = [
    language if language in ("de", "ru") else pytest.param(language, marks=pytest.mark.long) for language in OTHERS
]
#: Words that are the same in another language: terms of the game, international words, punctuation.
SAME = 25


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


#: Writes a catalogue of all sentences of today, each its own translation with an `ä` before it, but for some.
MadeUp = Callable[..., Path]


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MadeUp]:
    """What writes a catalogue of its own, which is then read instead of that of the language."""
    monkeypatch.setattr(catalogues, "files", lambda _: tmp_path)
    monkeypatch.setattr(tools.languages, "FOLDER", tmp_path)

    def write(language: str, others: Mapping[str, Any] | None = None, in_doubt: str = "") -> Path:
        made, file = Catalog(locale=language, fuzzy=False), tmp_path / f"{language}.po"
        for m in template():
            if m.id:
                one, many = (m.id, "") if isinstance(m.id, str) else m.id
                usual = (f"ä{one}", *[f"ä{many}"] * 2)[: made.num_plurals] if many else f"ä{one}"
                flags = ["fuzzy"] if one == in_doubt else []
                made.add(m.id, (others or {}).get(one, usual), flags=flags, context=m.context)
        with file.open("wb") as out:
            write_po(out, made)
        monkeypatch.setattr(tools.languages, "OTHERS", (language,))
        file.write_text(updated(language), encoding="utf-8")
        missing.cache_clear()
        return file

    missing.cache_clear()
    yield write
    missing.cache_clear()


def faults(language: str) -> list[str]:
    """Translations that no page can have: with other placeholders than their sentence, too few forms, or such letters.

    Templates put them on pages as they are; spaces around them are those of English, but where words have none.
    """
    catalogue, found = read_catalogue(language), []
    for message in template():
        known = known_of(catalogue, message) if message.id else None
        if known is None or not is_translated(known):
            continue
        counted = not isinstance(message.id, str)
        needed = placeholders(message.id[1] if counted else message.id)
        forms = known.string if counted else (known.string,)
        if counted and len(forms) != catalogue.num_plurals:
            found.append(f"{len(forms)} forms: {forms}")
        for k, form in enumerate(forms):
            only_one = counted and k == 0 and language not in ("ru", "uk", "ja", "zh", "ko")  # for 0 or 1, nothing else
            if placeholders(form) not in (needed, needed - {"n"} if only_one else needed):
                found.append(f"placeholders: {form}")
            spaced = "  " in form or (message.context != "list" and form != form.strip())
            if set(form) & set('<>&"') or spaced or form[-1] in "|/":
                found.append(f"letters: {form}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_placeholders_of_their_sentences_and_are_plain_text(language: str) -> None:
    assert faults(language) == []


def test_a_translation_that_no_page_can_have_is_a_fault_and_one_that_is_missing_is_none(made_up: MadeUp) -> None:
    wrong = {"Standings": "Tabelle {n}", "Players": "<b>Spieler</b>", "Rules": "Regeln ", "{n} win": ("Sieg", "Siege")}
    made_up("de", {**wrong, "Last steps": "", "Signed": "Unterschrift {x}", "{n} loss": ("{x}", "")}, in_doubt="Signed")
    assert sorted(faults("de")) == [
        "letters: <b>Spieler</b>",
        "letters: Regeln ",
        "placeholders: Siege",
        "placeholders: Tabelle {n}",
    ]


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ('msgstr "äPlayers"', ""),
        ('msgstr "äPlayers"', '<<<<<<< theirs\nmsgstr "äPlayers"'),
        ('msgstr[1] "ä{n} wins"', 'msgstr[1] "ä{n} wins"\nmsgstr[2] "ä{n} wins"'),
        ("nplurals=2", "nplurals=two"),
    ],
)
def test_a_broken_file_is_refused(text: str, damaged: str, made_up: MadeUp) -> None:
    file = made_up("de")
    whole = file.read_text(encoding="utf-8")
    assert whole.count(text) == 1
    file.write_text(whole.replace(text, damaged), encoding="utf-8")
    with pytest.raises((PoFileError, ValueError)):
        read_catalogue("de")


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_the_tool_changes_no_translation(language: str) -> None:
    now, then = read_po(BytesIO(updated(language).encode()), locale=language), read_catalogue(language)
    assert len(now) > 100
    for message in now:
        known = then.get(message.id, message.context)
        assert message.string == (known.string if known else message.string), message.id


@pytest.mark.parametrize("language", ["de", "ru", "ja"])
def test_a_sentence_without_a_translation_is_english_in_each_of_its_forms(language: str, made_up: MadeUp) -> None:
    """One that lacks a form, or is in doubt, is not said in two languages: 21 takes the form for one in Russian."""
    forms = {"de": 2, "ru": 3, "ja": 1}[language]
    made_up(language, {"Standings": "", "{n} win": ("",) * forms, "{n} loss": ("", *"ab")[:forms]}, in_doubt="Signed")
    words = words_of.__wrapped__(language)
    assert [words.say(text) for text in ("Players", "Standings", "Signed")] == ["äPlayers", "Standings", "Signed"]
    for one, many in (("win", "wins"), ("loss", "losses")):
        said = [words.count(f"{{n}} {one}", f"{{n}} {many}", n) for n in (0, 1, 5, 21)]
        assert said == [f"0 {many}", f"1 {one}", f"5 {many}", f"21 {many}"]


@pytest.mark.slow
def test_a_missing_translation_is_told_and_stops_a_release_alone(
    made_up: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    made_up("de")
    assert refused("# Changes\n\n## [3.0.0]\n") == 0
    made_up("de", {"Standings": "", "{n} win": ("a", "")}, in_doubt="Signed")
    capsys.readouterr()
    assert refused("# Changes\n\n## [3.0.0] (unreleased)\n") == 0
    told = ["de: sentences in English: 3", "    Signed", "    Standings", "    {n} wins"]
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(told)
    assert refused("# Changes\n\n## [3.0.0]\n\n## [2.0.0] (unreleased)\n") == 1


@pytest.mark.slow
def test_a_catalogue_that_is_behind_the_sentences_of_today_stops_a_release_alone(
    made_up: MadeUp, capsys: pytest.CaptureFixture[str]
) -> None:
    file = made_up("de")
    assert not is_behind("de")
    file.write_text(file.read_text(encoding="utf-8") + '\nmsgid "of old"\nmsgstr "von einst"\n', encoding="utf-8")
    assert (refused("## [3.0.0] (unreleased)"), refused("## [3.0.0]")) == (0, 1)
    assert "its file is behind: run python -m tools.languages" in capsys.readouterr().out


def test_the_tool_keeps_doubts_and_forgets_what_is_said_otherwise_now(made_up: MadeUp) -> None:
    """A sentence that was not counted has no forms yet, and one that was counted no sentence."""
    file = made_up("de", in_doubt="Signed")
    text = file.read_text(encoding="utf-8")
    for now, then in (
        (
            'msgid "{n} win"\nmsgid_plural "{n} wins"\nmsgstr[0] "ä{n} win"\nmsgstr[1] "ä{n} wins"',
            'msgid "{n} win"\nmsgstr "ä"',
        ),
        ('msgid "Players"\nmsgstr "äPlayers"', 'msgid "Players"\nmsgid_plural "All"\nmsgstr[0] "a"\nmsgstr[1] "b"'),
    ):
        assert text.count(now) == 1
        text = text.replace(now, then)
    file.write_text(text, encoding="utf-8")
    assert sorted(missing("de")) == ["Players", "Signed", "{n} wins"]
    file.write_text(updated("de"), encoding="utf-8")
    now = read_catalogue("de")
    assert (now["Signed"].string, now["Signed"].fuzzy) == ("äSigned", True)
    assert (now["Players"].string, now["{n} win"].string) == ("", ("", ""))
    assert "fuzzy" not in {flag for message in now if message.id != "Signed" for flag in message.flags}


def test_every_line_of_a_file_is_a_comment_or_in_quotes() -> None:
    line = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?".*")?')
    for path in FOLDER.glob("*.po"):
        assert [text for text in path.read_text(encoding="utf-8").splitlines() if not line.fullmatch(text)] == []


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
    assert waits(language, "2 wins") or [words_of(language).count("{n} win", "{n} wins", n) for n in (1, 2, 5)] == texts


def test_points_and_komi_are_written_as_the_language_does() -> None:
    halves, russian = (1, 2, 5, 6, 10, 42), ["½ очка", "1 очко", "2½ очка", "3 очка", "5 очков", "21 очко"]
    for half, text in zip(halves, russian, strict=True):
        assert waits("ru", points_text(half)) or points_text(half, words_of("ru")) == text
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


def in_languages(t: Tournament, *codes: str) -> Tournament:
    pages = PageSettings(language=codes[0], languages=codes[1:])
    return replace(t, settings=replace(t.settings, pages=pages))


@pytest.fixture(scope="module")
def congress() -> Tournament:
    return TournamentFolder(INSTANCES / "odd75").read().tournament


@pytest.fixture(scope="module")
def pages(congress: Tournament) -> dict[str, str]:
    return make_pages(in_languages(congress, "en", "de", "zh"))


@pytest.mark.slow
@pytest.mark.parametrize("language", IN_TURN)
def test_no_english_is_left_on_a_page(language: str, congress: Tournament) -> None:
    """A text on the English page that has three small letters in a row, and is no name, is another one here."""
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
            if not waits(language, text)
        }
    translated = {str(m.string) for m in read_catalogue(language) if m.id == m.string}
    assert {text for text in left if text not in translated} == set()
    assert len(translated) <= SAME


@pytest.mark.slow
def test_pages_in_several_languages_lie_in_folders_and_lead_to_each_other(pages: dict[str, str]) -> None:
    for language in ("de", "zh"):
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
    assert waits("de", "Signed") or "Unterschrift" in german["round-1-slips.html"]
    after = any(waits("de", text) for text in ("Final standings", "Standings after round 3"))
    assert after or re.search("Endtabelle|Tabelle nach Runde", german["wall-standings.html"])
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
    table = standings(congress)
    for row in table.rows[:20]:
        english = explain_place(table, row.player)
        said = explain_place(table, row.player, words=words_of(language))
        assert [c.value for c in said.criteria] == [c.value for c in english.criteria]
        assert len(said.neighbours) == len(english.neighbours)
        assert [text for text in {*said.neighbours} & {*english.neighbours} if not waits(language, text)] == []


@pytest.mark.parametrize("language", IN_TURN)
def test_why_a_board_is_said_in_every_language(language: str) -> None:
    """The same reasons, none of them in English, for every board of a tournament."""
    state, words = TournamentFolder(INSTANCES / "club16").read(), words_of(language)
    said = 0
    for drawn in state.tournament.rounds:
        ledger = state.records[drawn.number].ledger
        for player in ledger.entrants if ledger else ():
            english = dict(sentences(case_of(ledger, state.tournament, drawn, player)))
            here = dict(sentences(case_of(ledger, state.tournament, drawn, player, words)))
            assert list(here) == list(english)
            same = {*here.values()} & {*english.values()}
            assert [text for text in same if not waits(language, text)] == []
            said += len(here)
    assert said > 100
