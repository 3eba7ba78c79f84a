"""The page of settings: each with its default, what it may be, what it means, and what the presets make of it."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from mcmahon.model.tournament.settings.settings import PRESETS, SECTIONS, Settings, declarations

from .markdown import code, page, table

ABOUT = """A tournament's settings are in its `tournament.toml`, a setting a line below its section's name; a setting
that is not there has its default. `mcmahon set DIR` shows those of a tournament; `mcmahon set DIR handicap.maximum=6`
changes one, `+=` adds to a list, `-=` takes from it, and `pairing.forbid=` empties it. A preset changes the defaults;
the table at the end shows which."""

#: What depends on the number of rounds, and what becomes of it when that is changed.
OF_ROUNDS = [
    ["the automatic bar, the groups of the scheme `regular`, the rounds of Baku acceleration", "as at the first draw"],
    [
        "the rounds that a player enters for",
        "cut to the new end; who was entered for the last one is entered for new ones",
    ],
    ["a player who had left before the end", "not entered for new rounds"],
    ["absences without excuse", "cut to the new end"],
    [
        "`event.round_times`, rounds in `pairing.force`, `pairing.forbid`, `pairing.rules`",
        "cut to the new end, and said",
    ],
    ["the plan of the rounds to come, expected ratings, prizes by games", "made anew"],
    ["a draft", "stays; a note says if it was drawn before the change"],
]


def settings_page() -> str:
    """The page."""
    parts = [_section("The tournament", "")]
    parts += [_section(f"[{name}]", name) for name in SECTIONS if name != "decided"]
    parts += ["## What the first draw decides", _first_paragraph(SECTIONS["decided"].__doc__), _table("decided")]
    of_rounds = ["## When the number of rounds changes", table(["what depends on it", "what becomes of it"], OF_ROUNDS)]
    return page("Settings", ABOUT, *parts, *of_rounds, _presets())


def _section(title: str, name: str) -> str:
    about = _first_paragraph((SECTIONS[name] if name else Settings).__doc__)
    return f"## {title}\n\n{about}\n\n{_table(name)}"


def _table(section: str) -> str:
    owner: Any = SECTIONS[section] if section else Settings
    defaults = {f.name: f.default for f in fields(owner)}
    prefix = f"{section}." if section else ""
    rows = [
        [code(prefix + key), code(_plain(one.kind.plain(defaults[key]))), one.kind.expected, one.meaning]
        for key, one in declarations(section).items()
    ]
    return table(["setting", "default", "expected", "meaning"], rows)


def _presets() -> str:
    keys = sorted({(section, key) for preset in PRESETS.values() for section in preset for key in preset[section]})
    order = ["", *SECTIONS]
    keys.sort(key=lambda key: (order.index(key[0]), key[1]))
    rows = [
        [
            code(f"{section}.{key}" if section else key),
            *(code(_plain(p.get(section, {}).get(key))) for p in PRESETS.values()),
        ]
        for section, key in keys
    ]
    about = "An empty cell: the default of the tables above."
    return f"## What the presets change\n\n{about}\n\n{table(['setting', *PRESETS], rows)}"


def _plain(value: Any) -> str:
    """A value as a TOML file has it; nothing for none."""
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _first_paragraph(text: str | None) -> str:
    return " ".join((text or "").split("\n\n")[0].split())
