"""Texts of files in any of the usual encodings, and their lines."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable

from ...model.errors import InputError, Problem
from .encodings import NAMES, old_encoding

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
#: Letters beyond ASCII that are common in western names.
_WESTERN = frozenset("äöüßéèêëàâáåæøçñíìîïóòôúùûÄÖÜÉÈÀÁÅØÇÓ")


def decode(data: bytes, name: str = "", old: Callable[[bytes], str] = old_encoding) -> str:
    """The text of a file: UTF-8 with or without byte order mark, else UTF-16 with one, else the `old` encoding of it.

    Raises InputError naming the lines that are not UTF-8 in a file that is: no guess would be right for all of it.
    """
    return decode_and_tell(data, name, old=old)[0]


def decode_and_tell(
    data: bytes, name: str = "", encoding: str = "", old: Callable[[bytes], str] = old_encoding
) -> tuple[str, str]:
    """The text as `decode` has it, and a remark where its encoding was guessed, with a line to judge that by.

    Where the encoding is given, it is not guessed. Raises InputError as `decode` does, and for an unknown encoding.
    """
    if encoding:
        return _decoded(data, name, encoding), ""
    if data.startswith(UTF16_MARKS):
        return data.decode("utf-16", errors="replace"), ""
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        if b"\0" in data:  # a damaged spreadsheet or a picture; no old encoding has them
            raise InputError([Problem("not a text: it contains NUL bytes", name)]) from None
        other = _not_utf8(data)
    if data.startswith(b"\xef\xbb\xbf") or any(_is_utf8(line) and not line.isascii() for line in data.splitlines()):
        expected = "the whole file in one encoding, preferably UTF-8"
        wrong = [(number, line.decode("cp1252", errors="replace")[:40]) for number, line in other[:20]]
        raise InputError(
            [
                Problem("not UTF-8, unlike other lines:", name, n, column="", value=text, expected=expected)
                for n, text in wrong
            ]
        )
    encoding = old(data)
    text = data.decode(encoding, errors="replace")
    samples = " and ".join(repr(line.strip()[:60]) for line in _telling(text))
    return text, f"not in UTF-8, read as {NAMES[encoding]}; is this right: {samples}?"


def _decoded(data: bytes, name: str, encoding: str) -> str:
    """The text by an encoding that somebody has named. Raises InputError."""
    try:
        return data.decode("utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding)
    except (LookupError, ValueError):
        expected = "utf-8, windows-1250, windows-1252 or another in which the whole file can be read"
        raise InputError(
            [Problem(f"{name} cannot be read so", value=encoding, expected=expected, argument="encoding")]
        ) from None


def _telling(text: str) -> list[str]:
    """The one or two lines with the most unusual letters: they show best whether an encoding is right.

    Most letters of western names are the same in all old encodings, so they show nothing.
    """
    lines = list(dict.fromkeys(line for line in text.splitlines() if not line.isascii()))
    unusual = {line: sum(not c.isascii() and c not in _WESTERN for c in line) for line in lines}
    best = sorted(lines, key=lambda line: -unusual[line])[:2]
    return [line for line in best if unusual[line]] or best[:1]


def decode_by_line(data: bytes, name: str = "") -> str:
    """The text of a file whose lines may have two encodings: each is UTF-8, or else the old western one of the others.

    For lists out of databases that have grown over the years; `decode` refuses such a file.
    """
    if data.startswith(UTF16_MARKS) or _is_utf8(data):
        return decode(data, name)
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    encoding = old_encoding(b"".join(line for line in lines if not _is_utf8(line)))
    return "\n".join(line.decode("utf-8" if _is_utf8(line) else encoding, errors="replace") for line in lines)


def _not_utf8(data: bytes) -> list[tuple[int, bytes]]:
    return [(number, line) for number, line in enumerate(data.splitlines(), 1) if not _is_utf8(line)]


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def numbered_lines(text: str) -> Iterable[tuple[int, str]]:
    """The lines of a text with their numbers from 1, whatever ends them."""
    return enumerate(re.split(r"\r\n|\r|\n", text), 1)
