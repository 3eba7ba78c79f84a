"""What a verb of the desk has found, for Python: its tables as DataFrames, its values by name, shown in notebooks."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

_SHORT = 60  # letters of a value in a line about everything


class Found:
    """What a verb has found: DataFrames and values as attributes; `dir()` and the line that it is shown as name them.

    `boards` is the table of a round, `table` that of everything else. `record` is what the desk itself has found, with
    scores in half points; an attribute that is none of the answer's own is looked up there. A part that is a `partial`
    is made when it is first asked for.
    """

    def __init__(self, record: object, parts: Mapping[str, Any]) -> None:
        self.record = record
        self._parts = dict(parts)

    def __getattr__(self, name: str) -> Any:
        """A table or a value, else what the desk's own record has."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._parts:
            part = self._parts[name]
            if isinstance(part, partial):
                self._parts[name] = part = part()
            return part
        try:
            return getattr(self.record, name)
        except AttributeError:
            raise AttributeError(f"there is no {name!r} here; there is {', '.join(self._parts)}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._parts})

    def _tables(self) -> dict[str, pd.DataFrame]:
        import pandas as pd

        return {name: value for name, value in self._parts.items() if isinstance(value, pd.DataFrame)}

    def _values(self) -> list[str]:
        """The values in a few words each."""
        shown = {name: value for name, value in self._parts.items() if not isinstance(value, partial)}
        return [f"{name}={_short(value)}" for name, value in shown.items() if name not in self._tables()]

    def __repr__(self) -> str:
        sizes = [f"{name}: {len(table)} rows" for name, table in self._tables().items()]
        return f"<{'; '.join([*sizes, *self._values()])}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the values in a line and the first table; without a table every value in full."""
        first = next(iter(self._tables().values()), None)
        if first is None:
            return "\n".join(f"<p><b>{name}</b> {escape(str(value))}</p>" for name, value in self._parts.items())
        return f"<p>{escape('; '.join(self._values()))}</p>\n{first.to_html(index=False, border=0, notebook=True)}"


def _short(value: object) -> str:
    """A value in a few letters."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = _SHORT
    return short.repr(value)
