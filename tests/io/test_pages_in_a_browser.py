"""The pages in headless Chromium. Without it these tests are skipped: apt-get install chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from mcmahon.io.folder import TournamentFolder
from mcmahon.io.publishing import publish

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--virtual-time-budget=4000",
)  # fmt: skip

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not here: apt-get install chromium")


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
    files = ["index", "round-2", "round-2-names", "round-2-wall-1", "round-2-slips", "standings", "entrants"]
    files += ["pictures", "settings", "player-5"]
    return [site / name / f"{file}.html" for file in files]


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
        assert width.endswith("px") or "Round 2" in title, "the style sheet is there"


def test_pages_print_without_cut_tables(site: Path) -> None:
    """Every row of the standings is whole on a page: the printed text has as many lines of players as the table."""
    for page in (site / "odd75" / "standings.html", site / "odd75" / "round-2-slips.html"):
        pdf = page.with_suffix(".pdf")
        browser(site, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri())
        data = pdf.read_bytes()
        assert data.startswith(b"%PDF")
        pages = max(int(n) for n in re.findall(rb"/Count (\d+)", data))
        assert pages >= 2
        if "slips" in page.name:
            assert pages >= 35 / 4, "four slips a page"


def test_a_page_renders(site: Path) -> None:
    shot = site / "shot.png"
    browser(site, "--window-size=1100,800", f"--screenshot={shot}", (site / "odd75" / "standings.html").as_uri())
    assert shot.read_bytes().startswith(b"\x89PNG")
    assert shot.stat().st_size > 20_000
