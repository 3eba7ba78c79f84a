"""The faces hold no rule: they import the desk and values of the model, and every function fits on a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(p.relative_to(ROOT).as_posix() for face in ("api", "cli", "web") for p in (ROOT / face).rglob("*.py"))
FACES = [file for file in FILES if not file.startswith("web/")]
#: Rooms that a face may import of: itself, the desk, and its own version.
ROOMS = {"api", "cli", "web", "desk", "model", "_version"}
#: Values that people type and read: what a face may name of the model. Results of the desk are named for types only.
VALUES = (
    "model.errors",
    "model.ways",
    "model.language",
    "model.notes",
    "model.tournament.",
    "model.rating_lists.",
    "model.records.",
    "model.judging.violation",
)
MOST_LINES = 25


@pytest.fixture(params=FACES)
def face(request: pytest.FixtureRequest) -> Path:
    """A file of a face."""
    return ROOT / str(request.param)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def own_imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Every module of the package that a file imports, from the root, and whether it is for types only."""
    whole = tree(path)
    folders = path.relative_to(ROOT).parts[:-1]
    guards = (n for n in ast.walk(whole) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")
    for_types = {node for guard in guards for line in guard.body for node in ast.walk(line)}
    for node in ast.walk(whole):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = folders[: len(folders) - node.level + 1]
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                yield ".".join([*above, name]), node in for_types


def bodies(path: Path) -> Iterator[tuple[str, int]]:
    """The name of every function, and its lines from the first statement behind the docstring to the last one."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            yield node.name, (own[-1].end_lineno or 0) - own[0].lineno + 1 if own else 0


@pytest.mark.slow
def test_a_face_imports_the_desk_and_values_of_the_model(face: Path) -> None:
    for module, for_types in own_imports(face):
        room = module.split(".")[0]
        assert room in ROOMS, f"{face.relative_to(ROOT)} imports {module}"
        if room == "model" and not for_types:
            assert f"{module}.".startswith(tuple(f"{v.rstrip('.')}." for v in VALUES)), f"{face.name} imports {module}"


@pytest.mark.parametrize("file", FILES)
def test_no_function_of_a_face_is_longer_than_a_screen(file: str) -> None:
    long = {name: lines for name, lines in bodies(ROOT / file) if lines > MOST_LINES}
    assert not long, file


def test_imports_and_lengths_are_seen(tmp_path: Path) -> None:
    """Inside functions, for types only, of a module by its own name; a docstring and a signature do not count."""
    file = tmp_path / "x.py"
    file.write_text('def f(\n    a,\n    b,\n):\n    """What.\n\n    More.\n    """\n    return (\n        a\n    )\n')
    assert list(bodies(file)) == [("f", 3)]
    seen = dict(own_imports(ROOT / "cli" / "commands" / "journal_commands.py"))
    assert seen["model.language"] is False
    assert seen["desk.journal_entries"] is False
    shared = dict(own_imports(ROOT / "cli" / "common.py"))
    assert shared["model.records.state"] is True
    assert shared["desk.verb"] is False
