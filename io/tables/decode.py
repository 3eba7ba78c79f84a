"""Texts of files in any of the usual encodings, told by their letters; their lines, and letters that were lost."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from ...model.errors import InputError, Problem

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
#: Letters beyond ASCII that are common in western names.
_COMMON = frozenset("äöüßéèêëàâáåæøçñíìîïóòôúùûÄÖÜÉÈÀÁÅØÇÓ")


#: How the encodings are called for people.
NAMES = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "iso-8859-15": "ISO-8859-15"}

#: Encodings of texts that are not UTF-8, the likelier first.
OLD = NAMES | {
    "iso-8859-2": "ISO-8859-2", "cp1254": "Windows-1254", "cp1257": "Windows-1257", "cp1251": "Windows-1251",
    "cp1253": "Windows-1253", "mac-roman": "Mac Roman", "cp850": "DOS 850",
}  # fmt: skip
MOST_WORDS = 6  # by which a person tells one encoding from another
MOST_COMPARED = 1000  # words of a text
MOST_ARE_WORDS = 0.9  # of them, in an encoding that is offered

#: Signs of Windows-1252 that are letters in Windows-1250; inside a word they are no signs: `³` is ł, `¹` is ą.
_SIGN_IN_WORD = re.compile(r"[£¥ª¯³¹º¼¾¿](?=[a-zß-ÿ])|(?<=[A-Za-zß-ÿ])[£¥ª¯³¹º¼¾¿]")
#: What is a vowel in the west and a consonant in Central Europe: `è` is č, `ø` ř, `æ` ć, `ò` ň.
_VOWELS = "aeiouyáéíóúýäöüôâ"
_TWO_FACED = re.compile(r"[èøæò]", re.IGNORECASE)
#: What is a consonant in both, `ñ` and ń: Spanish has a vowel behind it, Polish has none.
_N = re.compile(rf"ñ(?=[b-df-hj-np-tv-xz])|(?<=[{_VOWELS}])ñ\b", re.IGNORECASE)
#: `ì` (ě) and `ù` (ů) inside a word: Italian has them at its end only.
_INSIDE = re.compile(r"(?<=\w)[ìù](?=\w)", re.IGNORECASE)
#: Letters of western names that are rare ones in Windows-1250: `å` would be ĺ, `à` ŕ.
_WESTERN = re.compile(r"[åàÅÀ]")


def old_encoding(data: bytes) -> str:
    """The likeliest encoding of a text that is not UTF-8.

    A western vowel stands between consonants (Søren, Lefèvre), the Central European consonant of the same byte beside
    a vowel (Jiøí, Èerný): each letter is one vote.
    """
    text = data.decode("cp1252", errors="replace")
    votes = 3 * len(_SIGN_IN_WORD.findall(text)) + len(_N.findall(text)) + len(_INSIDE.findall(text))
    votes -= len(_WESTERN.findall(text))
    for found in _TWO_FACED.finditer(text):
        beside = text[max(found.start() - 1, 0) : found.start()] + text[found.end() : found.end() + 1]
        votes += 1 if any(letter in _VOWELS for letter in beside.lower()) else -1
    return "cp1250" if votes > 0 else western_encoding(data)


def western_encoding(data: bytes) -> str:
    """The encoding of a text that is not UTF-8 and known to be western: Windows has letters where ISO-8859 has none."""
    return "cp1252" if any(0x80 <= byte <= 0x9F for byte in data) else "iso-8859-15"


_REPLACED = re.compile(r"\ufffd|\w\?|\?\w")


def lost_letters(text: str) -> str:
    """What is wrong with a name, in words; nothing where all its letters seem to be there.

    `?ukasz` and U+FFFD have lost them; `PoznaÅ„` is UTF-8 that was taken for an old western encoding.
    """
    if _REPLACED.search(text):
        return "some letters were lost in another encoding"
    if text.isascii():
        return ""
    try:  # UTF-8 that was read as Windows-1252
        data = b"".join(letter.encode("latin-1" if "\x80" <= letter <= "\x9f" else "cp1252") for letter in text)
        return f"read in the wrong encoding; perhaps {data.decode()}"
    except UnicodeError:
        return ""


def decode(data: bytes, name: str = "", old: Callable[[bytes], str] = old_encoding) -> str:
    """A text in UTF-8, UTF-16 with a mark, else `old`. Raises InputError for single lines that are not UTF-8."""
    return decode_and_tell(data, name, old=old)[0]


def decode_and_tell(
    data: bytes, name: str = "", encoding: str = "", old: Callable[[bytes], str] = old_encoding
) -> tuple[str, str]:
    """The text, and a remark where its encoding was guessed, with a line to judge by. Raises InputError as `decode`."""
    if encoding:
        try:
            return data.decode("utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding), ""
        except (LookupError, ValueError):
            what, expected = f"{name} cannot be read so", "utf-8, windows-1250, windows-1252 or another"
            expected += " in which the whole file can be read"
            raise InputError([Problem(what, value=encoding, expected=expected, argument="encoding")]) from None
    if data.startswith(UTF16_MARKS):
        return data.decode("utf-16", errors="replace"), ""
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        if b"\0" in data:  # a damaged spreadsheet or a picture; no old encoding has them
            raise InputError([Problem("not a text: it contains NUL bytes", name)]) from None
        other = [(number, line) for number, line in enumerate(data.splitlines(), 1) if not is_utf8(line)]
    if data.startswith(b"\xef\xbb\xbf") or any(is_utf8(line) and not line.isascii() for line in data.splitlines()):
        expected = "the whole file in one encoding, preferably UTF-8"
        what, wrong = (
            "not UTF-8, unlike other lines:",
            [(n, line.decode("cp1252", "replace")) for n, line in other[:20]],
        )
        raise InputError([Problem(what, name, n, value=text[:40], expected=expected) for n, text in wrong])
    encoding = old(data)
    text = data.decode(encoding, errors="replace")
    samples = " and ".join(repr(line.strip()[:60]) for line in _telling(text))
    return text, f"not in UTF-8, read as {NAMES[encoding]}; is this right: {samples}?"


def _telling(text: str) -> list[str]:
    """One or two lines with the most unusual letters, which differ most between encodings."""
    lines = list(dict.fromkeys(line for line in text.splitlines() if not line.isascii()))
    unusual = {line: sum(not c.isascii() and c not in _COMMON for c in line) for line in lines}
    best = sorted(lines, key=lambda line: -unusual[line])[:2]
    return [line for line in best if unusual[line]] or best[:1]


def recoded(text: str, was: str, encoding: str) -> str:
    """A text that was read in one old encoding as it reads in another. Raises InputError."""
    return text if was == encoding else decode_and_tell(text.encode(was, "replace"), encoding=encoding)[0]


def readings(text: str, encoding: str) -> dict[str, str]:
    """By encoding, how words of a text that was read in one would read, those first that read differently.

    Only encodings in which the whole text can be read and nearly all is words; of two that read it alike the likelier.
    """
    words = list(dict.fromkeys(re.findall(r"""[^\s;,|"']*[^\x00-\x7f][^\s;,|"']*""", text)))[:MOST_COMPARED]
    found, texts = {encoding: words}, {text}
    for other in OLD:
        try:
            whole = text.encode(encoding, "replace").decode(other)
        except ValueError:
            continue
        as_words = [word.encode(encoding, "replace").decode(other) for word in words]
        if re.search("[\x80-\x9f]", whole):  # signs that no text has
            continue
        if whole not in texts and sum(map(_is_word, as_words)) >= MOST_ARE_WORDS * len(words):
            texts.add(whole)
            found[other] = as_words
    telling = _telling_words(list(found.values()))
    return {other: " · ".join(as_words[k] for k in telling) for other, as_words in found.items()}


def _telling_words(readings: Sequence[Sequence[str]]) -> list[int]:
    """The words (indices) that tell most: those in which each reading differs from the first, then new letters."""
    first, *others = readings
    best = sorted(range(len(first)), key=lambda k: ("?" in first[k]) - sum(own[k] != first[k] for own in others))
    found: list[int] = []
    for own in others:
        if all(own[k] == first[k] for k in found):
            found += [k for k in best if own[k] != first[k]][:1]
    seen = {letter for k in found for letter in first[k]}
    for k in best:
        new = {letter for letter in first[k] if not letter.isascii()} - seen
        if new and len(found) < MOST_WORDS:
            found.append(k)
            seen |= new
    return found


def _is_word(word: str) -> bool:
    """Whether a text has letters of one script, a small one never before a capital one, and no odd signs."""
    scripts = {unicodedata.name(c, "?").split()[0] for c in word if not c.isascii() and c.isalpha()}
    scripts |= {"LATIN"} if re.search("[A-Za-z]", word) else set()
    odd = any(not c.isascii() and not c.isalpha() and c not in "’–" for c in word)
    return len(scripts) < 2 and not odd and not re.search(r"[a-zß-öø-ÿ][À-ÖØ-Þ]", word)


def decode_by_line(data: bytes, name: str = "") -> str:
    """The text of a list in two encodings: each line UTF-8, or else the old western one of the others."""
    if data.startswith(UTF16_MARKS) or is_utf8(data):
        return decode(data, name)
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    encoding = old_encoding(b"".join(line for line in lines if not is_utf8(line)))
    return "\n".join(line.decode("utf-8" if is_utf8(line) else encoding, errors="replace") for line in lines)


def is_utf8(data: bytes) -> bool:
    """Whether bytes are a text in UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def numbered_lines(text: str) -> Iterable[tuple[int, str]]:
    """The lines of a text with their numbers from 1, whatever ends them."""
    return enumerate(re.split(r"\r\n|\r|\n", text), 1)
