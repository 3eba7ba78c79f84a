"""A new public field of players touches four files: attribute, record, JSON, and a test like this one.

A copy of the program gets a field `city`, by three edits. It is then read under three titles, written and read again,
changed, cleared, asked for in forms, and shown in lists, files, pages and JSON.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("api", "cli", "desk", "io", "model", "solver", "web")

#: File: what is there, and what is put before it.
EDITS = {
    "model/tournament/person.py": [("    pin: str = \"\"\n", "    city: str = \"\"\n")],
    "io/registrations/fields.py": [
        (
            "    PlayerField(\n        name=\"pin\",\n",
            """    PlayerField(
        name="city",
        titles="city stadt ville",
        words="city",
        looks=_is_word,
        about="where the player lives",
        read=partial(known_text, "city"),
        text=lambda p, _: p.city,
        attributes=("city",),
        unsaid={"city": ""},
        label="City",
        public=True,
        prose=True,
    ),
""",
        )
    ],
    "desk/answers/players.py": [
        (
            '    """\n\n    id: str\n    name: str\n    rank: str\n    rating: int\n'
            "    club: str\n    country: str\n    start",
            "    city: where the player lives\n",
        ),
        ("\n\nclass GroupAnswer", "\n    city: str = \"\""),
        ("        )\n        for player in listed.players", "            city=player.city,\n"),
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy with its field, and a tournament of two."""
    home = tmp_path_factory.mktemp("field")
    place = home / "mcmahon"
    for room in ROOMS:
        shutil.copytree(ROOT / room, place / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("__init__.py", "__main__.py", "_version.py"):
        shutil.copy(ROOT / file, place)
    for name, edits in EDITS.items():
        text = (place / name).read_text(encoding="utf-8")
        for there, new in edits:
            assert text.count(there) == 1, (name, there)
            text = text.replace(there, new + there)
        (place / name).write_text(text, encoding="utf-8")
    (home / "list.csv").write_text("name,rank,Stadt\nAnn,2d,Ulm\nBo,1k,\n", encoding="utf-8")
    run(home, "new", "t", "--rounds", "2")
    run(home, "register", "t", "list.csv")
    return home


def run(home: Path, *words: str) -> str:
    """What a command of the copy prints."""
    own = {**os.environ, "PYTHONPATH": str(home), "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-m", "mcmahon", *words], cwd=home, env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def cities(home: Path) -> list[str]:
    """The column of the folder's own file."""
    with (home / "t" / "players.csv").open(encoding="utf-8") as file:
        return [row["city"] for row in csv.DictReader(file)]


@pytest.mark.slow
def test_a_new_field_is_read_changed_and_cleared(copied: Path) -> None:
    assert cities(copied) == ["Ulm", ""]
    (copied / "more.csv").write_text("name,rank,Home city\nBo,1k,Bonn\nCy,3k,Kiel\n", encoding="utf-8")
    read = run(copied, "register", "t", "more.csv").splitlines()
    assert read[3].split() == ["Home", "city", "city", "2", "Bonn", "·", "Kiel"]
    assert cities(copied) == ["Ulm", "Bonn", "Kiel"]
    assert "city Bonn → Trier" in run(copied, "player", "t", "Bo", "--column", "city=Trier")
    assert "city Kiel → none" in run(copied, "player", "t", "Cy", "--clear", "city")
    assert cities(copied) == ["Ulm", "Trier", ""]


@pytest.mark.slow
def test_a_new_public_field_is_shown_wherever_players_are(copied: Path) -> None:
    assert json.loads(run(copied, "players", "t", "--json"))[0]["city"] == "Ulm"
    for words in (("players", "t"), ("standings", "t", "--after", "0")):
        run(copied, *words, "--to", "x.csv")
        with (copied / "x.csv").open(encoding="utf-8") as file:
            assert next(csv.DictReader(file))["city"] == "Ulm"
    assert "city Ulm" in run(copied, "standings", "t", "--after", "0", "--by", "city")
    run(copied, "publish", "t")
    page = (copied / "t" / "pages" / "players.html").read_text(encoding="utf-8")
    assert '<th scope="col">City</th>' in page
    assert "Ulm" in page
    script = """
import mcmahon
t = mcmahon.Director("t")
print(t.players()["city"].tolist()[0], t.player("Ann", city="Graz")["city"])
from mcmahon.desk.people.players import IN_FORMS, form_texts
print(form_texts(t.tournament.player("1"), 2)["city"], "City" in [one.label for one in IN_FORMS])
"""
    (copied / "script.py").write_text(script, encoding="utf-8")
    own = {**os.environ, "PYTHONPATH": str(copied), "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=copied, env=own, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["Ulm", "Graz", "Graz", "True"]
