"""A browser without JavaScript: it follows links, fills in forms and presses buttons that are on the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx2

Pairs = list[tuple[str, str]]


@dataclass
class Form:
    """A form of a page: where it goes, what is in its fields, its buttons with what they add, what can be chosen."""

    action: str
    method: str
    id: str = ""
    fields: Pairs = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    choices: Pairs = field(default_factory=list)


class _Reader(HTMLParser):
    """Forms, links and text of a page, as far as the desk's pages need it."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.words: list[str] = []
        self._own: Form | None = None
        self._elsewhere: list[tuple[str, str, str]] = []  # fields that belong to a form by its id
        self._pressed: list[tuple[str, tuple[str, str, str]]] = []  # buttons that do
        self._open: list[str] | None = None  # the words of a link, button, option or textarea
        self._button = ("", "", "")
        self._select = ("", False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._own = Form(at.get("action", ""), at.get("method", "get"), at.get("id", ""))
            self.forms.append(self._own)
        elif tag == "input" and at.get("type") not in ("submit", "button", "file") and "name" in at:
            if at.get("type") == "radio" and self._own:
                self._own.choices.append((at["name"], at.get("value", "")))
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                self._add(at["name"], at.get("value", "on" if at.get("type") == "checkbox" else ""), at.get("form", ""))
        elif tag == "select":
            self._select = (at.get("name", ""), False)
        elif tag == "option" and self._select[0] and ("selected" in at or not self._select[1]):
            if self._select[1] and self._own:
                self._own.fields.pop()
            self._add(self._select[0], at.get("value", ""), "")
            self._select = (self._select[0], True)
        elif tag in ("a", "button", "textarea"):
            self._open = []
            self._button = (at.get("href", at.get("form", "")), at.get("name", ""), at.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        said = " ".join("".join(self._open or []).split())
        place, name, value = self._button
        if tag == "a" and self._open is not None:
            self.links.append((said, place))
        elif tag == "button" and self._open is not None:
            if place:
                self._pressed.append((place, (said, name, value)))
            elif self._own:
                self._own.buttons.append((said, name, value))
        elif tag == "textarea" and name:
            self._add(name, "".join(self._open or []).removeprefix("\n"), "")
        elif tag == "form":
            self._own = None
        elif tag == "select":
            self._select = ("", False)
        if tag in ("a", "button", "textarea"):
            self._open = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._open is not None:
            self._open.append(data)

    def _add(self, name: str, value: str, owner: str) -> None:
        if owner:
            self._elsewhere.append((owner, name, value))
        elif self._own:
            self._own.fields.append((name, value))

    def finish(self) -> None:
        for owner, name, value in self._elsewhere:
            next(one for one in self.forms if one.id == owner).fields.append((name, value))
        for owner, button in self._pressed:
            next(one for one in self.forms if one.id == owner).buttons.append(button)


class Plain:
    """A person with such a browser: the page before them, and what they do on it."""

    def __init__(self, client: httpx2.Client, address: str) -> None:
        self._client = client
        self.go(address)

    def go(self, address: str) -> None:
        self._show(self._client.get(urljoin(getattr(self, "address", "/"), address)))

    def follow(self, words: str) -> None:
        """Click on the first link that says so."""
        self.go(next(place for said, place in self._page.links if said.startswith(words)))

    @property
    def forms(self) -> list[Form]:
        """The forms of the page."""
        return self._page.forms

    def press(self, words: str, *, code: int = 200, file: tuple[str, bytes] | None = None, **typed: str) -> None:
        """Press the first button that says so, after typing into its form's fields, which must be there."""
        form, (_, name, value) = next(
            (form, button) for form in self._page.forms for button in form.buttons if button[0].startswith(words)
        )
        assert typed.keys() <= {field for field, _ in form.fields}, (typed, form.fields)
        sent: dict[str, list[str]] = {}
        for field_, text in [*form.fields, *([(name, value)] if name else [])]:
            sent.setdefault(field_, []).append(text)
        sent |= {field_: [text] for field_, text in typed.items()}
        where = urljoin(self.address, form.action)
        if form.method == "get":
            self._show(self._client.get(where, params=sent), code)
        else:
            files = {"file": (*file, "text/csv")} if file else None
            self._show(self._client.post(where, data=sent, files=files), code)

    def _show(self, answer: httpx2.Response, code: int = 200) -> None:
        assert answer.status_code == code, answer.text
        self.address, self._page = str(answer.url), _Reader()
        self._page.feed(answer.text)
        self._page.finish()
        self.text = " ".join("".join(self._page.words).translate(dict.fromkeys(range(0x2066, 0x206A))).split())
        self.body = answer.content

    def choose(self, name: str, value: str) -> None:
        """Choose one of several values of a name, which must be there."""
        form = next(form for form in self._page.forms if (name, value) in form.choices)
        form.fields[:] = [*(one for one in form.fields if one[0] != name), (name, value)]

    def press_value(self, name: str, value: str) -> None:
        """Press the button of this name and value."""
        form = next(form for form in self._page.forms if (name, value) in [button[1:] for button in form.buttons])
        self._show(self._client.post(urljoin(self.address, form.action), data=dict(form.fields) | {name: value}))
