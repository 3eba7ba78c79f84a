"""The pages of a round: its boards, who plays where by name, and the slips that results are written on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....model.cups.bracket import cup_pairs, match_text
from ....model.language import marked
from ....model.placing.tie_breaks import value_text
from ....model.teams.match_boards import boards_at, seated
from ....model.teams.people import people_ids
from ....model.tournament.games import Game, Round
from ....model.tournament.person import name_key
from ...names import by_name
from ..page_cells import figures
from ..public import PublicPlayer
from ..site import Site
from .teams import match_boards, terms

SHORT_LIST = 40  # names that are found without letters to jump to


def add_round(site: Site, drawn: Round) -> None:
    """Add the boards, the list by name and the slips of a round."""
    links, number, say = site.round_links(drawn), drawn.number, site.words.say
    shown, lines = boards(site, drawn), places(site, drawn)
    own = [own for line in shown for own in line["boards"]]
    has = {key: any(line[key] for line in shown) for key in ("terms", "cup", "result")}
    has |= {key: has[key] or any(getattr(one, key) for one in own) for key in ("terms", "result")}
    others = [*without_board(site, drawn), (say("Absent"), present(site, site.count(drawn).absent))]
    site.add(
        links["boards"],
        "boards.html",
        say("Round {round}", round=number),
        round=links,
        boards=shown,
        others=others,
        has=has,
        by_hand=_by_hand(site, drawn),
    )
    title, letters = say("Round {round} by name", round=number), first_of_each_letter(lines)
    site.add(links["names"], "names.html", title, round=links, lines=lines, letters=letters)
    if not site.folder:
        title = say("Result slips, round {round}", round=number)
        site.add(links["slips"], "slips.html", title, round=links, boards=shown)


def _by_hand(site: Site, drawn: Round) -> str:
    """Which tables a person has changed after the draw; why, and what it breaks, is not for everybody."""
    tables = [str(game.table) for game in drawn if game.by_hand]
    return site.words.say("Changed by hand after the draw: table {tables}", tables=", ".join(tables)) if tables else ""


def boards(site: Site, drawn: Round) -> list[dict[str, Any]]:
    """The games of a round as lists of boards show them."""
    cups = cup_pairs(site.tournament, drawn.number)
    shown = [board(site, game, drawn.number) for game in drawn]
    for game, line in zip(drawn, shown, strict=True):
        match = cups.get(frozenset(game.players))
        line["cup"] = match_text(match, site.words) if match else ""
    sides = [(line, key) for line in shown for key in ("white_mms", "black_mms")]  # on a phone one below the other
    for (line, key), figure in zip(sides, figures([line[key] for line, key in sides]), strict=True):
        line[key] = figure
    return shown


def board(site: Site, game: Game, number: int) -> dict[str, Any]:
    """A game of a round as lists of boards show it."""
    before, points = site.standings.sums.scores.mms_before, game.half_points()
    return {
        "table": game.table,
        "white": site.people[game.white],
        "black": site.people[game.black],
        "white_mms": value_text(before(game.white, number), 2),
        "black_mms": value_text(before(game.black, number), 2),
        "white_note": _note(site.people[game.white], number),
        "black_note": _note(site.people[game.black], number),
        "white_won": points[0] == 2,
        "black_won": points[1] == 2,
        "boards": match_boards(site, game),
        **terms(site, game),
    }


def _note(person: PublicPlayer, number: int) -> str:
    """Who of a pair or team is missing in a round; nothing of most."""
    return dict(person.missing).get(number, "") if person.missing else ""


def present(site: Site, ids: tuple[str, ...]) -> list[PublicPlayer]:
    """Those of these players (ids) who are public, in the order of their names."""
    shown = site.people.keys() & ids
    return [site.people[p.id] for p in by_name(p for p in site.tournament.players if p.id in shown)]


def without_board(site: Site, drawn: Round) -> list[tuple[str, list[PublicPlayer]]]:
    """Who has the bye, and who is there and has no game, each under its title."""
    say = site.words.say
    return [(say("Bye"), present(site, drawn.byes)), (say("Without a game"), present(site, drawn.unpaired))]


def places(site: Site, drawn: Round) -> list[dict[str, Any]]:
    """Where everybody is in a round, by name: table and colour, or that there is no game.

    Of teams it is their people, each with a board.
    """
    if site.settings.of_teams:
        return _places_of_people(site, drawn)
    seats: dict[str, dict[str, Any]] = {}
    for game in drawn:
        for player, colour in zip(game.players, (marked("White"), marked("Black")), strict=True):
            opponent = site.people[game.opponent(player)]
            seats[player] = {"table": game.table, "colour": colour, "opponent": opponent, "label": ""}
    for label, ids in ((site.words.say("bye"), drawn.byes), (site.words.say("no game"), drawn.unpaired)):
        seats |= {p: {"table": 0, "colour": "", "opponent": None, "label": label} for p in ids}
    return [{"player": site.people[p.id], **seats[p.id]} for p in site.named if p.id in seats]


def _places_of_people(site: Site, drawn: Round) -> list[dict[str, Any]]:
    people, ids = site.of_people(), people_ids(site.tournament)
    found: dict[str, dict[str, Any]] = {}
    for at in boards_at(drawn):
        for team, person, colour in zip(at.entrants, at.game.players, (marked("White"), marked("Black")), strict=True):
            if at.match and person:
                found[ids[team, person]] = {"table": at.place, "colour": colour, "opponent": None, "label": ""}
    for label, teams in ((site.words.say("bye"), drawn.byes), (site.words.say("no game"), drawn.unpaired)):
        nowhere = {"table": 0, "colour": "", "opponent": None, "label": label}
        for team in teams:
            there = seated(site.tournament, site.tournament.player(team), drawn.number)
            found |= {ids[team, member.id]: nowhere for member in there if member}
    shown = by_name(p for p in people.tournament.players if p.id in found and p.id in people.people)
    return [{"player": people.people[p.id], **found[p.id]} for p in shown]


def first_of_each_letter(lines: Sequence[Mapping[str, Any]]) -> dict[str, PublicPlayer]:
    """The letters that names begin with, without accents, and the first name with each; none for a short list."""
    found: dict[str, PublicPlayer] = {}
    for line in lines if len(lines) > SHORT_LIST else ():
        letter = name_key(line["player"].name)[:1]
        if letter.isalpha():
            found.setdefault(letter, line["player"])
    return found
