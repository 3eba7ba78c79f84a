"""Every page at the widths of a phone, a laptop and a wall: no error, nothing too wide, nothing for axe, pictures.

Those of the laptop stay in pytest's folder; all of them go to the folder that DESK_PICTURES names.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import PAGES, needs_chromium, opened_page

pytestmark = [pytest.mark.long, needs_chromium]
axe_core_python = pytest.importorskip("axe_core_python")
AXE = next(Path(axe_core_python.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")
VIOLATIONS = "how => axe.run(how).then(r => r.violations.map(v => [v.id, v.nodes[0].html.slice(0, 160)]))"
PHONE, LAPTOP = 360, 1280
SIZES = {PHONE: 740, LAPTOP: 800, 1920: 1080}
REFUSED = ("/t/nowhere/",)  # a page that says what is wrong has a status that the browser calls an error


def violations(page: Any) -> list[list[str]]:
    """By all rules of axe-core in the light; in the dark by those of colours."""
    page.evaluate(f"() => {{ {AXE} }}")
    found: list[list[str]] = page.evaluate(VIOLATIONS, {})
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(VIOLATIONS, {"runOnly": ["cat.color"]})
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("half", [0, 1])
def test_every_page_fits_its_screens_is_for_everybody_and_is_kept_as_pictures(
    browser: Any, served: tuple[str, Path], tmp_path: Path, half: int
) -> None:
    named = os.environ.get("DESK_PICTURES")
    folder, kept = Path(named or tmp_path / "pictures"), SIZES if named else (LAPTOP,)
    folder.mkdir(parents=True, exist_ok=True)
    page = opened_page(browser, served, "/")
    found: list[tuple[str, object]] = []
    page.on("console", lambda said: found.append((page.url, said.text)) if said.type == "error" else None)
    page.on("pageerror", lambda error: found.append((page.url, str(error))))
    for path in PAGES[half::2]:
        answer = page.goto(served[0].partition("/?")[0] + path)
        page.wait_for_load_state("load")
        if answer.status >= 400 and path not in REFUSED:
            found.append((path, f"answered with {answer.status}"))
        name = re.sub(r"[^a-z0-9]+", "-", path.removeprefix("/t/").lower()).strip("-") or "start"
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append((path, f"wider than {width}"))
            if width == PHONE:
                found += [(path, rule) for rule in violations(page)]
            if width in kept:
                page.screenshot(path=folder / f"{name}-{width}.png", full_page=True)
    assert [one for one in found if not (one[0].endswith(REFUSED) and "status of 4" in str(one[1]))] == []
    assert len(list(folder.glob("*.png"))) >= len(PAGES[half::2]) * len(kept), "a picture each"
