"""Turns arguments of Python calls into requests to the desk, and a call into the text for the journal."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, Signature, signature
from numbers import Real
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin

from ..desk.people.register import Register, in_file
from ..desk.placing.give_prizes import TITLES, PrizeTable
from ..desk.rounds.enter_results import EnterResults, results_table
from ..desk.rounds.show_round import table_of
from ..desk.verb import Request, build, fields_of
from ..model.errors import InputError, wrong_argument
from .frames import Found
from .solver_model import OwnRound

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.rounds.show_round import Table
    from ..desk.verb import RequestField

Method = TypeVar("Method", bound=Callable[..., Any])
Made = TypeVar("Made", bound=Request)


def asks(kind: type[Request], **unsaid: object) -> Callable[[Method], Method]:
    """Show the fields of a request as keywords of a method; `unsaid` are defaults that differ from those."""

    def shown(method: Method) -> Method:
        own = [one for one in signature(method).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        fields = [_argument(one, unsaid) for one in fields_of(kind) if one.to in ("all", "here")]
        more = [one for one in fields if one.name not in {p.name for p in own}]
        gives = signature(method).return_annotation
        method.__signature__ = Signature([*own, *more], return_annotation=gives)  # type: ignore[attr-defined]
        return method

    return shown


def _argument(field: RequestField, unsaid: Mapping[str, object]) -> Parameter:
    default = None if field.default == {} else field.default
    default = Parameter.empty if field.required else unsaid.get(field.name, default)
    name = "number" if field.name == "round" else field.name
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=_taken(field.kind))


def asked(kind: type[Made], /, **given: object) -> Made:
    """The request of the arguments of a method, of which `number` is a round. Raises InputError."""
    return build(kind, **{"round" if name == "number" else name: value for name, value in given.items()})


def _taken(kind: Any) -> str:
    """What Python takes for a field of this type."""
    if get_origin(kind) is tuple:
        [own, *_] = get_args(kind)
        if get_origin(own) is tuple:
            return "Iterable[tuple[str, str]]"
        return "Iterable[int]" if own is int else "str | Iterable[str]"
    if Path in get_args(kind):
        return "str | Path | None"
    if get_origin(kind) is Mapping:
        return "Mapping[str, str] | None"
    parts = [get_args(one)[0] if get_origin(one) is Annotated else one for one in get_args(kind) or (kind,)]
    several = [_taken(own) for own in parts if get_origin(own) is tuple]
    names = several + ["str" if issubclass(own, str) else own.__name__ for own in parts if isinstance(own, type)]
    return " | ".join(name.replace("NoneType", "None") for name in names) or "str"


def several(given: str | Iterable[str]) -> tuple[str, ...]:
    """One text, or several."""
    return (given,) if isinstance(given, str) else tuple(given)


def dotted(given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name; in Python `__` stands for the dot."""
    return {key.replace("__", "."): value for key, value in given.items()}


def typed(value: object) -> str | None:
    """The text that somebody would type; several values are separated by commas."""
    if isinstance(value, list | tuple | set | frozenset | range):
        return ",".join(map(str, value))
    return None if value is None else str(value)


