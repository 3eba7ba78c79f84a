"""The page of the cups on the published site: its trees, in every language, and nothing of the registrations."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from builders import make_pages, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.cup import Cup
from mcmahon.model.cups.bracket import bracket, cup_pairs
from mcmahon.model.tournament.tournament import Tournament
from translations import waits

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
    for english, german in {
        "Cup {cup}": "Pokal U12",
        "quarterfinal": "Viertelfinale",
        "semifinal": "Halbfinale",
        "match for third place": "Spiel um Platz 3",
    }.items():
        assert waits("de", english) or german in page
    left = re.findall(r">([^<]*\b(?:final|winner|cup)\b[^<]*)", page, re.IGNORECASE)
    assert [text for text in left if not waits("de", text)] == []


def test_screens_in_the_hall_have_a_tree_each_and_turn_over(youth: Tournament) -> None:
    pages = make_pages(youth)
    first, second = pages["wall-cups.html"], pages["wall-cups-2.html"]
    assert "url=wall-cups-2.html" in first
    assert "url=wall-cups.html" in second
    assert "Cup U16" in first
    assert "1 / 2" in first
    assert first.count('<section class="stage') == 4  # quarterfinals to the final, and the match for third place
    assert 'href="wall-cups.html"' in pages["index.html"]
    assert "wall-cups.html" not in make_pages(replace(youth, cups=()))["index.html"]


def test_a_screen_has_the_last_rounds_of_a_large_cup() -> None:
    """Thirty-two players: the sixteen matches of the first round have no room below each other."""
    t = tournament(" ".join(["3d"] * 32))
    t = replace(t, cups=(Cup("Big", 32, seeds=tuple(p.id for p in t.players)),))
    pages = make_pages(t)
    assert "Round of 32" in pages["cups.html"] or "round of 32" in pages["cups.html"]
    assert "round of 32" not in pages["wall-cups.html"].casefold()
    assert "round of 16" in pages["wall-cups.html"].casefold()


def test_the_rules_say_what_a_cup_is_and_what_its_games_count(youth: Tournament) -> None:
    cups = (replace(youth.cups[0], counts="none", in_rounds=(2, 4, 6)), replace(youth.cups[1], handicap=True))
    text = re.sub("<[^>]*>", " ", make_pages(replace(youth, cups=cups))["rules.html"])
    assert "The cup U16 is a knock-out, played in the rounds 2, 4, 6." in text
    assert text.count("Its games are even.") == 1
    assert "Its games do not count in the tournament." in text
    assert "A player who loses one plays on with the others." in text
    assert "knock-out" not in make_pages(replace(youth, cups=()))["rules.html"]
