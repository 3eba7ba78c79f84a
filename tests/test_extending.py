"""docs/howto/extend.md does what it says: its examples go into a copy of the program, and the tests of that copy pass.

The example of a metric is run by the tests of research
(`bench/tests/test_metrics.py`), with the libraries that it needs.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "howto" / "extend.md").read_text(encoding="utf-8")
SECTIONS = {text.split("\n")[0]: text for text in PAGE.split("\n## ")[1:]}
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHERE = re.compile(r"# ([\w/]+\.py), (?:((?:item )?(?:above|below)): (.*)|(at the end)|(a new file))")
IGNORED = (
    ".git", ".venv", ".editable", ".*cache", "__pycache__", "build", "*.egg-info", "pictures",
)  # fmt: skip
#: How many files each of them may touch, its test among them.
MOST_FILES = {
    "A tie-break": 2, "A field of players": 4, "A setting": 2, "An option of the draw": 2,
    "A note to the director": 2, "A file format": 2, "A criterion of the draw": 2,
}  # fmt: skip
#: What the copy is tried with: all that knows the records of a kind, and the tests of the page.
QUICK = (
    "tests/model/test_records.py", "tests/model/test_criteria.py", "tests/model/test_tie_breaks.py",
    "tests/model/test_presets.py",
    "tests/io/test_settings_file.py", "tests/io/test_public.py",
    "tests/io/test_blackboard.py", "tests/desk/test_standings.py", "tests/desk/test_glance.py",
    "tests/docs/test_reference.py", "tests/test_drawing.py",
    "tests/web/test_round.py::test_every_option_of_a_draw_is_in_every_face",
)  # fmt: skip
#: And in the long tier: what tries each record beside all others.
LONG = (
    "tests/model", "tests/io/test_all_formats.py", "tests/io/test_conversion.py", "tests/test_house.py",
    "tests/second", "tests/desk/test_exchange.py", "tests/desk/test_players.py", "tests/command/test_json.py",
)  # fmt: skip


def edits(section: str) -> list[tuple[str, str, str, str]]:
    """File, where it goes (`above`, `item below`, `at the end`, `a new file` …), beside what, and the code."""
    found = []
    for code in BLOCK.findall(SECTIONS[section]):
        first, _, rest = code.partition("\n")
        match = WHERE.fullmatch(first)
        assert match, first
        found.append((match[1], match[2] or match[4] or match[5], match[3] or "", rest))
    return found


def line_of(lines: list[str], anchor: str) -> int:
    """The one line that begins so, read on over the lines behind it."""
    found = []
    for k in range(len(lines)):
        ahead = " ".join(part for line in lines[k : k + 10] if (part := line.strip()))
        if lines[k].strip() and ahead.startswith(anchor):
            found.append(k)
    assert len(found) == 1, (anchor, found)
    return found[0]


def put(root: Path, file: str, where: str, anchor: str, code: str) -> None:
    """Make an edit of the page."""
    path = root / file
    if where == "a new file":
        assert not path.exists()
        path.write_text(code, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if where == "at the end":
        path.write_text(f"{text}\n\n{code}", encoding="utf-8")
        return
    lines = text.split("\n")
    at = line_of(lines, anchor)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    if where.startswith("item"):
        code = code.rstrip("\n") + ","
    at += where.endswith("below")
    inner = indent + " " * 4 * lines[at - 1].endswith(("(", "[")) if where.endswith("below") else indent
    lines[at:at] = textwrap.indent(code, inner).rstrip("\n").split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with all examples; its folder is called mcmahon."""
    root = tmp_path_factory.mktemp("extended") / "mcmahon"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*IGNORED))
    for section in MOST_FILES:
        for edit in edits(section):
            put(root, *edit)
    run(root, sys.executable, "-m", "tools.reference")
    return root


