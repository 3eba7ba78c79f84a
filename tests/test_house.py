"""The house: who may import whom, what is packaged, what the page of the house promises, what start-up loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any

import mcmahon
import pytest
import typer.main
from commands import mcmahon_process
from mcmahon._version import __version__
from mcmahon.cli import MODULES, SECTIONS, command_named, program
from mcmahon.cli.listing import named
from mcmahon.cli.request_options import option_of

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("api", "model", "solver", "io", "desk", "web", "cli")
#: Folders beside the package, which import it by its name: research, a distribution of its own, and tools.
BESIDE = ("bench", "tools")
MAY_IMPORT = {
    "model": {"model"},
    "solver": {"model", "solver"},
    "io": {"model", "io"},
    "bench": {"model", "solver", "io", "desk", "cli", "api"},
    "desk": {"model", "solver", "io", "desk"},
    "web": {"model", "desk", "web"},
    "api": {"model", "desk", "api"},
    "cli": {"web", "model", "solver", "io", "desk", "cli"},
    "tools": {"model", "io", "desk", "cli"},
}
LIBRARIES = {
    "api": {"numpy", "pandas", "matplotlib"},
    "model": {"numpy", "anyascii"},
    "solver": {"numpy", "ortools"},
    "io": {"numpy", "msgspec", "tomlkit", "filelock", "defusedxml", "jinja2", "markupsafe", "rapidfuzz", "pyuca"}
    | {"anyascii", "babel", "pandas"},
    "bench": {
        "numpy",
        "msgspec",
        "pandas",
        "rustworkx",
        "networkx",
        "scipy",
        "joblib",
        "matplotlib",
        "pyarrow",
        "jinja2",
        "filelock",
        "typer",
        "psutil",
        "playwright",
    },
    "desk": {"numpy", "msgspec"},
    "web": {"starlette", "uvicorn", "h11", "jinja2", "markupsafe", "segno", "msgspec", "psutil"},
    "cli": {"typer", "pandas"},
    "tools": {"typer", "msgspec", "babel", "playwright", "PIL", "mcmahon_bench"},
}  # fmt: skip
NUMPY_IN_MODEL = {
    "evaluation.py", "own_criteria.py",
    "field.py", "counts.py", "round_problem.py", "draw.py", "boards.py", "judge.py", "variants.py",
    "ledger.py", "as_drawn.py", "round_costs.py", "entrants.py", "ahead.py",
}  # fmt: skip

#: Rooms that have rooms of their own, among which nothing goes in a circle; and how many files a reader finds in one.
DIVIDED = ("model", "solver", "io", "desk/rounds", "cli", "bench")
MOST_FILES = 16
MOST_BY_POSITION = 3  # arguments of one type


def files(room: str) -> list[Path]:
    return [path for path in sorted((ROOT / room).rglob("*.py")) if "tests" not in path.relative_to(ROOT).parts]


def tracked_files(*endings: str) -> list[Path]:
    """The files that git knows, of these endings or all; where there is no checkout, the test is skipped."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not listed:
        pytest.skip("no checkout: git knows no files here")
    paths = [ROOT / name for name in listed.rstrip("\0").split("\0")]
    return [path for path in paths if path.is_file() and (not endings or path.suffix in endings)]


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """(level, module) of every import; level 0 is absolute."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.level, node.module or "")]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_the_rooms_below_it(room: str) -> None:
    for path in files(room):
        depth = len(path.relative_to(ROOT).parts)
        allowed = MAY_IMPORT[room] | {"_version"}
        for level, module in imports(path):
            if level == depth:  # the package root
                target = module.split(".")[0]
                assert target in allowed, f"{path.relative_to(ROOT)} imports {target}"
            assert level <= depth, f"{path} reaches out of the package"
            assert not (level == 0 and module.split(".")[0] == "mcmahon"), f"{path}: own files are imported relatively"


@pytest.mark.parametrize("folder", BESIDE)
def test_what_stands_beside_the_package_imports_it_by_name(folder: str) -> None:
    for path in files(folder):
        for level, module in imports(path):
            assert level < len(path.relative_to(ROOT).parts), f"{path} reaches out of its folder"
            if level == 0 and module.split(".")[0] == "mcmahon" and "." in module:
                target = module.split(".")[1]
                assert target in MAY_IMPORT[folder] | {"_version"}, f"{path.relative_to(ROOT)} imports {target}"


@cache
def imported_files(path: Path) -> frozenset[Path]:
    """The files of the package that a file imports, those inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [base / alias.name for alias in node.names]
            found |= {file for name in (base, *names) for file in (name.with_suffix(".py"), name / "__init__.py")}
    return frozenset(file for file in found if file.is_file())


