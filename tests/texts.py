"""Every text of the program that somebody reads, with its place: messages, help, pages, documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Rooms whose texts are read by people; in `cli` and `api` docstrings are too.
ROOMS = ("model", "solver", "io", "desk", "cli", "api", "bench")
FACES = ("cli/", "api/")
TAG = re.compile(r"<[^>]*>|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
HOLE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Text:
    """A text and where it stands; `…` is what the program puts in."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def texts_of_code() -> Iterator[Text]:
    """Strings of two words or more that are no docstrings; of commands the docstrings too, as help prints them."""
    files = [*ROOT.glob("*.py"), *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in docstrings | inside:
                text = " ".join(_text(node).split())
                if re.search(r"[a-z…] [a-z…]", text):
                    yield Text(name, node.lineno, text)
        for command in [n for n in nodes if isinstance(n, ast.FunctionDef) and n.decorator_list]:
            if name.startswith("cli/") and ast.get_docstring(command):
                yield Text(name, command.lineno, " ".join((ast.get_docstring(command) or "").split()))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def texts_of_pages() -> Iterator[Text]:
    """The words in templates of pages, a piece between two tags each."""
    for path in sorted(ROOT.rglob("*.html")):
        if ".venv" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        source = re.sub(r"<(script|style)\b.*?</\1>", lambda m: "\n" * m[0].count("\n"), source, flags=re.DOTALL)
        for number, line in enumerate(TAG.sub(" ", source).split("\n"), 1):
            text = " ".join(HOLE.sub("…", line).split())
            if re.search(r"[a-z…] [a-z…]", text):
                yield Text(path.relative_to(ROOT).as_posix(), number, text)


def texts_of_documents() -> Iterator[Text]:
    """The paragraphs, points and cells of every page of the documentation, without blocks of code."""
    for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "bench").rglob("*.md"))]:
        source = FENCE.sub(lambda block: "\n" * block[0].count("\n"), path.read_text(encoding="utf-8"))
        name, line = path.relative_to(ROOT).as_posix(), 1
        for part in re.split(r"(\n\s*\n|\n(?=[*|#-] ?))", source):
            text = " ".join(part.split())
            for cell in text.strip("|").split("|") if text.startswith("|") else [text]:
                if re.search(r"[a-z] [a-z]", cell):
                    yield Text(name, line, cell.strip())
            line += part.count("\n")