def run(root: Path, *words: str, cwd: Path | None = None) -> str:
    """What a command prints that imports the copy."""
    own = {**os.environ, "PYTHONPATH": str(root.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    own.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run([*words], cwd=cwd or root, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("section", MOST_FILES)
def test_a_record_of_a_kind_touches_few_files(section: str) -> None:
    files = {file for file, *_ in edits(section)}
    assert len(files) == MOST_FILES[section]
    assert sum(file.startswith("tests/") for file in files) == 1


@pytest.mark.slow
def test_the_tests_of_a_copy_with_all_of_them_pass(copied: Path) -> None:
    printed = run(copied, sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *QUICK)
    assert re.search(r"\d{3,} passed", printed) or "[100%]" in printed, printed[-500:]


@pytest.mark.long
@pytest.mark.full
def test_more_tests_of_such_a_copy_pass(copied: Path) -> None:
    words = ("-q", "-n0", "-p", "no:cacheprovider", "-m", "not slow and not long")
    run(copied, sys.executable, "-m", "pytest", *words, *LONG)


def mcmahon(root: Path, home: Path, *words: str) -> str:
    """What a command of the copy prints."""
    return run(root, sys.executable, "-m", "mcmahon", *words, cwd=home)


@pytest.fixture
def home(copied: Path, tmp_path: Path) -> Path:
    """A folder with a tournament of two, made by the copy."""
    (tmp_path / "list.csv").write_text("name,rank,Stadt\nAnn,2d,Ulm\nBo,1k,\n", encoding="utf-8")
    mcmahon(copied, tmp_path, "new", "t", "--rounds", "2")
    mcmahon(copied, tmp_path, "register", "t", "list.csv")
    return tmp_path


def cities(home: Path) -> list[str]:
    """The column of the folder's own file."""
    with (home / "t" / "players.csv").open(encoding="utf-8") as file:
        return [row["city"] for row in csv.DictReader(file)]


@pytest.mark.slow
def test_a_new_field_is_read_changed_and_cleared(copied: Path, home: Path) -> None:
    assert cities(home) == ["Ulm", ""]
    (home / "more.csv").write_text("name,rank,Home city\nBo,1k,Bonn\nCy,3k,Kiel\n", encoding="utf-8")
    read = mcmahon(copied, home, "register", "t", "more.csv").splitlines()
    assert read[3].split() == ["Home", "city", "city", "2", "Bonn", "·", "Kiel"]
    assert cities(home) == ["Ulm", "Bonn", "Kiel"]
    assert "city Bonn → Trier" in mcmahon(copied, home, "player", "t", "Bo", "--city", "Trier")
    assert "city Kiel → none" in mcmahon(copied, home, "player", "t", "Cy", "--clear", "city")
    assert cities(home) == ["Ulm", "Trier", ""]


@pytest.mark.slow
def test_new_records_are_shown_wherever_those_of_their_kind_are(copied: Path, home: Path) -> None:
    assert json.loads(mcmahon(copied, home, "players", "t", "--json"))[0]["city"] == "Ulm"
    for words in (("players", "t"), ("standings", "t", "--after", "0")):
        mcmahon(copied, home, *words, "--to", "x.csv")
        with (home / "x.csv").open(encoding="utf-8") as file:
            assert next(csv.DictReader(file))["city"] == "Ulm"
    mcmahon(copied, home, "set", "t", "placing.order=MMS,WINS-B", "hall.sound=true")
    assert "WINS-B" in mcmahon(copied, home, "standings", "t", "--after", "0")
    mcmahon(copied, home, "publish", "t")
    page = (home / "t" / "pages" / "players.html").read_text(encoding="utf-8")
    assert '<th scope="col">City</th>' in page
    assert "Ulm" in page
    assert "wins with Black" in (home / "t" / "pages" / "rules.html").read_text(encoding="utf-8")
    mcmahon(copied, home, "export", "t", "blackboard", "club.board")
    assert (home / "club.board").read_text(encoding="utf-8") == "2d Ann\n1k Bo\n"
    mcmahon(copied, home, "convert", "club.board", "again")
    script = """
import mcmahon
t = mcmahon.Director("t")
print(t.players()["city"].tolist()[0], t.player("Ann", city="Graz")["city"])
from mcmahon.desk.people.change_players import IN_FORMS, form_texts
print(form_texts(t.tournament.player("1"), 2)["city"], "City" in [one.label for one in IN_FORMS])
from mcmahon.io.formats import formats
from mcmahon.io.losses import note_lost
form = formats()["opengotha"]
written = form.written(t.tournament)
note_lost(form, t.tournament, written)
print("city, not kept" in written.losses.cases)
"""
    (home / "script.py").write_text(script, encoding="utf-8")
    assert run(copied, sys.executable, "script.py", cwd=home).split() == ["Ulm", "Graz", "Graz", "True", "True"]


@pytest.mark.slow
@pytest.mark.parametrize("title", SECTIONS)
def test_every_file_it_names_is_there(title: str) -> None:
    names = re.findall(r"`([\w/.*]+\.(?:py|md|toml)|\.ci/run)`", SECTIONS[title])
    for name in names:
        if "NAME" not in name:
            assert list(ROOT.glob(name)) or list(ROOT.glob(f"**/{name}")), name


@pytest.mark.parametrize("title", SECTIONS)
def test_an_example_is_in_the_style_of_the_house(title: str) -> None:
    for code in BLOCK.findall(SECTIONS[title]):
        assert max(map(len, code.splitlines())) <= 120
