"""The pages in headless Chromium. Without it these tests are skipped: apt-get install chromium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import axe_core_python
import pytest
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.pages.publishing import publish
from pypdf import PdfReader

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
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
    """The pages of two tournaments, one with handicaps."""
    home = tmp_path_factory.mktemp("site")
    for name in ("odd75", "club16"):
        publish(TournamentFolder(INSTANCES / name).read().tournament, home / name)
    return home


def browser(home: Path, *arguments: str) -> str:
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={home / 'profile'}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def kinds(site: Path, name: str) -> list[Path]:
    """One page of every kind."""
    files = ["index", "round-2", "round-2-names", "wall", "round-2-slips", "standings", "entrants"]
    files += ["pictures", "settings", "player-5"]
    return [site / name / f"{file}.html" for file in files]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["odd75", "club16"])
def test_no_page_scrolls_sideways_on_a_phone(site: Path, name: str) -> None:
    frames = "".join(f'<iframe src="{page.as_uri()}" width="360" height="800"></iframe>' for page in kinds(site, name))
    probe = site / f"probe-{name}.html"
    probe.write_text(
        f"<body>{frames}<pre id=out></pre><script>onload = () => {{ out.textContent = [...document.querySelectorAll("
        "'iframe')].map(f => { const d = f.contentDocument; return [d.title.replace(/[|;]/g, ''), "
        "d.documentElement.scrollWidth, d.documentElement.clientWidth, getComputedStyle(d.body).maxWidth].join('|') })"
        ".join(';'); }</script></body>",
        encoding="utf-8",
    )
    text = browser(site, "--dump-dom", probe.as_uri())
    found = re.search(r'<pre id="out">(.*?)</pre>', text, re.DOTALL)
    assert found is not None
    rows = [row.split("|") for row in found[1].split(";")]
    assert len(rows) == len(kinds(site, name))
    for title, scroll, client, width in rows:
        assert int(scroll) <= int(client), title
        assert width.endswith("px") or re.match(r"Round \d", title), "the style sheet is there"


def test_a_board_takes_two_lines_on_a_phone_and_a_third_for_handicap(site: Path) -> None:
    """Heights of rows in lines of text: players under each other, the result beside them."""
    page = site / "club16" / "round-1.html"
    probe = site / "lines.html"
    probe.write_text(
        f"<body><iframe src='{page.as_uri()}' width=375 height=800></iframe><pre id=out></pre><script>onload = () => {{"
        "const rows = [...document.querySelector('iframe').contentDocument.querySelectorAll('.boards tbody tr')];"
        "out.textContent = rows.map(r => [r.querySelector('.terms').textContent ? 3 : 2, "
        "Math.round((r.getBoundingClientRect().height - 16) / (15 * 1.45))].join(':')).join(';'); }</script></body>",
        encoding="utf-8",
    )
    found = re.search(r'<pre id="out">(.*?)</pre>', browser(site, "--dump-dom", probe.as_uri()), re.DOTALL)
    assert found is not None
    lines = [tuple(map(int, row.split(":"))) for row in found[1].split(";")]
    assert len(lines) == 8
    assert {wanted for wanted, _ in lines} == {2, 3}
    assert all(wanted == shown for wanted, shown in lines), lines


def printed(site: Path, page: Path) -> list[str]:
    """The text of each page of paper."""
    pdf = page.with_suffix(".pdf")
    browser(site, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri())
    return [sheet.extract_text() for sheet in PdfReader(pdf).pages]


@pytest.mark.slow
@pytest.mark.parametrize("file", ["standings", "entrants", "round-2"])
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
    lines = re.findall(r"<li>(<a href=.player.*?)</li>", page.read_text(encoding="utf-8"))
    assert len(lines) >= 74
    for line in lines:
        text = "".join(unescape(re.sub("<[^>]*>", "", line)).split())
        assert any(text in sheet for sheet in plain), text


def test_result_slips_print_four_a_page(site: Path) -> None:
    sheets = printed(site, site / "odd75" / "round-2-slips.html")
    assert [sheet.count("Signed") for sheet in sheets] == [4] * 9 + [1]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["odd75", "club16"])
def test_an_accessibility_checker_finds_nothing(site: Path, name: str, scheme: str) -> None:
    """axe-core inside each page: contrast, headings, labels, tables, language and the rest of its rules."""
    checker = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    run = (
        "axe.run().then(found => { const out = document.createElement('pre'); out.id = 'found'; out.textContent = "
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
        assert {"color-contrast", "html-has-lang"} <= set(found["passes"])
        assert found["dark"] is (scheme == "dark")


def test_a_page_renders(site: Path) -> None:
    shot = site / "shot.png"
    browser(site, "--window-size=1100,800", f"--screenshot={shot}", (site / "odd75" / "standings.html").as_uri())
    assert shot.read_bytes().startswith(b"\x89PNG")
    assert shot.stat().st_size > 20_000
