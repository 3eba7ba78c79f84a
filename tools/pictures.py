"""Take the pictures in `docs/pictures` anew: `python -m tools.pictures`.

It needs Playwright and Pillow (`pip install -e '.[test]'`) and Debian's Chromium. The desk is shown over copies of an
instance; the published pages are those of the tutorial's tournament, played by its own commands. A palette of few
colours keeps each picture small.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from PIL import Image

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
COLOURS = 48
#: Pictures of the desk: their names, the folder and page that each shows, what is there when the page is whole, and
#: the height of the window.
DESK = (
    ("desk-overview", "played", "", ".steps", 760),
    ("desk-draft", "draft", "round", "#opinion:not([hx-get])", 800),
    ("desk-results", "played", "results", "#typed:focus", 700),
    ("desk-weights", "draft", "weights", "#marks:not([hx-get])", 800),
)
LAPTOP = 1280
SLOWEST = 60_000  # milliseconds that a page may take to be whole, on a busy machine
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"  # it is painted
STARTS = ["2026-05-01 10:00", "2026-05-01 14:30", "2026-05-02 10:00", "2026-05-02 14:30", "2026-05-03 10:00"]
#: Published pages on a laptop, and side by side on phones.
STANDINGS, STANDINGS_SIZE = "standings.html", (1100, 870)
PHONES, PHONE_SIZE, GAP = ("index.html", "round-3.html", "player-4.html"), (390, 780), 13


def take(out: Path) -> None:
    """All pictures, into this folder."""
    with tempfile.TemporaryDirectory() as place, _chromium() as browser:
        home = Path(place)
        _congress(home)
        for name, picture in _of_desk(browser, home):
            _save(picture, out / f"{name}.png")
        pages = _tutorial(home / "tutorial")
        _save(_shown(browser, pages / STANDINGS, STANDINGS_SIZE), out / "standings.png")
        _save(_side_by_side([_shown(browser, pages / page, PHONE_SIZE) for page in PHONES]), out / "phones.png")


def _congress(home: Path) -> None:
    """A congress with the draft of round 4, and the same with the round published and 17 results in."""
    times = ChangeSettings(values={"event.round_times": STARTS})
    for name in ("draft", "played"):
        shutil.copytree(ROOT / "instances" / "congress60", home / name)
        desk = Desk(home / name)
        desk.do(lambda state: change(state, times), "desk: set event.round_times")
        desk.do(lambda state: draw(state, Draw()), "desk: draw the round")
    desk = Desk(home / "played")
    desk.do(lambda state: publish(state, Publish(round=4)), "desk: publish the round")
    typed = {str(table): "1-0" if table % 3 else "0-1" for table in range(1, 18)}
    desk.do(
        lambda state: enter(state, EnterResults(results=typed, round=4)),
        f"desk: results of round 4: {' '.join(typed)}",
    )


def _tutorial(home: Path) -> Path:
    """The pages that the tutorial's commands publish, typed in this folder."""
    home.mkdir()
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    players = re.search(r"^\$ cat players.csv\n(.*?)^\$", text, re.MULTILINE | re.DOTALL)
    assert players is not None
    (home / "players.csv").write_text(players[1], encoding="utf-8")
    for line in re.findall(r"^\$ mcmahon (.*)$", text, re.MULTILINE):
        subprocess.run([sys.executable, "-m", "mcmahon", *shlex.split(line)], cwd=home, check=True, capture_output=True)
    return home / "spring" / "pages"


@contextmanager
def _chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def _of_desk(browser: Any, home: Path) -> Iterator[tuple[str, Image.Image]]:
    """Each page of a desk over these tournaments, with its name."""
    command = [sys.executable, "-m", "mcmahon", "desk", str(home), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        page = browser.new_page(color_scheme="light")
        page.goto(address, wait_until="domcontentloaded")
        for name, folder, there, whole, height in DESK:
            page.set_viewport_size({"width": LAPTOP, "height": height})
            page.goto(f"{address.partition('/?')[0]}/t/{folder}/{there}", wait_until="domcontentloaded")
            page.wait_for_selector(whole, timeout=SLOWEST)
            page.evaluate(SETTLED)
            yield name, _picture(page)
        page.close()
    finally:
        server.terminate()
        server.wait(10)


def _shown(browser: Any, file: Path, size: tuple[int, int]) -> Image.Image:
    """A published page in a window of this size."""
    page = browser.new_page(color_scheme="light", viewport={"width": size[0], "height": size[1]})
    page.goto(file.as_uri())
    picture = _picture(page)
    page.close()
    return picture


def _picture(page: Any) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Pictures of one size on grey, with a gap around each."""
    width, height = pictures[0].size
    whole = Image.new("RGB", (GAP + len(pictures) * (width + GAP), height + 2 * GAP), "#c9cac7")
    for k, picture in enumerate(pictures):
        whole.paste(picture, (GAP + k * (width + GAP), GAP))
    return whole


def _save(picture: Image.Image, file: Path) -> None:
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "png", optimize=True)


def main() -> None:
    """Take all pictures of the documentation."""
    take(PICTURES)
    for file in sorted(PICTURES.glob("*.png")):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
