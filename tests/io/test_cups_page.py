"""The page of the cups on the published site: its trees, in every language, and nothing of the registrations."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.pages.publishing import make_pages
from mcmahon.model.cups.bracket import bracket
from mcmahon.model.cups.games import cup_pairs
from mcmahon.model.tournament.tournament import Tournament

YOUTH = Path(__file__).resolve().parents[2] / "instances" / "youth48"


@pytest.fixture(scope="module")
def youth() -> Tournament:
    return TournamentFolder(YOUTH).read().tournament


def test_every_match_is_shown_with_its_players(youth: Tournament) -> None:
    page = make_pages(youth)["cups.html"]
    trees = re.findall(r'<section class="cup">.*?(?=<section class="cup">|</main>)', page, re.DOTALL)
    assert len(trees) == len(youth.cups) == 2
    names = youth.by_id()
    for cup, tree in zip(youth.cups, trees, strict=True):
        found = bracket(cup, youth)
        shown = re.findall(r"<bdi>([^<]*)</bdi>", tree)
        assert shown == [names[p].name for match in found.matches for p in match.players if p]
        assert tree.count("✓") == sum(bool(match.winner) for match in found.matches)


def test_boards_name_the_cup_and_a_tournament_without_cups_has_no_such_page(youth: Tournament) -> None:
    pages = make_pages(youth)
    assert pages["round-3.html"].count("cup U") == len(cup_pairs(youth, 3)) == 6
    plain = make_pages(replace(youth, cups=()))
    assert "cups.html" not in plain
    assert not [name for name, text in plain.items() if "cup" in text.casefold() and name.endswith("html")]


def test_conditions_columns_and_ids_are_nobodys_business(youth: Tournament) -> None:
    assert youth.cups[0].who == ("category=U16",)
    assert "category" not in "".join(make_pages(youth).values())


def test_as_long_as_results_choose_the_players_there_is_no_tree(youth: Tournament) -> None:
    early = replace(youth, rounds=youth.rounds[:1], cups=tuple(replace(cup, seeds=()) for cup in youth.cups))
    page = make_pages(early)["cups.html"]
    assert "The players are chosen when round 3 is drawn." in page
    assert page.count('<div class="bracket">') == 2  # that of U16, whose ratings are known, with its third place


def test_the_page_is_in_the_language_of_the_pages(youth: Tournament) -> None:
    settings = replace(youth.settings, pages=replace(youth.settings.pages, language="de"))
    page = make_pages(replace(youth, settings=settings))["cups.html"]
    assert all(word in page for word in ("Pokal U12", "Viertelfinale", "Halbfinale", "Spiel um Platz 3"))
    assert not re.search(r">[^<]*\b(final|winner|cup)\b", page, re.IGNORECASE)
