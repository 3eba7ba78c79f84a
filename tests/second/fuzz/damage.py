"""Sound inputs damaged: bytes, words and lines of a text; values of plain data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

#: What may stand in the place of anything: blanks, numbers that are none or too large, signs that mean something.
JUNK = (
    "", " ", "0", "-1", "1", "2", "00", "1e400", "-0.0", "0.5", "1/2", "½", "²", "١", "nan", "inf", "9" * 9, "9" * 20,
    "9" * 5000, "1" + "0" * 18, "2147483648", "9223372036854775808", "true", "false", "null", "none", "auto", "?",
    "30k", "9d", "10p", "0k", "1-0", "0-1!", "jigo", "void", "1-99", "5-1", "1,1", "2026-02-30", "0000-00-00", "25:99",
    "é", "ß", "ı", "İ", "\0", "\r", "\n", "\t", "\x1b[2J", "\ufeff", "\u202e", "\ud800", "\U0001f600", "a\u0301" * 50,
    "'", '"', "`", "=", "=1+1", "+", "-", "!", "#", ";", ",", "|", "\\", "/", "..", "../..", "%", "%s", "{}", "{0}",
    "[", "]", "[[", "{", "}", "(", ")", "*", "**", "<", ">", "</a>", "<b>", "&", "&amp;", "&#0;", "<!--", "<![CDATA[",
    "x" * 300, "word " * 200, "(" * 2000, "[" * 2000, '{"a":' * 1500,
)  # fmt: skip
#: The same as values of plain data.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 99, 100, 10**6, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308,
    [], {}, [[]], [None], [1, 2], ["1", "2"], {"a": 1}, "", "1", "2", "3d", "1-0",
)  # fmt: skip
MOST_BYTES = 60_000
_WORD = re.compile(r"\w+|[^\w\s]")
_ENCODINGS = ("cp1252", "utf-16", "utf-16-le", "utf-8-sig", "utf-32", "cp1250")


def damaged(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """A text with a few things wrong in it; now and then with parts of another one."""
    if rng.random() < 0.3 and data[:1] in (b"{", b"["):
        return _damaged_json(data, rng)
    text = data.decode(errors="surrogateescape")
    for _ in range(min(1 + int(rng.expovariate(1.0)), 12)):
        other = rng.choice(others).decode(errors="surrogateescape")
        text = rng.choice(_TEXTS)(text, other, rng)[:MOST_BYTES]
    if rng.random() < 0.04:
        return text.encode(rng.choice(_ENCODINGS), errors="replace")
    found = text.encode(errors="surrogatepass" if rng.random() < 0.2 else "replace")
    return _bytes(found, rng) if rng.random() < 0.1 else found


def damaged_word(text: str, rng: Random) -> str:
    """A text of a field with something wrong in it, or something else in its place."""
    return rng.choice(JUNK) if rng.random() < 0.5 else rng.choice(_TEXTS)(text, rng.choice(JUNK), rng)


def damaged_value(value: Any, rng: Random, depth: int = 0) -> Any:
    """Plain data with something wrong somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key, kept = rng.choice([*value]), dict(value)
        chance = rng.random()
        if chance < 0.12:
            del kept[key]
        elif chance < 0.2:
            kept[damaged_word(str(key), rng)] = kept[key]
        else:
            kept[key] = damaged_value(kept[key], rng, depth + 1)
        return kept
    if isinstance(value, list) and value and rng.random() < 0.9:
        k, parts = rng.randrange(len(value)), list(value)
        chance = rng.random()
        if chance < 0.1:
            del parts[k]
        elif chance < 0.25:
            parts.insert(rng.randrange(len(parts) + 1), rng.choice(parts))
        else:
            parts[k] = damaged_value(parts[k], rng, depth + 1)
        return parts
    if isinstance(value, str) and rng.random() < 0.6:
        return damaged_word(value, rng)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-2, -1, 1, 2, 10, 1000))
    return rng.choice(VALUES)


def _damaged_json(data: bytes, rng: Random) -> bytes:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _bytes(data, rng)
    for _ in range(rng.choice((1, 1, 2, 4))):
        value = damaged_value(value, rng)
    return json.dumps(value).encode()


def _bytes(data: bytes, rng: Random) -> bytes:
    """With bytes changed, cut off or repeated."""
    at = rng.randrange(len(data) + 1)
    to = min(len(data), at + int(rng.expovariate(0.05)))
    return rng.choice((
        data[:at],
        data[:at] + rng.randbytes(rng.randint(1, 4)) + data[at + 1 :],
        data[:at] + data[to:],
        data[:to] + data[at:],
    ))  # fmt: skip


def _a_word_else(text: str, other: str, rng: Random) -> str:
    words = [*_WORD.finditer(text)]
    if not words:
        return other
    one = rng.choice(words)
    found = [rng.choice(words)[0], rng.choice(JUNK), rng.choice(_WORD.findall(other) or [""]), ""]
    return f"{text[: one.start()]}{rng.choice(found)}{text[one.end() :]}"


def _a_number_else(text: str, _: str, rng: Random) -> str:
    numbers = [*re.finditer(r"\d+", text, re.ASCII)]
    if not numbers:
        return text
    one = rng.choice(numbers)
    value = int(one[0][:30]) + rng.choice((-1, 1, -100, 100, 10**6))
    return text[: one.start()] + str(value) + text[one.end() :]


def _a_sign_else(text: str, _: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(JUNK) + text[at + rng.randint(0, 1) :]


def _cut(text: str, _: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + int(rng.expovariate(0.05)) :] if rng.random() < 0.8 else text[:at]


def _lines(text: str, other: str, rng: Random) -> str:
    lines, theirs = text.split("\n"), other.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    chance = rng.random()
    if chance < 0.25:
        lines.insert(to, lines[at])
    elif chance < 0.5:
        lines[at], lines[to] = lines[to], lines[at]
    elif chance < 0.7:
        del lines[at]
    elif chance < 0.9:
        lines.insert(at, rng.choice(theirs))
    else:
        lines[at] *= rng.choice((2, 50))
    return "\n".join(lines)


_TEXTS: tuple[Callable[[str, str, Random], str], ...] = (
    _a_word_else, _a_word_else, _a_word_else, _a_number_else, _a_sign_else, _cut, _lines
)  # fmt: skip