def rooms_inside(folder: Path) -> dict[str, set[str]]:
    """What is in a folder, sub-folders and files by name, each with those others in it that it imports."""
    below: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        own = path.relative_to(folder).parts[0]
        targets = [file.relative_to(folder).parts for file in imported_files(path) if file.is_relative_to(folder)]
        below.setdefault(own, set()).update(parts[0] for parts in targets if parts[0] not in (own, "__init__.py"))
    return below


DIVIDED_FOLDERS = [
    folder
    for room in DIVIDED
    for folder in sorted({path.parent for path in (ROOT / room).rglob("__init__.py")})
    if any(folder.glob("*/__init__.py"))
]


@pytest.mark.slow
@pytest.mark.parametrize("folder", DIVIDED_FOLDERS, ids=lambda folder: folder.relative_to(ROOT).as_posix())
def test_rooms_inside_a_room_have_an_order(folder: Path) -> None:
    """Each imports only from those below it: the graph of imports between them has no circle."""
    try:
        order = list(TopologicalSorter(rooms_inside(folder)).static_order())
    except CycleError as circle:
        pytest.fail(f"imports go in a circle: {' imports '.join(reversed(circle.args[1]))}")
    assert len(order) > 1


@pytest.mark.slow
def test_no_files_import_each_other_in_a_circle() -> None:
    below = {
        path: imported_files(path) for room in (*ROOMS, *BESIDE) for path in files(room) if path.name != "__init__.py"
    }
    try:
        order = list(TopologicalSorter(below).static_order())
    except CycleError as circle:
        pytest.fail(f"imports go in a circle: {' imports '.join(str(path) for path in reversed(circle.args[1]))}")
    assert len(order) > 400


@pytest.mark.parametrize("room", [*ROOMS, "bench"])
def test_a_room_inside_a_room_is_a_list_of_names_not_a_drawer(room: str) -> None:
    folders = {path.parent for path in files(room)}
    full = {f.relative_to(ROOT).as_posix() for f in folders if len(list(f.glob("*.py"))) > MOST_FILES}
    assert full == set()


METHODS = (ast.FunctionDef, ast.AsyncFunctionDef)


