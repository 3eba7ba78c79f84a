"""A setting as a record: a field of its section's class, declared once with all that the program says of it.

Reading a TOML file, forms, the comments of a new `tournament.toml`, the reference, error messages and what pages may
show come from these declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from ...errors import InputError, Problem
from .kinds import SettingKind


@dataclass(frozen=True, slots=True)
class DeclaredSetting:
    """What is said of a setting: its kind, its title in forms, and what it means.

    Only if it is `public` do pages show it: others name players, show who belongs together, or matter only to the
    organisers. If it `redraws`, a standing draft depends on it.
    """

    kind: SettingKind
    title: str
    doc: str
    public: bool
    redraws: bool | None

    @property
    def meaning(self) -> str:
        """What it means, with the values of a choice unless that names them all itself."""
        words = [word for word in self.kind.words if word]
        return self.doc if all(word in self.doc for word in words) else f"{self.doc} ({', '.join(words)})"


def setting(
    default: Any, kind: SettingKind, title: str, doc: str, public: bool = False, redraws: bool | None = None
) -> Any:
    """A field of a section; without `redraws` it is as its section says."""
    return field(default=default, metadata={"setting": DeclaredSetting(kind, title, doc, public, redraws)})


class Section:
    """Settings that are of their kinds. Raises InputError with every value that is not, whoever made them."""

    __slots__ = ()
    TITLE: ClassVar[str] = ""  # in forms
    REDRAWS: ClassVar[bool] = False  # whether a standing draft depends on its settings

    def __post_init__(self) -> None:
        problems = []
        for f in fields(self):  # type: ignore[arg-type]
            value, declared = getattr(self, f.name), f.metadata.get("setting")
            if declared is not None and not declared.kind.holds(value):
                place, expected = (
                    f"{type(self).__name__}.{f.name}",
                    f"{declared.kind.expected}; in Python, for example {f.default!r}",
                )
                problems.append(Problem(f"{place}: wrong value", value=str(value), expected=expected))
        if problems:
            raise InputError(problems)
