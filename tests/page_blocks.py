"""The blocks of code of all pages, and what stands in for a line that cannot run in a test as it is printed."""

from __future__ import annotations

import json
import os
import re
import shlex
import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
IN_FOLDERS = [path for room in ("docs", "bench") for path in sorted((ROOT / room).rglob("*"))]
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *IN_FOLDERS]
    if path.suffix in (".md", ".ipynb")
}
#: Pages whose blocks need more around them than a folder, and the test that runs them.
ELSEWHERE = {
    "docs/explanation/model.md": "tests/docs/test_model_page.py",
    "docs/howto/engine.md": "tests/command/test_engine.py",
    "docs/howto/extend.md": "tests/test_extending.py",
    "docs/howto/sweep-on-a-cluster.md": "bench/tests/test_cluster.py",
    "docs/reference/commands.md": "tests/docs/test_reference.py",
    "bench/reference.md": "tests/docs/test_reference.py",
} | {name: "bench/tests/test_studies.py" for name in PAGES if name.startswith("bench/studies/")}
#: Lines that no test here runs, and why; their commands and options are looked up like all others.
NOT_RUN = {
    r"\bpip install\b|^pipx |^uv tool ": "they install from the network; the gate runs those of the README",
    r"^cosmic-ray |^cr-report ": "the page's own first line installs it",
    r"python -m pytest tests": "it runs the tests",
    r"^curl ": "they ask an open desk, as tests/web/hall/test_api.py does",
    r"--certificate hall\.pem": "it needs a certificate, as tests/web/hall/test_network.py makes one",
}
#: What a line has, and what it has in the test: a smaller size, something in place of a placeholder, no browser.
INSTEAD = {
    "git ls-files": f"cd {shlex.quote(str(ROOT))} && git ls-files",
    "mcmahon desk": "mcmahon desk --no-browser",
    "--wifi Go-Hall": f"--wifi Go-Hall --address 127.0.0.2 --port {20_000 + os.getpid() % 10_000}",
    "anonymise DIR PLAYER": "anonymise instances/club16 1",
    "../ortools-9.12/bin/python": "python",
    "same_boards 2000": "same_boards 5",
    "PYTHONPATH=tests": 'PYTHONPATH="tests${PYTHONPATH:+:$PYTHONPATH}"',
    "FOLDER": "real",
    " [PROFILE [KEY=VALUE …]]": " balanced same_club=68000",
    "--rounds 100000 --cpu-hours 3": "--rounds 100 --cpu-hours 1",
    "--fields 100000 --cpu-hours 1": "--fields 100 --cpu-hours 1",
    "--inputs 1000000 --cpu-hours 1": "--inputs 300 --cpu-hours 1",
    "--inputs 10000000 --cpu-hours 10": "--inputs 300 --cpu-hours 1",
    "--rounds 2000 [--without-compiler]": "--rounds 5",
    "instances [NAME …] [--alone SECONDS]": "instances club16 --alone 1",
    "16 100 250 500 1000 --fields 10": "16 --fields 1",
    "2000 5000 --fields 2": "50 --fields 1",
    "library --most 1000": "library --most 20",
    "instance | tail -n +2": "instance | sed -n 2p",
    "library.ranking": "library.ranking --most 20 --limit 1 --out .",
    "speed.standings": "speed.standings 100",
    "[SIZE …] [--rounds 8] [--times 3] [--program COMMAND]": "16 --rounds 1 --times 1",
    "open250 --times 5": "congress60 --times 1",
    "congress1000 --times 5": "congress60 --times 1",
    "worst_cases 1000": "worst_cases 20",
    "simulations.dead_ends": "simulations.dead_ends 1 6x4",
    "[--seconds 5]": "--seconds 0.1",
    "[--phones 1000] [--seconds 120] [--tables 500]": "--phones 4 --seconds 1 --tables 2",
    "[--lines 200] [--key 20]": "--lines 5 --key 5",
    "mcmahon_bench.agreement": "mcmahon_bench.agreement 8 --tournaments 1 --rounds 2",
    "tournaments=100,": "tournaments=1,",
    "--tournaments 500": "--tournaments 2",
    "studies NAME --out bench/studies": "studies seeding --tournaments 2 --out studies",
}
#: What a page's blocks presuppose beside copies of the instances, as commands.
BEFORE = {
    "docs/howto/anonymous.md": "mcmahon withdraw instances/club16 1",
    "docs/howto/own-solver.md": (
        "cp -r instances/club16 club && mcmahon show instances/odd75 --round 4 --json | python -c 'import json, sys; "
        'r = json.load(sys.stdin); pairs = [[b["white"], b["black"]] for b in r["boards"]]; '
        """print(json.dumps({"pairs": pairs, "byes": r["byes"]}))' > solution.json"""
    ),
    "docs/howto/phones.md": "mcmahon new spring",
    "docs/howto/prove-a-round.md": "mcmahon pair instances/odd75 --certificate proof.npz",
    "docs/howto/publish-pages.md": f"mcmahon new spring && cp {ROOT}/docs/pictures/phones.png spring/logo.png",
}
#: What holds after the blocks of Python on a page, by the names that they make.
HOLDS = {
    "README.md": ("drawn_again.cost == drawn_again.bound",),
    "docs/reference/python.md": (
        "drawn.pairing.cost == drawn.pairing.bound",
        "not mcmahon.check(drawn.tournament)",
        "spring.check().table['legal'].tolist() == [True] * 3",
        "not spring.standings().provisional",
        "len(pd.read_csv('standings.csv')) == 7",
    ),
    "docs/tournament.ipynb": ("not spring.standings().provisional",),
}
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of a page; `line` is that of its first line."""

    language: str
    text: str
    line: int


def blocks(name: str) -> list[Block]:
    """All of a page, in its order; the cells of a notebook count as lines."""
    text = PAGES[name].read_text(encoding="utf-8")
    if name.endswith(".ipynb"):
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        return [Block("python", "".join(cell["source"]), k) for k, cell in enumerate(cells)]
    found = FENCE.finditer(text)
    return [Block(m[2], textwrap.dedent(m[3]), text.count("\n", 0, m.start()) + 2) for m in found]


def typed(block: Block) -> list[str]:
    """The lines of a block that somebody types into a terminal."""
    lines = block.text.splitlines()
    if block.language == "console":
        return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    return lines if block.language == "sh" else []


def why_not_run(line: str) -> str | None:
    return next((why for pattern, why in NOT_RUN.items() if re.search(pattern, line)), None)


def as_run(text: str) -> str:
    """What the test runs for this line, or for this block of Python."""
    for shown, run in INSTEAD.items():
        text = text.replace(shown, run)
    return text
