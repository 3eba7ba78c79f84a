"""Options of a command: those that many have, and those made from the fields of the request that it asks for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer

from .output import name_folder

if TYPE_CHECKING:
    from ..desk.verb import RequestField

DIR_HELP = "The tournament folder; inside one you can leave it out."
FILE_HELP = "The tournament folder (inside one you can leave it out), or a file of another program."

Dir = Annotated[Path, typer.Argument(metavar="DIR", help=DIR_HELP, callback=name_folder)]
DirOrFile = Annotated[Path, typer.Argument(metavar="DIR", help=FILE_HELP, callback=name_folder)]
RoundOption = Annotated[
    int,
    typer.Option("--round", "-r", metavar="N", show_default=False, help="The round; by default the last one drawn."),
]
ToFile = Annotated[
    Path | None,
    typer.Option("--to", metavar="FILE", help="Write it to FILE: .csv .xlsx .ods .html .md .tex .parquet .json."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

TAKES = "takes"  # the attribute of a function that says which request its parameter `asked` is
#: Options whose name differs from the field of the request.
NAMES = {
    "varied": "--set", "late": "--with", "profiles": "--profile", "every": "--all", "settings": "--set",
    "columns": "--column", "members": "--member",
}  # fmt: skip
#: What stands for a value of a type, or of a field that only a command has.
METAVARS: Mapping[Any, str] = {"like": "DIR", int: "N", float: "N", Path: "FILE", "folders": "DIR"}
SHORT = {"round": "-r"}


def example(*lines: str) -> str:
    """The end of a command's help: lines to copy, each to follow `mcmahon`; they are not folded."""
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  mcmahon {line}" for line in lines)])


def by_title(texts: Sequence[str] | None, expected: str, last: bool = False) -> dict[str, str]:
    """Values by title, of `TITLE=VALUE`; the `last` = or the first one divides. Raises InputError."""
    from ..model.errors import wrong_argument

    found: dict[str, str] = {}
    for text in texts or ():
        title, equals, value = text.rpartition("=") if last else text.partition("=")
        if not (title.strip() and equals):
            raise wrong_argument("column", text, expected)
        found[title.strip()] = value.strip()
    return found


def option_of(field: str) -> str:
    """The option that sets this field of a request."""
    return NAMES.get(field, f"--{field.replace('_', '-')}")


@dataclass(frozen=True, slots=True)
class Taken:
    """Which request a command takes, and what its options have otherwise than the fields: see `takes`."""

    request: str
    words: Sequence[str]
    without: Sequence[str]
    names: Mapping[str, Sequence[str]]
    unsaid: Mapping[str, object]


def takes(
    request: str,
    *,
    words: Sequence[str] = (),
    without: Sequence[str] = (),
    names: Mapping[str, Sequence[str]] | None = None,
    **unsaid: object,
) -> Callable[[Any], Any]:
    """Give a command the options of a request, which its parameter `asked` then is.

    `request` is named as `rounds.draw_round:Draw`, and loaded when the command is called. `words` are fields that are
    typed without an option, as all are that must be given; fields `without` an option the command fills in itself.
    `names` are the options of fields that are called otherwise here, and `unsaid` the values of options not given.
    """

    def marked(function: Any) -> Any:
        setattr(function, TAKES, Taken(request, words, without, names or {}, unsaid))
        return function

    return marked


def with_options(function: Callable[..., None]) -> Callable[..., None]:
    """The function of a command with a parameter for each field of its request in the place of `asked`."""
    if not hasattr(function, TAKES):
        return function
    from ..desk.verb import build, fields_of

    taken: Taken = getattr(function, TAKES)
    module, _, name = taken.request.partition(":")
    kind = getattr(import_module(f"..desk.{module}", __package__), name)
    given = [one for one in fields_of(kind) if one.to in ("all", "here") and one.name not in taken.without]
    fields = [_parameter(one, taken) for one in given]

    def called(**given: Any) -> None:
        asked = build(kind, **{field.name: given.pop(field.name) for field in fields})
        function(asked=asked, **given)

    own = inspect.signature(function).parameters
    evaluated = {name: _evaluated(one, function) for name, one in own.items() if name != "asked"}
    parameters: list[inspect.Parameter] = []
    for name in own:
        parameters += fields if name == "asked" else [evaluated[name]]
    called.__doc__, called.__name__, called.__module__ = function.__doc__, function.__name__, function.__module__
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _evaluated(parameter: inspect.Parameter, function: Any) -> inspect.Parameter:
    kind = eval(parameter.annotation, function.__globals__) if isinstance(parameter.annotation, str) else None
    return parameter.replace(annotation=kind or parameter.annotation, kind=inspect.Parameter.KEYWORD_ONLY)


def _parameter(field: RequestField, taken: Taken) -> inspect.Parameter:
    parsed, several = _parsed(field.kind)
    typed = field.typed or METAVARS.get(field.name) or METAVARS.get(parsed, "TEXT")
    told: dict[str, Any] = {"metavar": typed, "help": _sentence(field.meaning)}
    required = field.required and field.name not in taken.unsaid
    default = inspect.Parameter.empty if required else None if several else taken.unsaid.get(field.name, field.default)
    value: Any = list[str] if several else parsed
    if not required and (parsed is not bool or default is None):
        value = value | None
    if required or field.name in taken.words:
        info: Any = typer.Argument(**told)
    else:
        if parsed is bool:
            told.pop("metavar")
        names = taken.names.get(field.name) or [option_of(field.name), *filter(None, [SHORT.get(field.name)])]
        info = typer.Option(*names, show_default=bool(default) and parsed is not bool, **told)
    kind = Annotated[value, info]
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _parsed(kind: Any) -> tuple[Any, bool]:
    """The type that typer reads for a type of a field, and whether it may be given several times."""
    if any(get_origin(one) is tuple for one in (kind, *get_args(kind))):
        return str, True
    parts = [get_args(one)[0] if get_origin(one) is Annotated else one for one in (kind, *get_args(kind))]
    return str if str in parts else next((one for one in parts if one in METAVARS or one is bool), str), False


def _sentence(meaning: str) -> str:
    return f"{meaning[:1].upper()}{meaning[1:]}."
