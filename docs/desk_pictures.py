"""Draw the pictures of the desk in `docs/pictures` anew: `python -m mcmahon.docs.desk_pictures`.

It needs Playwright and Pillow (`pip install -e '.[test]'`) and Debian's Chromium. It runs a desk over copies of an
instance, takes a picture of each page at 1280 pixels, and reduces it to a palette, so that each stays small.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..desk.desk import Desk
from ..desk.rounds.next_round import Draw, Publish, draw, publish
from ..desk.rounds.results import Results, enter
from ..desk.rounds.typed import typed_results
from ..desk.settings import ChangeSettings, change

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH, COLOURS = 1280, 48
#: The pictures: their names, the folder and page that each shows, and the height of the window.
SHOWN = (
    ("desk-overview", "played", "", 760),
    ("desk-draft", "draft", "round", 800),
    ("desk-results", "played", "results", 700),
    ("desk-weights", "draft", "weights", 800),
)
STARTS = ["2026-05-01 10:00", "2026-05-01 14:30", "2026-05-02 10:00", "2026-05-02 14:30", "2026-05-03 10:00"]


def tournaments(home: Path) -> None:
    """A congress with the draft of round 4, and the same with the round published and 17 results in."""
    times = ChangeSettings(values={"event.round_times": STARTS})
    for name in ("draft", "played"):
        shutil.copytree(ROOT / "instances" / "congress60", home / name)
        desk = Desk(home / name)
        desk.do(lambda state: change(state, times), "desk: set event.round_times")
        desk.do(lambda state: draw(state, Draw()), "desk: draw the round")
    desk = Desk(home / "played")
    desk.do(lambda state: publish(state, Publish(4)), "desk: publish the round")
    typed = typed_results(" ".join(f"{table} {'wb'[table % 3 == 0]}" for table in range(1, 18)))
    desk.do(lambda state: enter(state, Results(typed, number=4)), f"desk: results of round 4: {' '.join(typed)}")


def draw_pictures(home: Path) -> None:
    """Take the pictures with Chromium from a desk over these tournaments."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "mcmahon", "desk", str(home), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    root = address.partition("/?")[0]
    try:
        with sync_playwright() as playwright:
            found = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            page = browser.new_page(color_scheme="light")
            page.goto(address, wait_until="domcontentloaded")
            for name, folder, there, height in SHOWN:
                page.set_viewport_size({"width": WIDTH, "height": height})
                page.goto(f"{root}/t/{folder}/{there}", wait_until="domcontentloaded")
                page.wait_for_timeout(4000 if there == "weights" else 800)
                (PICTURES / f"{name}.png").write_bytes(small(page.screenshot()))
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


def small(picture: bytes) -> bytes:
    """The picture with a palette of few colours."""
    from PIL import Image

    out = io.BytesIO()
    reduced = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    reduced.save(out, "png", optimize=True)
    return out.getvalue()


def main() -> None:
    """Draw all pictures of the desk."""
    with tempfile.TemporaryDirectory() as place:
        tournaments(Path(place))
        draw_pictures(Path(place))
    for name, *_ in SHOWN:
        file = PICTURES / f"{name}.png"
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
