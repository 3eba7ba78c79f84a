"""Names in files of other programs: in two parts, in the letters of an encoding, as one word, and what is lost."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from ...model.tournament.latin import ascii_text, latin_text
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from .foreign import Report

#: Words that stand before a surname and belong to it, in Dutch, German, French, Spanish, Portuguese, Italian, Arabic.
_PARTICLES = re.compile(
    "van|der|den|de|het|ten|ter|te|von|zu|zum|zur|du|des|la|le|les|los|las|del|della|dello|dei|degli|di|da|dal|dalla|"
    "do|dos|das|al|el|bin|ibn|af|av",
    re.IGNORECASE,
)


def with_two_names(tournament: Tournament, losses: Report) -> Tournament:
    """The tournament in which names of several words without a comma are split into surname and given name."""
    remark = "names without a comma, written with the first word as the surname"
    changed = []
    for player in tournament.players:
        surname, given = ("", "") if player.first_name else in_two(player.surname)
        if any(c.isalpha() for c in given):  # `Player 12` has none
            losses.add(remark, f"{surname} / {given}", of="name")
            changed.append(replace(player, surname=surname, first_name=given))
    return tournament.with_players(changed) if changed else tournament


def in_two(name: str) -> tuple[str, str]:
    """Surname (with particles: `van der Berg Jan`) and given name; the surname first, unless particles tell."""
    words = name.split()
    particles = [_PARTICLES.fullmatch(word) is not None for word in words[:-1]]
    end = 1
    while end < len(words) and (particles[end - 1] or True in particles[end : end + 1]):
        end += 1
    if end < len(words) or True not in particles:
        return " ".join(words[:end]), " ".join(words[end:])
    if not particles[0]:
        behind = particles.index(True)
        return " ".join(words[behind:]), " ".join(words[:behind])
    if words[0].islower():  # a surname alone, as `van Berg`; the family of `Le Anh` is Le
        return name, ""
    return words[0], " ".join(words[1:])


def text_in(encoding: str, text: str) -> str:
    """The text in the letters of an encoding; a letter outside it is written in ASCII."""

    def spelt(letter: str) -> str:
        known = letter.isprintable() and (letter == " " or not letter.isspace())
        return letter if known and letter.encode(encoding, "ignore") else ascii_text(letter)

    return "".join(spelt(letter) for letter in unicodedata.normalize("NFC", text))


def one_word(text: str, encoding: str = "ascii") -> str:
    """A name as one word with capital initials, `_` for blanks, in the letters of an encoding."""
    plain = text_in(encoding, text)
    words = [word[:1].upper() + word[1:] for word in "".join(" " if c in ";|_" else c for c in plain).split()]
    if any(len(word) > 2 and word.isupper() for word in [*words, *text.split()]):
        words = [word.title() for word in words]
    return "_".join(words)


def names_as_words(player: Player, nobody: str, losses: Report, encoding: str = "ascii") -> list[str]:
    """Surname and first name as one word each; `nobody` if the surname is empty, `_` if the first name is."""
    note_letters(player.name, text_in(encoding, player.name), losses)
    first = one_word(player.first_name, encoding)
    if not first:
        losses.add("players without a first name, written as _", player.name, of="name")
    return [one_word(player.surname, encoding) or nobody, first or "_"]


def note_letters(text: str, written: str, losses: Report) -> None:
    """Report a text that is written in other letters: without accents, or transliterated from another script."""
    if written != text:
        other = latin_text(text) != ascii_text(text)
        remark = "names transliterated from other scripts" if other else "names spelled without special letters"
        losses.add(remark, f"{text} → {written}", of="name")
