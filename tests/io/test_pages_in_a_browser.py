"""The pages in headless Chromium. Without it these tests are skipped: apt-get install chromium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from builders import LONG_NAMES, field, played, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.pages.printing import sheet_style, sheets_of
from mcmahon.io.pages.publishing import publish
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament

axe_core_python, Image = pytest.importorskip("axe_core_python"), pytest.importorskip("PIL.Image")
PdfReader = pytest.importorskip("pypdf").PdfReader
INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
PHONE, DESK, WALL, PROJECTOR = (360, 740), (1280, 800), (1920, 1080), (1280, 720)
SIZES = (PHONE, DESK, WALL)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--virtual-time-budget=4000",
)  # fmt: skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of two tournaments, one with handicaps, of a large one, and of one by wins that is over."""
    home = tmp_path_factory.mktemp("site")
    for name in ("odd75", "club16"):
        publish(TournamentFolder(INSTANCES / name).read().tournament, home / name)
    publish(field(450), home / "large")
    publish(long_names(), home / "long")
    congress = TournamentFolder(INSTANCES / "congress60").read().tournament
    order = replace(congress.settings.placing, order=("WINS", "SOS", "SODOS", "CUSP"))
    publish(replace(congress, settings=replace(congress.settings, placing=order, rounds=3)), home / "wins")
    return home


def long_names() -> Tournament:
    """Names, clubs and a title of one long word, handicaps, results and tie-breaks of every kind."""
    word = "Donaudampfschifffahrtsgesellschaftskapitaen"
    order = ["MMS", "SOS", "SOSOS", "SODOS", "CUSS", "SDC", "DC"]
    t = tournament("3d 2d 1d 1k 5k", name=f"{word} {word.lower()} Cup", placing__order=order, event__place=word)
    people = [
        replace(p, surname=word, first_name=f"Maximiliane-{p.id}", club=word, country="Germany") for p in t.players
    ]
    drawn = Round(1, (Game(101, "a", "b", 3, 1), Game(102, "c", "d", 9, -40)), byes=("e",))
    t = played(t.with_players(people).with_round(drawn), "a+c b-d!", byes="e")
    return t.with_round(replace(drawn, number=3, games=(Game(101, "a", "d", 3, 1), Game(102, "b", "c"))))


def browser(home: Path, *arguments: str) -> str:
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={home / 'profile'}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def kinds(site: Path, name: str) -> list[Path]:
    """One page of every kind."""
    files = ["index", "round-2", "round-2-names", "wall", "wall-names", "wall-standings", "round-2-slips", "standings"]
    files += ["players", "pictures", "rules", "player-5"]
    return [site / name / f"{file}.html" for file in files]


def measured(site: Path, pages: list[Path], size: tuple[int, int], script: str) -> list[Any]:
    """What the body of a function of the document `d` gives on each page, shown in a frame of this size."""
    width, height = size
    frames = "".join(f'<iframe src="{page.as_uri()}" width="{width}" height="{height}"></iframe>' for page in pages)
    probe = site / f"probe-{width}-{abs(hash(script))}.html"
    probe.write_text(
        f"<body>{frames}<pre id=out></pre><script>const of = d => {{ {script} }}; onload = () => {{ out.textContent = "
        "JSON.stringify([...document.querySelectorAll('iframe')].map(f => of(f.contentDocument))) }</script></body>",
        encoding="utf-8",
    )
    found = re.search(r'<pre id="out">(.*?)</pre>', browser(site, "--dump-dom", probe.as_uri()), re.DOTALL)
    assert found is not None
    values = json.loads(unescape(found[1]))
    assert len(values) == len(pages)
    return list(values)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_no_page_scrolls_sideways(site: Path, size: tuple[int, int]) -> None:
    pages = [page for name in ("odd75", "club16", "wins", "long") for page in kinds(site, name)]
    script = "const e = d.documentElement; return [e.scrollWidth - e.clientWidth, getComputedStyle(e).fontSize];"
    for page, (over, letters) in zip(pages, measured(site, pages, size, script), strict=True):
        assert over <= 0, page
        assert size == PHONE or letters != "16px", "the style sheet is there"


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, (412, 915)])
@pytest.mark.parametrize("name", ["odd75", "club16", "wins"])
def test_names_last_round_and_two_criteria_stay_in_sight_on_a_phone(
    site: Path, name: str, size: tuple[int, int]
) -> None:
    """Of the standings, without touching anything; line numbers, clubs and further tie-breaks are not there.

    Nor is any number of the last round, or of a criterion, below the names that stay where they are.
    """
    script = """
        const shown = e => { const r = e.getBoundingClientRect();
            return r.width > 0 && r.left >= 0 && r.right <= d.documentElement.clientWidth; };
        const heads = [...d.querySelectorAll('.crosstable thead th')];
        const rounds = heads.filter(h => /^\\d+$/.test(h.textContent));
        const box = d.querySelector('.wide'); box.scrollLeft = -500;
        const who = shown(d.querySelector('tbody .who')); box.scrollLeft = 0;
        return [shown(d.querySelector('tbody .who')), who, shown(d.querySelector('tbody .place')),
            shown(rounds.at(-1)), shown(d.querySelector('thead .score')), shown(d.querySelector('thead .score + .n')),
            [...d.querySelectorAll('.line, .club, .tie, .beside')].some(shown),
            [...d.querySelectorAll('tbody tr')].every(row => row.querySelector('.who').getBoundingClientRect().right
                <= [...row.querySelectorAll('.g')].at(-1).getBoundingClientRect().left + 1)];"""
    seen = measured(site, [site / name / "standings.html"], size, script)
    assert seen == [[True, True, True, True, True, True, False, True]]


