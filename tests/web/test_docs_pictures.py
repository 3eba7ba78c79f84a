"""The pictures of the documentation can be taken again, and show the program as it is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import needs_chromium

pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.long, needs_chromium]
SMALL, GREYS = (80, 50), 20  # no time of the day is seen then; one more line in the menu is 0.5 % of the points
MOST = 0.003  # of the points


def points(file: Path) -> bytes:
    """The picture, small, in greys."""
    from PIL import Image

    return Image.open(file).convert("L").resize(SMALL).tobytes()


def font() -> str:
    """The font that pages get here, as far as it can be known."""
    command = shutil.which("fc-match")
    return subprocess.run([command, "sans-serif"], capture_output=True, text=True).stdout if command else ""


@pytest.mark.full
@pytest.mark.skipif("DejaVu" not in font(), reason="the pictures were taken with the font DejaVu Sans")
def test_the_pictures_of_the_documentation_show_the_program_as_it_is(tmp_path: Path) -> None:
    from tools.pictures import PICTURES, take

    take(tmp_path)
    kept, taken = sorted(PICTURES.glob("*.png")), sorted(tmp_path.glob("*.png"))
    assert [file.name for file in taken] == [file.name for file in kept]
    for old, new in zip(kept, taken, strict=True):
        changed = sum(abs(a - b) > GREYS for a, b in zip(points(old), points(new), strict=True))
        assert changed <= MOST * SMALL[0] * SMALL[1], f"{new.name} is not as in docs/pictures: tools.pictures"
