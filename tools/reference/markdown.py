"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: How to make the pages, at the head of each that is wholly made.
MADE = "<!-- made from the code: python -m tools.reference -->"


def page(title: str, *parts: str) -> str:
    """A page that is wholly made: its title and its parts, each a paragraph, a list or a table."""
    return "\n\n".join([MADE, f"# {title}", *(part for part in parts if part)]) + "\n"


def between(text: str, name: str, made: str) -> str:
    """A page with another text between its marks `<!-- name -->` and `<!-- end of name -->`. Raises IndexError."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    return text.split(begin)[0] + begin + "\n" + made + "\n" + end + text.split(end)[1]


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar inside a cell is escaped."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    """A word of a program's language."""
    return f"`{text}`" if text else ""


def codes(texts: Iterable[str]) -> str:
    """Several such words."""
    return ", ".join(code(text) for text in texts)
