"""The pages of a round: its boards, also of matches of teams, who plays where by name, and slips for results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....model.cups.bracket import cup_pairs, match_text
from ....model.language import marked
from ....model.placing.tie_breaks import value_text
from ....model.teams.match_boards import BoardAt, boards_at, match_points, match_score, seated
from ....model.teams.people import people_ids
from ....model.tournament.games import Game, Result, Round, TeamBoard, komi_text, result_text, terms_text
from ....model.tournament.person import name_key
from ...folder.round_files import halves_text
from ...names import by_name
from ..public import PublicBoard, PublicPlayer, figures
from ..site import Site

ON_SHEET = 8  # slips
SHORT_LIST = 40  # names that are found without letters to jump to


def add_round(site: Site, drawn: Round) -> None:
    """Add the boards, the list by name and the slips of a round."""
    add_boards(site, drawn)
    add_names(site, drawn)
    if not site.folder:
        add_slips(site, drawn)


def add_boards(site: Site, drawn: Round, blank: bool = False) -> None:
    """Add the boards of a round with the results so far; or `blank`, with room to write them."""
    links, say, shown = site.round_links(drawn), site.words.say, boards(site, drawn)
    if blank:
        shown = [_without_result(line) for line in shown]
    own = [own for line in shown for own in line["boards"]]
    has = {key: any(line[key] for line in shown) for key in ("terms", "cup", "result")}
    has |= {key: has[key] or any(getattr(one, key) for one in own) for key in ("terms", "result")}
    has["result"] |= blank
    others = [*without_board(site, drawn), (say("Absent"), _present(site, site.count(drawn).absent))]
    changed = ", ".join(str(game.table) for game in drawn if game.by_hand)  # why is not for everybody
    by_hand = say("Changed by hand after the draw: table {tables}", tables=changed) if changed else ""
    title, values = say("Round {round}", round=drawn.number), {"boards": shown, "others": others, "has": has}
    title = site.words.commas([title, say("Results")]) if blank else title
    site.add(links["boards"], title, "boards.html", round=links, by_hand=by_hand, blank=blank, **values)


def _without_result(line: dict[str, Any]) -> dict[str, Any]:
    own = tuple(replace(one, won=(False, False), result="") for one in line["boards"])
    return line | {"white_won": False, "black_won": False, "result": "", "boards": own}


def add_names(site: Site, drawn: Round) -> None:
    """Add the list by name of a round."""
    links, lines = site.round_links(drawn), places(site, drawn)
    title, letters = site.words.say("Round {round} by name", round=drawn.number), first_of_each_letter(lines)
    site.add(links["names"], title, "names.html", round=links, lines=lines, letters=letters)


def add_slips(site: Site, drawn: Round) -> None:
    """Add the result slips of a round."""
    links, title = site.round_links(drawn), site.words.say("Result slips, round {round}", round=drawn.number)
    site.add(links["slips"], title, "slips.html", round=links, sheets=slip_sheets(boards(site, drawn)))


def slip_sheets(lines: Sequence[dict[str, Any]]) -> list[Sequence[dict[str, Any]]]:
    """The slips of boards by sheets of eight, so that piles of cut sheets, laid on each other, are in their order.

    Matches of teams, whose slips are larger, stay in one part.
    """
    if any(line["boards"] for line in lines):
        return [lines]
    count = -(-len(lines) // ON_SHEET)
    return [lines[k::count] for k in range(count)]


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
    """Where everybody (of teams: their people) is in a round, by name: table, colour and opponent, or no game."""
    of_teams, people, ids = site.settings.of_teams, site, dict[tuple[str, str], str]()
    if of_teams:
        people, ids = site.of_people(), people_ids(site.tournament)
    found: dict[str, dict[str, Any]] = {}
    for at in boards_at(drawn):
        seats = zip(at.entrants, at.game.players, strict=True)
        both = [ids.get(seat) if of_teams else seat[1] for seat in seats]
        for who, other, colour in zip(both, both[::-1], (marked("White"), marked("Black")), strict=True):
            against = people.people.get(other or "")
            found |= {who: {"table": at.place, "colour": colour, "label": "", "against": against}} if who else {}
    for label, entrants in ((site.words.say("bye"), drawn.byes), (site.words.say("no game"), drawn.unpaired)):
        for one in entrants:
            team = seated(site.tournament, site.tournament.player(one), drawn.number) if of_teams else ()
            there = [ids[one, member.id] for member in team if member] if of_teams else [one]
            found |= {who: {"table": "", "colour": "", "label": label, "against": None} for who in there}
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


def terms(site: Site, game: Game) -> dict[str, Any]:
    """Handicap and komi of a game as lists of boards and slips show them, and its result."""
    say, own = site.words.say, terms_text(game, site.words)
    result = match_score(game) + ("!" if game.by_default else "") if game.boards else ""
    return {
        "handicap": game.handicap,
        "komi": halves_text(game.komi_halves),
        "jigo": game.komi_halves % 2 == 0,
        "terms": own,
        "full_terms": own or say("even, {komi}", komi=komi_text(game, site.words)),
        "result": say("void") if game.result is Result.VOID else result or result_text(game.result, game.by_default),
    }


def match_boards(site: Site, match: Game, side: int = 0) -> tuple[PublicBoard, ...]:
    """The boards of a match, White's people first, or Black's (side 1); none where two players sit at the table."""
    if not match.boards:
        return ()
    both = zip(match.boards, boards_at([match]), strict=False)
    return tuple(_board(site, board, at, match, -1 if side else 1) for board, at in both)


def _board(site: Site, board: TeamBoard, at: BoardAt, match: Game, turn: int) -> PublicBoard:
    """A board, its sides in the order of the match (turn 1) or the other way round (-1)."""
    game = board.game
    people = tuple(site.seated(team, person) for team, person in zip(match.players, board.people(), strict=True))
    colours = ("Black", "White") if board.turned else ("White", "Black")
    ours, theirs = board.half_points()[::turn]
    known = game.result not in (Result.UNKNOWN, Result.VOID)
    line = terms(site, game)
    points = f"{value_text(ours, 2)}–{value_text(theirs, 2)}{'!' if game.by_default else ''}"
    return PublicBoard(
        place=at.place,
        number=at.board,
        people=people[::turn],
        colours=colours[::turn],
        won=(known and ours > theirs, known and theirs > ours),
        score=line["result"],
        **line | ({"result": points} if known else {}),
    )


def team_boards(site: Site, team: str) -> list[tuple[int, PublicBoard]]:
    """The boards of all matches of a team, each with its round, the own people first."""
    found = []
    for drawn in site.rounds:
        match = site.seats[drawn.number].get(team)
        shown = match_boards(site, match, match.players.index(team)) if match else ()
        found += [(drawn.number, board) for board in shown]
    return found


def score_of(match: Game, team: str) -> str:
    """The points of a match so far, those of a team first; blank before the first result."""
    if not match_score(match):
        return ""
    ours, theirs = match_points(match.boards)[:: 1 if team == match.white else -1]
    return f"{value_text(ours, 2)}–{value_text(theirs, 2)}"
