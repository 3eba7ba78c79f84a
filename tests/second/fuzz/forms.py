"""What can be asked of a page or a call: the fields of its forms, and plain data of a JSON schema."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its name, the value that its page shows, and those that may be chosen."""

    name: str
    value: str = ""
    choices: tuple[str, ...] = ()
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request before its fields are filled in; `takes` is the JSON schema of a body."""

    method: str
    path: str
    fields: tuple[Field, ...] = ()
    takes: Any = None
    token: str = ""
    files: bool = False

    @property
    def alike(self) -> str:
        """Those of the same form, whatever its numbers and tokens."""
        names = ",".join(sorted({one.name for one in self.fields}))
        return re.sub(r"\d+|[\w=-]{32}", "N", f"{self.method} {self.path} {names}")


class Forms(HTMLParser):
    """The forms, buttons and links of a page, as requests."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[Asked] = []
        self.fields: list[Field] = []
        self.action, self.method, self.select, self.files = page, "", "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has one more field."""
        one = {name: value or "" for name, value in attrs}
        name, value = one.get("name", ""), one.get("value", "")
        if tag == "form":
            self.action, self.method = one.get("action") or self.page, one.get("method", "get").upper()
            self.fields, self.files = [], False
        elif tag in ("input", "button", "textarea") and name:
            kind = one.get("type", tag)
            self.files = self.files or kind == "file"
            known = next((k for k, f in enumerate(self.fields) if f.name == name and f.kind == kind == "radio"), None)
            if known is None:
                self.fields.append(Field(name, value, (value,), kind))
            else:
                self.fields[known] = replace(self.fields[known], choices=(*self.fields[known].choices, value))
        elif tag == "select" and name:
            self.select = name
            self.fields.append(Field(name, "", (), "select"))
        elif tag == "option" and self.select and self.fields:
            self.fields[-1] = replace(self.fields[-1], choices=(*self.fields[-1].choices, value))
        for title, method in (("href", "GET"), ("hx-get", "GET"), ("hx-post", "POST")):
            if one.get(title, "").startswith(("/", "?")) or (title == "hx-post" and title in one):
                self.ask(method, one[title] or self.page, (Field(name, value),) if name else ())

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self.ask(self.method, self.action, tuple(self.fields))
        if tag == "select":
            self.select = ""

    def ask(self, method: str, address: str, fields: tuple[Field, ...]) -> None:
        """One more request."""
        parts = urlsplit(address)
        path = unquote(parts.path) or self.page
        asked = tuple(Field(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True))
        self.found.append(Asked(method, path, (*asked, *fields), files=self.files))


def valid(schema: Any, rng: Random, words: Sequence[str]) -> Any:
    """Plain data as a JSON schema has it."""
    own, parts = schema
    if "$ref" in own:
        return valid((parts[own["$ref"].rpartition("/")[2]], parts), rng, words)
    if "anyOf" in own:
        return valid((rng.choice(own["anyOf"]), parts), rng, words)
    if "enum" in own:
        return rng.choice(own["enum"])
    kind = own.get("type")
    if kind == "object":
        needed, given = own.get("required", ()), own.get("properties", {})
        made = {
            name: valid((part, parts), rng, words)
            for name, part in given.items()
            if name in needed or (name != "seen" and rng.random() < 0.4)
        }
        return made if given else dict.fromkeys(rng.sample(words, 1), rng.choice(words))
    if kind == "array":
        inside = own.get("prefixItems") or [own.get("items") or {}] * rng.choice((0, 1, 1, 2, 3))
        return [valid((part, parts), rng, words) for part in inside]
    if kind in ("integer", "number"):
        return rng.choice((0, 1, 1, 2, 3, 10, own.get("minimum", -1), own.get("maximum", 99)))
    simple = {"boolean": rng.random() < 0.5, "null": None}
    return simple[kind] if kind in simple else rng.choice(words)