def test_nothing_of_a_players_games_is_cut_off_on_a_phone(site: Path) -> None:
    """Opponent, table, handicap, result and score of each game, whole, without scrolling."""
    script = """const wide = d.documentElement.clientWidth;
        return [...d.querySelectorAll('.games tbody :is(th, td)')].filter(cell => cell.textContent.trim()).map(cell => {
            const r = cell.getBoundingClientRect();
            return r.width > 0 && r.left >= 0 && r.right <= wide && cell.scrollWidth <= cell.clientWidth + 1 });"""
    pages = [site / "club16" / "player-9.html", site / "odd75" / "player-5.html", site / "long" / "player-1.html"]
    for page, cells in zip(pages, measured(site, pages, PHONE, script), strict=True):
        assert len(cells) >= 8, page
        assert all(cells), page


def test_what_is_tapped_on_a_phone_is_large_enough(site: Path) -> None:
    """At least 24 pixels high and wide (WCAG 2.2, 2.5.8): pages, doors, letters, and what is for the hall."""
    script = """return [...d.querySelectorAll('nav a, .doors a, .chips a, .pages a')].map(a => {
        const r = a.getBoundingClientRect(); return r.width >= 24 && r.height >= 24 });"""
    pages = [site / "odd75" / f"{file}.html" for file in ("index", "round-2-names", "standings")]
    for page, large in zip(pages, measured(site, pages, PHONE, script), strict=True):
        assert len(large) >= 7, page
        assert all(large), page


def test_a_board_takes_two_lines_on_a_phone_and_a_third_for_handicap(site: Path) -> None:
    """Heights of rows in lines of text: players under each other with a stone each, the result beside them."""
    script = """const stone = cell => d.defaultView.getComputedStyle(cell, '::before').backgroundColor;
        return [...d.querySelectorAll('.boards tbody tr')].map(row => {
        const lines = row.querySelector('.terms').textContent ? 3 : 2;
        return [lines, Math.round((row.getBoundingClientRect().height - 18) / (16 * 1.5)),
            stone(row.querySelector('td.a')), stone(row.querySelector('td.b'))]; });"""
    (lines,) = measured(site, [site / "club16" / "round-1.html"], PHONE, script)
    assert len(lines) == 8
    assert {wanted for wanted, *_ in lines} == {2, 3}
    assert all(wanted == shown for wanted, shown, *_ in lines), lines
    assert {(white, black) for *_, white, black in lines} == {("rgb(255, 255, 255)", "rgb(17, 17, 17)")}


@pytest.mark.parametrize(("size", "table", "name"), [(WALL, 28, 22), (PROJECTOR, 18, 14)])
def test_a_wall_shows_every_line_it_has_in_large_type(site: Path, size: tuple[int, int], table: int, name: str) -> None:
    """45 boards, 113 names or 75 places are whole on the screen; the least sizes of numbers and names, in pixels."""
    pages = [site / "large" / f"{stem}.html" for stem in ("wall", "wall-names", "wall-standings")]
    script = """const high = d.documentElement.clientHeight, wide = d.documentElement.clientWidth;
        const lines = [...d.querySelectorAll('.screen li')];
        const px = s => Math.min(...[...d.querySelectorAll(s)].map(e => parseFloat(getComputedStyle(e).fontSize)));
        return [lines.length, lines.filter(l => { const r = l.getBoundingClientRect();
            return r.height > 0 && r.top >= 0 && r.bottom <= high && r.left >= 0 && r.right <= wide }).length,
            lines.filter(l => l.scrollHeight > l.clientHeight + 1).length, px('.screen .table'), px('.screen bdi')];"""
    for page, promised in zip(measured(site, pages, size, script), (45, 113, 75), strict=True):
        lines, shown, cut, numbers, names = page
        assert (lines, shown, cut) == (promised, promised, 0)
        assert promised == 75 or numbers >= (table if promised == 45 else name)
        assert names >= (name if promised == 45 else name * 0.85)


