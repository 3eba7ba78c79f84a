"""Plain data as typed values by msgspec, and the place of what is wrong in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, TypeVar

import msgspec

from ..model.errors import WrongValue, unreadable_text
from ..model.tournament.rules import parse_count_rule

T = TypeVar("T")

#: Held while msgspec first sees a type: two threads that do so at once crash the process (msgspec 0.22 and before).
_FIRST = Lock()
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


class PlainRule:
    """A rule over sets of pairs as files say it: checked as one of the settings is."""

    def __init__(self, data: Any) -> None:
        self.rule = parse_count_rule(data)


def decoded(text: str | bytes, kind: type[T]) -> T:
    """A JSON text as a value of this type. Raises WrongValue, which names the place; RecursionError."""
    try:
        try:
            return _decoder(kind).decode(text)
        except msgspec.ValidationError:
            data = msgspec.json.decode(text)  # what stands behind the wrong value may be no JSON at all
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WrongValue(unreadable_text(error)) from None
    return converted(data, kind)


def converted(data: Any, kind: type[T]) -> T:
    """Plain data as a value of this type. Raises WrongValue, which names the place: `$.entrants["7"].mms`."""
    _decoder(kind)
    try:
        return msgspec.convert(data, kind, dec_hook=_made)
    except msgspec.ValidationError as error:
        raise WrongValue(*_told(str(error), data, kind)) from None


def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    with _FIRST:
        if kind not in _DECODERS:
            _DECODERS[kind] = msgspec.json.Decoder(kind, dec_hook=_made)
        return _DECODERS[kind]


def _made(kind: type, data: Any) -> Any:
    return kind(data)


def _told(message: str, data: Any, kind: type) -> tuple[str, str]:
    """What msgspec says, and the place, with the key where it has `[...]`."""
    what, at, place = message.partition(" - at `$")
    what = what.replace("`", "")
    what = what[:1].lower() + what[1:]
    if not at:
        return what, ""
    way: list[str | int] = []
    named = "$"
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", place):
        way.append(_wrong_key(message, data, way, kind) if index == "..." else int(index) if index else name)
        named += f".{name}" if name else f"[{json.dumps(way[-1], ensure_ascii=False)}]"
    return what, named


def _wrong_key(message: str, data: Any, way: Sequence[str | int], kind: type) -> str:
    """The first key of the mapping at the end of the way under which there is what the message says."""
    found = data
    for step in way:
        found = found[step]

    def wrong(keys: Sequence[str]) -> bool:
        try:
            msgspec.convert(_with(data, way, {key: found[key] for key in keys}), kind, dec_hook=_made)
        except msgspec.ValidationError as error:
            return str(error) == message
        return False

    keys: Sequence[str] = list(found)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        keys = half if wrong(half) else keys[len(half) :]
    return keys[0]


def _with(data: Any, way: Sequence[str | int], part: Any) -> Any:
    """The data with another part at the end of the way."""
    if not way:
        return part
    step, *rest = way
    if isinstance(data, Mapping):
        return {**data, step: _with(data[step], rest, part)}
    return [_with(one, rest, part) if k == step else one for k, one in enumerate(data)]