def more_than_once(names: Iterable[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def test_one_class_one_name() -> None:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for room in ROOMS for path in files(room))
    double = more_than_once(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert double == set()


def bases_of(node: ast.ClassDef) -> Iterable[str]:
    return (ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases)


@pytest.mark.slow
def test_every_public_method_is_documented_by_its_class_or_one_above() -> None:
    paths = [path for room in (*ROOMS, *BESIDE) for path in files(room)]
    nodes = [node for path in paths for node in ast.parse(path.read_text(encoding="utf-8")).body]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}

    def documented(name: str, node: ast.ClassDef) -> bool:
        own = [one for one in node.body if isinstance(one, METHODS) and one.name == name]
        above = (classes[base] for base in bases_of(node) if base in classes)
        return any(map(ast.get_docstring, own)) or any(documented(name, base) for base in above)

    missing = [
        f"{node.name}.{method.name}"
        for node in classes.values()
        for method in node.body
        if isinstance(method, METHODS) and not (node.name.startswith("_") or method.name.startswith("_"))
        if not documented(method.name, node)
    ]
    assert missing == []


def test_one_file_one_name() -> None:
    double = more_than_once(path.stem for room in ROOMS for path in files(room))
    assert double <= {"__init__"}


def parameters(trees: Iterable[ast.Module]) -> dict[str, list[list[str]]]:
    """The types of what each function and each class of fields takes by position, by name."""
    found: dict[str, list[list[str]]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            own = [arg for arg in (*node.args.posonlyargs, *node.args.args) if arg.arg not in ("self", "cls")]
            found.setdefault(node.name, []).append(
                [ast.unparse(arg.annotation) if arg.annotation else "" for arg in own]
            )
        elif isinstance(node, ast.ClassDef) and "kw_only" not in {word.arg for word in node.keywords}:
            fields = [ast.unparse(one.annotation) for one in node.body if isinstance(one, ast.AnnAssign)]
            found.setdefault(node.name, []).append(
                [one.removeprefix("Annotated[").split(", told(")[0] for one in fields]
            )
    return found


@pytest.mark.slow
def test_no_call_passes_more_than_three_arguments_of_one_type_by_position() -> None:
    """Two of them that are exchanged no check would see."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for room in ROOMS for path in files(room)}
    takes, wrong = parameters(trees.values()), []
    for path, tree in trees.items():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            for types in takes.get(name, []):
                given = Counter(kind for kind, _ in zip(types, call.args, strict=False) if kind)
                if len(call.args) <= len(types) and max(given.values(), default=0) > MOST_BY_POSITION:
                    wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}: {name}")
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("room", [*ROOMS, *BESIDE])
def test_a_room_uses_only_its_libraries(room: str) -> None:
    for path in files(room):
        for level, module in imports(path):
            name = module.split(".")[0]
            if level == 0 and name not in sys.stdlib_module_names and not (room in BESIDE and name == "mcmahon"):
                assert name in LIBRARIES[room], f"{path.relative_to(ROOT)} imports {name}"
                if name == "anyascii" and room == "model":
                    assert path.name == "latin.py"
                elif room == "model":
                    assert path.name in NUMPY_IN_MODEL, f"numpy in {path.relative_to(ROOT)}"


@cache
def project(folder: str = "") -> dict[str, Any]:
    """What `pyproject.toml` says of the program, or of the distribution in a folder."""
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "folder", "rooms"), [("mcmahon", "", ROOMS), ("mcmahon_bench", "bench", ())])
def test_the_packages_listed_are_the_folders_there(name: str, folder: str, rooms: tuple[str, ...]) -> None:
    there = {name}
    for init in (ROOT / folder).glob("*/**/__init__.py"):
        parts = init.parent.relative_to(ROOT / folder).parts
        if not rooms or parts[0] in rooms:
            there.add(".".join([name, *parts]))
    assert set(project(folder)["tool"]["setuptools"]["packages"]) == there


def test_the_research_distribution_has_the_version_of_the_program() -> None:
    assert project("bench")["project"]["version"] == __version__


def test_nothing_of_the_program_imports_research() -> None:
    wrong = [path for room in ROOMS for path in files(room) if "mcmahon_bench." in path.read_text(encoding="utf-8")]
    assert [path.relative_to(ROOT).as_posix() for path in wrong] == ["api/director_questions.py"], (
        "a docstring names a function"
    )


@pytest.mark.parametrize("folder", ["", "bench"])
def test_the_wheel_has_every_file_of_a_package_that_the_program_reads(folder: str) -> None:
    """Everything beside Python files is listed; a README is for those who have the source."""
    listed = project(folder)["tool"]["setuptools"]
    for package in listed["packages"][1:]:
        folder_of = (ROOT / folder).joinpath(*package.split(".")[1:])
        built = {".py", ".pyc", ".so", ".pyd"} | (set() if folder else {".cpp"})  # compiled at the installation
        others = {f.name for f in folder_of.iterdir() if f.is_file() and f.suffix not in built} - {"README.md"}
        found = {f.name for pattern in listed["package-data"].get(package, []) for f in folder_of.glob(pattern)}
        assert others <= found, package
    assert listed["package-data"][listed["packages"][0]] == ["py.typed"]


def test_the_page_of_the_house_maps_every_top_level_folder() -> None:
    page = (ROOT / "docs" / "explanation" / "house.md").read_text(encoding="utf-8")
    names = [path.relative_to(ROOT).as_posix() for path in tracked_files()]
    folders = {name.split("/")[0] for name in names if "/" in name and not name.startswith(".")}
    missing = {folder for folder in folders if not re.search(rf"^\| `{folder}/`", page, re.MULTILINE)}
    assert not missing


def test_templates_styles_and_scripts_have_lines_of_at_most_120_characters() -> None:
    """Like code; files of others are as they came."""
    own = [path for path in tracked_files(".html", ".css", ".js") if path.parent.name != "vendor"]
    assert len(own) > 90
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in own
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not long


def test_no_file_names_a_path_of_a_machine() -> None:
    pattern = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/\w")
    for path in [*ROOT.glob("*.*"), *(f for room in (*ROOMS, *BESIDE) for f in files(room)), *ROOT.glob(".ci/*")]:
        if path.is_file() and path.suffix in (".py", ".md", ".toml", "") and path.name != ".git":  # in a worktree
            assert not pattern.search(path.read_text(encoding="utf-8")), path


TAKEN_NAME = re.compile(r"""pip install(?:\s+-\S+)*\s+["']?mcmahon|["'`]mcmahon\[""")
NAMED_EXTRAS = re.compile(r"""["']\./?(bench)?\[([a-z,]+)\]["']""")


def test_hints_how_to_install_work_from_a_clone_and_name_an_extra_that_is_there() -> None:
    """The public index has a stranger's program named `mcmahon`, so no hint asks an index for a name like ours."""
    for name in ("mcmahon", "-q mcmahon", "'mcmahon"):
        assert TAKEN_NAME.search(f"pip install {name}[bench]")
    named = set()
    for path in tracked_files(".py", ".md", ".toml", ".html"):
        text = path.read_text(encoding="utf-8")
        assert not TAKEN_NAME.search(text), path
        named |= {(match[1] or "", name) for match in NAMED_EXTRAS.finditer(text) for name in match[2].split(",")}
    assert {"", "bench"} <= {folder for folder, _ in named}
    for folder, name in named:
        assert name in project(folder)["project"]["optional-dependencies"], f"{folder}[{name}]"


def test_the_hooks_before_a_commit_are_steps_of_the_gate_and_fetch_nothing() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert set(re.findall(r"repo: (.+)", hooks)) == {"local"}
    assert set(re.findall(r"language: (.+)", hooks)) == {"system"}
    entries = re.findall(r"entry: (.+)", hooks)
    assert entries
    assert set(entries) <= set(gate)


@pytest.mark.slow
def test_no_text_below_the_faces_names_a_command_or_an_option() -> None:
    """What could be done is a way, which each face shows itself."""
    pattern = re.compile(r"(?<![\w-])--[a-z]|\bmcmahon [a-z]|\bDIR\b")
    found: dict[str, list[str]] = {}
    for path in [file for room in ("model", "solver", "io", "desk") for file in files(room)]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        with_docs = [n for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.ClassDef, ast.FunctionDef))]
        docs = {id(n.body[0].value) for n in with_docs if n.body and isinstance(n.body[0], ast.Expr)}
        texts = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        named = [n.value for n in texts if id(n) not in docs and pattern.search(n.value)]
        named = [text for text in named if not text.startswith("mcmahon certificate ")]
        if path.name == "verify_certificate.py":  # it is a command of its own
            named.remove("--large")
        if named:
            found[path.relative_to(ROOT).as_posix()] = named
    assert not found


@pytest.mark.slow
def test_every_argument_that_an_error_names_is_an_option_of_a_command() -> None:
    """The first value of `wrong_argument` and `contradicted`, and `argument=` of a problem."""
    named = set()
    for path in [file for room in ("model", "solver", "io", "desk") for file in files(room)]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = node.args[:1] if node.func.id in ("wrong_argument", "contradicted") else []
                given = [*first, *(keyword.value for keyword in node.keywords if keyword.arg == "argument")]
                named |= {value.value for value in given if isinstance(value, ast.Constant)}
    assert {"keep", "varied"} <= named
    commands = typer.main.get_command(program(*MODULES)).commands.values()  # type: ignore[attr-defined]
    options = {option for command in commands for parameter in command.params for option in parameter.opts}
    assert {str(name) for name in named if option_of(str(name)) not in options} == set()


def test_start_up_loads_nothing_heavy() -> None:
    heavy = ("numpy", "pandas", "ortools", "tomlkit", "msgspec", "rapidfuzz", "rich")
    code = f"import sys, mcmahon.cli; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("module", ["rounds.enter_results", "placing.rank", "files.publish_pages"])
def test_what_neither_draws_nor_checks_loads_no_arrays(module: str) -> None:
    """A result is entered by a command of its own: what it loads, everybody waits for."""
    heavy = ("numpy", "ortools", "tomlkit")
    code = f"import sys, mcmahon.cli.way_texts, mcmahon.desk.{module}; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.slow
def test_a_draw_loads_what_it_needs_alone(tmp_path: Path) -> None:
    """A round without fractions needs no linear programs and no flows; no command checks its words with pydantic."""
    folder = tmp_path / "spring"
    mcmahon_process("new", folder, "--preset", "egf", "--rounds", 3)
    (tmp_path / "field.csv").write_text("name,rank\n" + "".join(f"P{k} Q,{k}k\n" for k in range(1, 17)))
    mcmahon_process("register", folder, tmp_path / "field.csv")
    heavy = ("pandas", "ortools", "pydantic", "tomlkit", "rapidfuzz", "rich", "babel", "jinja2", "pyuca", "starlette")
    code = f"""
import sys
from mcmahon.cli import run
sys.argv = ["mcmahon", "pair", {str(folder)!r}, "--dry-run"]
try:
    run()
finally:
    print([m for m in {heavy} if m in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize("words", [["standings", "club16"], ["help", "standings"]])
def test_a_command_loads_no_file_of_other_commands(words: list[str]) -> None:
    """To load and make all of them takes longer than a short command."""
    loaded = "[name for name in sys.modules if name.startswith('mcmahon.cli.commands.')]"
    code = f"""
import contextlib, sys
from mcmahon.cli import run
sys.argv = {["mcmahon", *words]}
with contextlib.suppress(SystemExit):
    run()
print({loaded})
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "instances"
    )
    assert run.stdout.strip().splitlines()[-1] == "['mcmahon.cli.commands.table_commands']"


def test_every_command_of_a_file_is_in_the_table_of_sections() -> None:
    """Each once, in the file that the table names."""
    for files_of_section in SECTIONS.values():
        for module, names in files_of_section.items():
            found = named(import_module(f"mcmahon.cli.commands.{module}").commands)
            assert sorted(found) == sorted(names)
            assert all(command_named(name) is found[name] for name in names)
    assert len(MODULES) == sum(len(names) for one in SECTIONS.values() for names in one.values())
    assert {*MODULES.values()} == {path.stem for path in (ROOT / "cli" / "commands").glob("*_commands.py")}


def test_the_public_names_are_there() -> None:
    for name in mcmahon.__all__:
        assert getattr(mcmahon, name)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = mcmahon.no_such_name  # type: ignore[attr-defined]