@pytest.mark.long
def test_a_long_name_on_a_wall_stays_in_its_line(site: Path) -> None:
    """It has a second line where there is room for one, and ends in dots; no other name is covered."""
    script = """return [...d.querySelectorAll('.screen li')].map(l => { const line = l.getBoundingClientRect();
        return [...l.querySelectorAll('bdi, .rank')].every(e => { const r = e.getBoundingClientRect();
            return r.height > 0 && r.top >= line.top - 1 && r.bottom <= line.bottom + 1 && r.right <= line.right + 1 })
        });"""
    for t, stem in ((TournamentFolder(INSTANCES / "odd75").read().tournament, "odd"), (field(26), "few")):
        people = [replace(p, surname="Łęcka-Wojciechowska", first_name="Ines Magdalena Teresa") for p in t.players]
        publish(t.with_players(people), site / stem)
        for lines in measured(site, [site / stem / "wall.html", site / stem / "wall-names.html"], WALL, script):
            assert len(lines) >= 13
            assert all(lines)


def printed(site: Path, page: Path) -> list[str]:
    """The text of each page of paper."""
    pdf = page.with_suffix(".pdf")
    browser(site, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri())
    return [sheet.extract_text() for sheet in PdfReader(pdf).pages]


@pytest.mark.slow
@pytest.mark.parametrize("file", ["standings", "players", "round-2"])
def test_pages_print_without_cut_tables(site: Path, file: str) -> None:
    """Each row stands whole on one sheet, all its cells in the width of the paper, below the titles of its columns."""
    page = site / "odd75" / f"{file}.html"
    sheets = printed(site, page)
    html = page.read_text(encoding="utf-8")
    table = re.search(r"<thead>(.*?)</thead>.*?<tbody>(.*)</tbody>", html, re.DOTALL)
    assert table is not None

    def cells(text: str) -> list[str]:
        plain = [
            unescape(re.sub("<[^>]*>", " ", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", text, re.DOTALL)
        ]
        return [" ".join(cell.split()) for cell in plain if cell.strip()]

    rows = [cells(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table[2], re.DOTALL)]
    plain = ["".join(sheet.split()) for sheet in sheets]
    assert len(rows) >= 35
    for row in rows:
        text = "".join("".join(row).split())
        assert any(text in sheet for sheet in plain), row
    titles = "".join("".join(cells(table[1])).split())
    for sheet in plain:
        if any("".join("".join(row).split()) in sheet for row in rows):
            assert titles in sheet


def test_the_list_of_names_prints_whole(site: Path) -> None:
    page = site / "odd75" / "round-2-names.html"
    plain = ["".join(sheet.split()) for sheet in printed(site, page)]
    lines = re.findall(r"(?s)<li id=.player-\d+.>(.*?)</li>", page.read_text(encoding="utf-8"))
    assert len(lines) >= 74
    for line in lines:
        text = "".join(unescape(re.sub("<[^>]*>", "", line)).split())
        assert any(text in sheet for sheet in plain), text


@pytest.mark.long
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_result_slips_print_eight_a_sheet(site: Path, paper: str) -> None:
    """Each whole, on both papers. Cut through all sheets at once, and the piles are in the order of the tables."""
    page = site / "odd75" / "round-2-slips.html"
    text = page.read_text(encoding="utf-8")
    size = f"<style>@page slips {{ size: {paper} }} @page {{ size: {paper} }}</style></head>"
    other = page.with_name(f"slips-{paper}.html")
    other.write_text(text.replace("</head>", size), encoding="utf-8")
    sheets = printed(site, other)
    assert [sheet.count("Signed") for sheet in sheets] == [8, 8, 7, 7, 7]
    assert [len(re.findall(r"\bkomi\b", sheet)) for sheet in sheets] == [8, 8, 7, 7, 7]
    tables = [[int(n) for n in re.findall(r"(?m)^(\d+) *(?=$|Round)", sheet)] for sheet in sheets]
    assert [table for pile in zip_longest(*tables) for table in pile if table] == [*range(1, 38)]
    height = PdfReader(other.with_suffix(".pdf")).pages[0].mediabox.height
    assert abs(float(height) - {"A4": 842, "letter": 792}[paper]) < 2


def congress(players: int, rounds: int) -> Tournament:
    """A field with names and clubs as long as they are at a congress, every round played."""
    names = ("Nowak Anna", "van der Berg Václav", "Fernández-Villanueva Maximilian", "Köhler Hans-Joachim")
    clubs = ("Berlin", "Levallois-Perret", "", "Go-Club Berlin e.V.")
    both = [(names[k % 4].rpartition(" "), clubs[k % 4]) for k in range(players)]
    people = [
        replace(p, surname=surname, first_name=f"{first} {k}", club=club, country="DE", rank=3 - k // 8)
        for k, (p, ((surname, _, first), club)) in enumerate(zip(field(players).players, both, strict=True))
    ]
    made = replace(tournament("", rounds=rounds), players=()).with_players(people)
    half = players // 2
    for number in range(1, rounds + 1):
        pairs = enumerate(zip(range(half), (half + (k + number) % half for k in range(half)), strict=True), 1)
        games = (Game(table, str(a), str(b), result=Result.WHITE) for table, (a, b) in pairs)
        made = made.with_round(Round(number, tuple(games)))
    return made


@pytest.mark.long
@pytest.mark.full
def test_the_lists_of_a_congress_take_few_sheets_each_with_its_head(site: Path) -> None:
    """222 players and six rounds: a line for each in the standings, on five sheets of A4."""
    (site / "style.css").write_text(sheet_style(congress(2, 1)), encoding="utf-8")
    t = congress(222, 6)
    for name, most in {"standings": 5, "names": 4}.items():
        page = site / f"sheet-{name}.html"
        page.write_bytes(sheets_of(t, name, 6, "2026-05-01 10:05"))
        sheets = printed(site, page)
        assert len(sheets) <= most, name
        assert all("Printed Fri 1 May, 10:05" in sheet for sheet in sheets), name


def test_slips_of_the_longest_names_are_as_large_as_the_others(site: Path) -> None:
    """A name that is too long is cut, never the box to tick beside it."""
    (sheet,) = printed(site, site / "long" / "round-1-slips.html")
    assert len(re.findall(r"\bwon\b", sheet)) == 4
    assert sheet.count("Signed") == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("odd75", "light"),
        ("club16", "light"),
        pytest.param("wins", "light", marks=pytest.mark.full),
        pytest.param("odd75", "dark", marks=pytest.mark.full),
    ],
)
def test_an_accessibility_checker_finds_nothing(site: Path, name: str, scheme: str) -> None:
    """axe-core inside each page: contrast, headings, labels, tables, language and the rest; in the dark the colours."""
    checker = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    rules = "" if scheme == "light" else "{runOnly: ['cat.color']}"
    run = (
        f"axe.run({rules})"
        ".then(found => { const out = document.createElement('pre'); out.id = 'found'; out.textContent = "
        "JSON.stringify({dark: matchMedia('(prefers-color-scheme: dark)').matches, passes: found.passes.map(p => p.id),"
        " "
        "violations: found.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html])}); document.body.append(out) })"
    )
    pages = kinds(site, name)
    for page in pages:
        script = f"<script>{checker}</script><script>onload = () => {{ {run} }}</script></body>"
        text = page.read_text(encoding="utf-8")
        if "wall" in page.name:  # pages for a wall turn by themselves; here they stay, which axe would not complain of
            text = text.replace('http-equiv="refresh"', "")
        page.with_name(f"probe-{page.name}").write_text(text.replace("</body>", script), encoding="utf-8")
    frames = "".join(f'<iframe src="probe-{page.name}" width="1200" height="900"></iframe>' for page in pages)
    probe = site / name / "probes.html"
    probe.write_text(
        f"<body>{frames}<pre id=out></pre><script>const wait = setInterval(() => {{ const found = [...document."
        "querySelectorAll('iframe')].map(f => f.contentDocument.getElementById('found')); if (found.every(f => f)) "
        "{ clearInterval(wait); out.textContent = '[' + found.map(f => f.textContent).join(',') + ']' } }, 50)"
        "</script></body>",
        encoding="utf-8",
    )
    scheme_flag = f"--blink-settings=preferredColorScheme={'01'[scheme == 'light']}"
    text = re.search(r'<pre id="out">(.*?)</pre>', browser(site, scheme_flag, "--dump-dom", probe.as_uri()))
    assert text is not None
    for page, found in zip(pages, json.loads(unescape(text[1])), strict=True):
        assert found["violations"] == [], page.name
        assert {"color-contrast", *(["html-has-lang"] if scheme == "light" else [])} <= set(found["passes"])
        assert found["dark"] is (scheme == "dark")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_not_blank_at_any_size(site: Path, size: tuple[int, int], scheme: str) -> None:
    """Pictures of the main pages: many colours, by day on light ground, by night on dark."""
    width, height = size
    files = ("index", "standings", "wall")
    frames = "".join(
        f'<iframe src="{(site / "odd75" / file).as_uri()}.html" width="{width}" height="{height}"></iframe>'
        for file in files
    )
    style = '<meta name="color-scheme" content="light dark"><style>body { margin: 0 } iframe { border: 0; float: left }'
    probe, shot = site / f"shot-{width}-{scheme}.html", site / f"shot-{width}-{scheme}.png"
    probe.write_text(f"{style}</style>{frames}", encoding="utf-8")
    flags = [f"--blink-settings=preferredColorScheme={'01'[scheme == 'light']}", "--hide-scrollbars"]
    browser(site, *flags, f"--window-size={3 * width},{height}", f"--screenshot={shot}", probe.as_uri())
    whole = Image.open(shot).convert("RGB")
    for k, file in enumerate(files):
        picture = whole.crop((k * width, 0, (k + 1) * width, height))
        colours = sorted(picture.getcolors(2**24) or [], reverse=True)
        most, ground = colours[0]
        assert len(colours) > 50, file
        assert 0.25 < most / (width * height) < 0.97, file
        assert isinstance(ground, tuple)
        assert (sum(ground) > 600) is (scheme == "light"), file


#: What is cut without a sign of it: text that a box hides, in height or width, and no dots say so.
CUT = """return [...d.querySelectorAll('body *')].filter(e => {
    const s = getComputedStyle(e), r = e.getBoundingClientRect();
    if (!e.textContent.trim() || e.closest('.hidden, iframe, [hidden]') || r.width < 2 || r.height < 2) return false;
    if (!/hidden|clip/.test(s.overflowX + s.overflowY) || s.textOverflow === 'ellipsis') return false;
    return e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2;
}).map(e => e.className + ': ' + e.textContent.trim().slice(0, 60));"""


def two_alike() -> Tournament:
    t = tournament("4k 4k 3k 3k 2k 2k", rounds=3, name="Congress", start__bar="none")
    people = [replace(p, surname=s, first_name=f) for p, (s, f) in zip(t.players, LONG_NAMES, strict=True)]
    return played(t.with_players(people), "a?b c?d e?f")


@pytest.mark.parametrize("size", [WALL, PHONE, DESK])
def test_no_text_is_cut_without_a_sign(site: Path, size: tuple[int, int]) -> None:
    home = site / "alike"
    if not home.exists():
        publish(two_alike(), home)
    files = ["index", "round-1", "round-1-names", "round-1-slips", "standings", "wall", "wall-names", "wall-standings"]
    pages = [home / f"{file}.html" for file in [*files, "players", "player-1", "player-3"]]
    pages += [site / "long" / f"{file}.html" for file in ("round-1", "round-3-slips", "wall", "standings")]
    for page, cut in zip(pages, measured(site, pages, size, CUT), strict=True):
        assert cut == [], page


#: The same of the page as it is printed: rules for paper count, those for the screen do not.
ON_PAPER = """for (const sheet of d.styleSheets) for (const rule of sheet.cssRules) if (rule.media) {
        const text = rule.media.mediaText;
        if (/print/.test(text)) rule.media.mediaText = 'all';
        else if (/screen/.test(text)) rule.media.mediaText = 'not all';
    }
"""


@pytest.mark.parametrize("page", ["alike/round-1-slips", "long/round-3-slips", "alike/round-1", "alike/standings"])
def test_no_name_is_cut_on_paper(site: Path, page: str) -> None:
    """Two people with one long surname are told apart."""
    if not (site / "alike").exists():
        publish(two_alike(), site / "alike")
    (cut,) = measured(site, [site / f"{page}.html"], (794, 1123), ON_PAPER + CUT)
    assert cut == []