def boards_of(
    given: pd.DataFrame | Found | OwnRound | Iterable[tuple[str, str]], byes: str | Iterable[str]
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """Boards and byes from a DataFrame with white and black, from pairs, or from a round. Raises InputError."""
    import pandas as pd

    resting = tuple(map(str, several(byes)))
    if isinstance(given, Found | OwnRound):
        return boards_of(given.boards, resting or tuple(given.byes))
    if not isinstance(given, pd.DataFrame):
        pairs = list(given)
        for pair in pairs:
            if isinstance(pair, str) or len(pair) != 2:
                raise InputError(f"{pair!r} is not a pair; expected two players, e.g. ('3', '17')")
        return [(str(a), str(b)) for a, b in pairs], resting
    table = table_in(given)
    white, black = (table.needed("white", "black")[side] for side in ("white", "black"))
    return [(row.cells[white], row.cells[black]) for row in table.rows], resting


def cells_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a player as texts. Raises InputError."""
    columns = given.get("columns") or {}
    if not isinstance(columns, Mapping):
        raise wrong_argument("columns", str(columns), 'a dict, e.g. {"notes": "vegetarian"}')
    lists = {name: given[name] for name in ("members", "drop", "clear") if name in given}
    own = {title: typed(value) for title, value in given.items() if title not in lists}
    return own | lists | {"columns": {str(title): str(text) for title, text in columns.items()}}


def registrations_of(given: pd.DataFrame | str | Path, asked: Register) -> Register:
    """The request with registrations from a file or a DataFrame. Raises FolderError, InputError."""
    if isinstance(given, str | Path):
        return in_file(asked, Path(given), str(given))
    return asked.but(name="DataFrame", table=table_in(given))


def results_of(
    given: Mapping[Any, str | float] | pd.DataFrame | Found | str | Path, number: int, again: bool = False
) -> EnterResults:
    """Results by table, or from a file, a DataFrame, or a round with its number. Raises FolderError, InputError."""
    if isinstance(given, Mapping):
        words = {str(table): result_word(result) for table, result in given.items()}
        return build(EnterResults, results=words, round=number, again=again)
    if isinstance(given, str | Path):
        return build(EnterResults, table=results_table(Path(given)), round=number, again=again)
    if isinstance(given, Found):
        return results_of(given.boards, number or given.round, again)
    if "result" in given:
        given = given.assign(result=[result_word(result) for result in given["result"]])
    return build(EnterResults, table=table_in(given), round=number, again=again)


#: Results by White's points.
_RESULTS = {1.0: "1-0", 0.5: "jigo", 0.0: "0-1"}


def result_word(value: object) -> str:
    """A result as it is typed; White's points 1.0, 0.5 and 0.0 are a win, a jigo and a loss, NaN is none."""
    if value is None or value != value:
        return ""
    points = float(value) if isinstance(value, Real) and not isinstance(value, bool) else None
    return _RESULTS.get(points, str(value)) if points is not None else str(value)


def table_in(given: pd.DataFrame) -> Table:
    """A DataFrame as a table of texts, with blanks for missing values; lines count from 2, as in a CSV."""
    texts = given.astype(object).where(given.notna(), "")
    rows = ([_cell(value) for value in values] for values in texts.itertuples(index=False, name=None))
    return table_of("DataFrame", [str(column) for column in given.columns], rows)


def _cell(value: object) -> str:
    """The text of a cell; a whole number that pandas made a float loses its `.0`."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def matrix_of(given: Any) -> tuple[Any, list[str], list[str]]:
    """A matrix, and the ids of its rows and of its columns; none but of a DataFrame."""
    import pandas as pd

    if not isinstance(given, pd.DataFrame):
        return given, [], []
    return given.to_numpy(), [_cell(label) for label in given.index], [_cell(label) for label in given.columns]


def prize_cells_of(given: Mapping[str, object]) -> dict[str, str]:
    """The cells of a prize. Raises InputError for an unknown one."""
    wrong = [title for title in given if title not in TITLES[1:]]
    if wrong:
        raise InputError(f"a prize has no {wrong[0]!r}; expected one of {', '.join(TITLES[1:])}")
    return {title: typed(value) or "" for title, value in given.items()}


def prize_table_of(given: pd.DataFrame) -> PrizeTable:
    """A table of prizes from a DataFrame."""
    return PrizeTable([row.cells for row in table_in(given).rows], [str(title) for title in given.columns])


class _Short(reprlib.Repr):
    """Values as typed; long ones are cut."""

    def __init__(self) -> None:
        super().__init__()
        self.maxdict = self.maxlist = self.maxtuple = 4
        self.maxstring = self.maxother = 60

    def repr1(self, x: Any, level: int) -> str:
        """A value; a path as its text."""
        return super().repr1(str(x) if isinstance(x, PurePath) else x, level)

    def repr_Found(self, x: Found | OwnRound, level: int) -> str:
        """A round by its boards."""
        return f"<{len(x.boards)} boards>"

    repr_OwnRound = repr_Found

    def repr_ndarray(self, x: Any, level: int) -> str:
        """A matrix by its size."""
        return f"<{' × '.join(map(str, x.shape))}>"

    def repr_DataFrame(self, x: pd.DataFrame, level: int) -> str:
        """A table by its size."""
        return f"<{len(x)} rows>"


def call_text(name: str, /, *given: Any, **named: Any) -> str:
    """A call as the journal shows it: `results({4: '1-0'})`."""
    short = _Short().repr
    return f"{name}({', '.join([*map(short, given), *(f'{key}={short(value)}' for key, value in named.items())])})"
