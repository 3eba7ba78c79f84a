"""The order of names on lists: surnames whole, then first names, by the Unicode Collation Algorithm."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from builders import field, make_pages, played, tournament
from mcmahon.io.names import by_name
from mcmahon.model.tournament.person import Player


def ordered(*names: str) -> list[str]:
    """The names `Surname, First` in the order of a list, whatever the order they came in."""
    made = [Player(str(k), *name.split(", ")) for k, name in enumerate(names)]
    random.Random(1).shuffle(made)
    return [", ".join(filter(None, (p.surname, p.first_name))) for p in by_name(made)]


@pytest.mark.parametrize(
    "names",
    [
        ("Beck, Anna", "Beck, Zoe", "Becker, Adam"),
        ("Ångström", "Östlund", "Petrov", "Zoë"),
        ("Lukas, Bo", "Łukasz, Adam", "Lund, Al"),
        ("Müller, Adam", "MULLER, Bo", "müller, Cy", "Muller, Dee"),
        ("Muller, Adam", "Müller, Adam"),
        ("de la Cruz, Ana", "De Zeeuw, Bo", "Delacroix, Eve"),
        ("Adams", "Παππάς", "Иванов", "김", "李"),
        ("Li", "Li, Bo"),
    ],
)
def test_surnames_first_then_first_names(names: tuple[str, ...]) -> None:
    assert ordered(*names) == list(names)


def test_namesakes_stand_by_their_ids() -> None:
    twins = [Player("2", "Beck", "Zoe"), Player("10", "Beck", "Zoe")]
    assert [p.id for p in by_name(twins)] == [p.id for p in by_name(twins[::-1])]


def test_a_name_of_no_letters_has_its_place() -> None:
    assert ordered("", "Beck") == ["", "Beck"]
    assert len(ordered("😀", "\u200d", "Beck")) == 3


def test_three_thousand_names_are_sorted_in_a_moment() -> None:
    names = [Player(str(k), f"Beck{'äłöß'[k % 4]}{k % 700}", f"Zoë {k}") for k in range(3000)]
    by_name(names[:1])
    begun = time.process_time()
    by_name(names)
    assert time.process_time() - begun < 2


def test_the_collator_is_not_loaded_before_names_are_sorted() -> None:
    code = (
        "import mcmahon.io.pages.publishing, mcmahon.cli.commands.file_commands, sys; sys.exit('pyuca' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_long_list_has_letters_to_jump_to_and_a_short_one_none() -> None:
    """Of 50 players every second one has a surname that begins with Å, which is found under A."""
    t = field(50)
    t = t.with_players([replace(p, surname="ÅZ"[int(p.id) % 2] + p.id) for p in t.players])
    page = make_pages(t)["round-1-names.html"]
    letters = re.findall('<li><a href="#(player-[0-9]+)">(.)</a></li>', page)
    assert [letter for _, letter in letters] == ["A", "Z"]
    first = [page.index(f'<li id="{target}"') for target, _ in letters]
    assert first == sorted(first)
    assert 'class="letters"' not in make_pages(field(40))["round-1-names.html"]


def test_pages_list_people_of_one_surname_together() -> None:
    t = tournament("1d 1d 1d 1d")
    names = {"a": ("Beck", "Zoe"), "b": ("Becker", "Adam"), "c": ("Beck", "Anna"), "d": ("Ängel", "Bo")}
    t = t.with_players([replace(p, surname=names[p.id][0], first_name=names[p.id][1]) for p in t.players])
    page = make_pages(played(t, "a+b c+d"))["round-1-names.html"]
    expected = ["Ängel Bo", "Beck Anna", "Beck Zoe", "Becker Adam"]
    assert sorted(expected, key=page.index) == expected


@pytest.mark.slow
def test_the_table_of_the_collator_is_read_by_need_and_gives_the_same_order() -> None:
    """Signs of many scripts, combining marks and contractions among them."""
    from mcmahon.io.names import _collator
    from pyuca.collator import Collator_10_0_0

    ours, whole, rng = _collator(), Collator_10_0_0(), random.Random(1)
    assert ours.implicit_weights == whole.implicit_weights
    ranges = [
        range(0x20, 0x250),
        range(0x300, 0x370),
        range(0x370, 0x3100),
        range(0x3100, 0xD7FF),
        range(0xE000, 0x1FFFF),
    ]
    for _ in range(3000):
        text = "".join(chr(rng.choice(rng.choice(ranges))) for _ in range(rng.randrange(1, 8)))
        assert ours.sort_key(text) == whole.sort_key(text), ascii(text)
