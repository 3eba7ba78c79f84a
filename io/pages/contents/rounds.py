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
    others = [*without_board(site, drawn), (say("Absent"), _present(site, site.count(drawn).absent))]
    changed = ", ".join(str(game.table) for game in drawn if game.by_hand)  # why is not for everybody
    by_hand = say("Changed by hand after the draw: table {tables}", tables=changed) if changed else ""
    title, values = say("Round {round}", round=number), {"boards": shown, "others": others, "has": has}
    site.add(links["boards"], title, "boards.html", round=links, by_hand=by_hand, **values)
    title, letters = say("Round {round} by name", round=number), first_of_each_letter(lines)
    site.add(links["names"], title, "names.html", round=links, lines=lines, letters=letters)
    if not site.folder:
        title = say("Result slips, round {round}", round=number)
        site.add(links["slips"], title, "slips.html", round=links, boards=shown)


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
    found = {"table": game.table, "boards": match_boards(site, game), **terms(site, game)}
    for side, player, points in zip(("white", "black"), game.players, game.half_points(), strict=True):
        found |= {
            side: site.people[player],
            f"{side}_mms": value_text(site.standings.sums.scores.mms_before(player, number), 2),
            f"{side}_note": dict(site.people[player].missing).get(number, ""),  # who of a pair or team is missing
            f"{side}_won": points == 2,
        }
    return found


def _present(site: Site, ids: tuple[str, ...]) -> list[PublicPlayer]:
    """Those of these players (ids) who are public, in the order of their names."""
    shown = site.people.keys() & ids
    return [site.people[p.id] for p in by_name(p for p in site.tournament.players if p.id in shown)]


def without_board(site: Site, drawn: Round) -> list[tuple[str, list[PublicPlayer]]]:
    """Who has the bye, and who is there and has no game, each under its title."""
    say = site.words.say
    return [(say("Bye"), _present(site, drawn.byes)), (say("Without a game"), _present(site, drawn.unpaired))]


def places(site: Site, drawn: Round) -> list[dict[str, Any]]:
    """Where everybody (of teams: their people) is in a round, by name: table and colour, or that there is no game."""
    of_teams, people, ids = site.settings.of_teams, site, dict[tuple[str, str], str]()
    if of_teams:
        people, ids = site.of_people(), people_ids(site.tournament)
    found: dict[str, dict[str, Any]] = {}
    for at in boards_at(drawn):
        for entrant, player, colour in zip(
            at.entrants, at.game.players, (marked("White"), marked("Black")), strict=True
        ):
            who = ids.get((entrant, player)) if of_teams else player
            found |= {who: {"table": at.place, "colour": colour, "label": ""}} if who else {}
    for label, entrants in ((site.words.say("bye"), drawn.byes), (site.words.say("no game"), drawn.unpaired)):
        for one in entrants:
            team = seated(site.tournament, site.tournament.player(one), drawn.number) if of_teams else ()
            there = [ids[one, member.id] for member in team if member] if of_teams else [one]
            found |= {who: {"table": "", "colour": "", "label": label} for who in there}
    named = by_name(p for p in people.tournament.players if p.id in people.people) if of_teams else site.named
    return [{"player": people.people[p.id], **found[p.id]} for p in named if p.id in found]


def first_of_each_letter(lines: Sequence[Mapping[str, Any]]) -> dict[str, PublicPlayer]:
    """The letters that names begin with, without accents, and the first name with each; none for a short list."""
    found: dict[str, PublicPlayer] = {}
    for line in lines if len(lines) > SHORT_LIST else ():
        letter = name_key(line["player"].name)[:1]
        if letter.isalpha():
            found.setdefault(letter, line["player"])
    return found
