"""Commands about the players: players, add, player, absent, withdraw, anonymise, ratings."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, Typer, confirm

from ...desk.messages.changed_rounds import absence_text
from ...desk.messages.written_values import entered_rounds, member_words, value_text
from ...desk.people import change_players
from ...desk.people.change_members import MemberMissing, MissingMember, member_missing
from ...desk.people.match_ratings import MOST_SHOWN, RatingList, Ratings, apply, match, rating_list, ratings_answer
from ...desk.people.miss_rounds import ABSENT, WITHDRAW, Absent, Missed, Withdraw
from ...desk.verb import build
from ...model.errors import contradicted
from ...model.language import counted
from ...model.rating_lists.rating_match import ListedPlayer, MatchVerdict, RatingChange, RatingMatch, changing
from ...model.tournament.numbers import rounds_named
from ...model.tournament.person import Absence, Player, Status
from ..common import (
    answered,
    ask,
    carried_out,
    check_to,
    desk,
    done_at,
    echo,
    echo_json,
    echo_or_json,
    echo_outcome,
    warn,
    write_to,
)
from ..output import columns, fitted
from ..request_options import AsJson, Dir, ToFile, by_title, example, takes
from ..way_texts import note_lines

if TYPE_CHECKING:
    from ...desk.people.anonymise import Anonymise

commands = Typer()

Columns = Annotated[
    list[str] | None,
    Option("--column", metavar="NAME=TEXT", help="Any other column of the registrations: notes=vegan."),
]
Who = Annotated[list[str], Argument(metavar="PLAYER", help="Ids or names.")]
Unexcused = Annotated[bool, Option("--unexcused", help="Without an excuse: 0 points instead of points.absence.")]


@commands.command(epilog=example("players spring --by club"))
def players(
    path: Dir,
    by: Annotated[str, Option(metavar="ORDER", help="Sort by strength, name or club; by default as registered.")] = "",
    as_json: AsJson = False,
    to: ToFile = None,
) -> None:
    """List the players with their start scores."""
    check_to(to, as_json)
    found = ask(path, lambda state: change_players.players(state, by))
    if to is not None:
        from ...desk.files.grids import players_grid

        write_to(to, players_grid(found.state.tournament, found.value))
        return
    text = players_text(found.value, found.state.tournament.settings.rounds, by)
    echo_or_json(as_json, change_players.players_answer(found.value), text)


@commands.command(epilog=example('add spring "Weiß, Jörg" 5k --pin 123', "add spring Lee 3d --rounds 2-5"))
@takes("people.change_players:AddPlayer", words=("name", "rank"), without=("columns",))
def add(path: Dir, asked: change_players.AddPlayer, columns: Columns = None) -> None:
    """Enter one player, or a pair or team by its members."""
    done = carried_out(path, change_players.ADD, asked.but(columns=by_title(columns, "NAME=TEXT, such as notes=vegan")))
    player = done.value
    not_there = NOT_THERE if player.rounds == frozenset() else ""
    echo_outcome(done.outcome, f"{player.label} {player.rank_name}{not_there}")


@commands.command(epilog=example("player spring 17 --rank 2d", "player spring 17 --clear club"))
@takes("people.change_players:ChangePlayer", without=("columns",))
def player(path: Dir, asked: change_players.ChangePlayer, columns: Columns = None) -> None:
    """Change one player: rank, rounds, status or any other field, at any time. Without options: show the player."""
    asked = asked.but(columns=by_title(columns, "NAME=TEXT, such as notes=vegan"))
    if not (asked.said() or asked.clear or asked.members or asked.drop):
        _show(path, asked.who)
        return
    done = carried_out(path, change_players.CHANGE_PLAYER, asked)
    player, changes = done.value, ", ".join(change_players.changes_of(done.before, done.after, done.value.id))
    echo_outcome(done.outcome, f"{player.label} {player.rank_name}: {changes or 'nothing changed'}")


def _show(path: Path, who: str) -> None:
    found = ask(path, change_players.players)
    player, rounds = found.state.tournament.find(who), found.state.tournament.settings.rounds
    echo(
        players_list_text([player], rounds, found.value.start),
        *(f"  {k}  {member_words(m, rounds)}" for k, m in enumerate(player.members, 1)),
    )


@commands.command(epilog=example("absent spring 17 3", "absent spring 17 2,4 --unexcused"))
def absent(
    path: Dir,
    who: Annotated[list[str], Argument(metavar="PLAYER", help="Ids or names, then the rounds: 2, 2,4-5 or all.")],
    rounds: Annotated[str, Option(metavar="ROUNDS", help="The rounds; by default the next one to draw.")] = "",
    unexcused: Unexcused = False,
    forfeit: Annotated[
        bool, Option("--forfeit", help="Keep the board of the round; the player loses by forfeit.")
    ] = False,
    member: Annotated[
        str, Option(metavar="MEMBER", help="Only this member of a pair or team: place, id or name.")
    ] = "",
    substitute: Annotated[str, Option(metavar="TEXT", help='Who plays instead of the member: "Kim, Li 1d".')] = "",
) -> None:
    """Mark players absent from rounds; with --unexcused they get no points, with --forfeit they lose the game."""
    if member or substitute:
        _member_missing(path, who, rounds, member, substitute)
        return
    asked = build(Absent, who=who, rounds=rounds, counts=_absence(unexcused, forfeit), rounds_last=True)
    done = carried_out(path, ABSENT, asked)
    echo_outcome(done.outcome, *map(missed_line, done.value))


def _member_missing(path: Path, who: list[str], rounds: str, member: str, substitute: str) -> None:
    if not member:
        raise contradicted("substitute", "it needs --member, for whom the substitute plays")
    if len(who) > 2 or (len(who) == 2 and rounds):
        raise contradicted("member", "it is of one pair or team; name the rounds with --rounds")
    request = build(MemberMissing, who=who[0], member=member, rounds=rounds or "".join(who[1:]), substitute=substitute)
    done = done_at(path, lambda state: member_missing(state, request))
    echo_outcome(done.outcome, missing_member_line(done.value))


def _absence(unexcused: bool, forfeit: bool) -> Absence:
    """How an absence counts, by the options. Raises InputError if both are given."""
    if unexcused and forfeit:
        raise contradicted("unexcused", "it cannot be used with --forfeit")
    return Absence.UNEXCUSED if unexcused else Absence.FORFEIT if forfeit else Absence.EXCUSED


@commands.command(epilog=example("withdraw spring 17 23"))
def withdraw(
    path: Dir,
    who: Who,
    unexcused: Unexcused = False,
    forfeit: Annotated[
        bool, Option("--forfeit", help="Keep the board of the last round; the player loses by forfeit.")
    ] = False,
) -> None:
    """Take players out of all later rounds; games already played stay."""
    done = carried_out(path, WITHDRAW, build(Withdraw, who=who, counts=_absence(unexcused, forfeit)))
    echo_outcome(done.outcome, *map(withdrawn_line, done.value))


@commands.command(epilog=example("anonymise spring 17 --anyway"))
@takes("people.anonymise:Anonymise")
def anonymise(path: Dir, asked: Anonymise) -> None:
    """Make somebody who has played anonymous, in the files, the journal and the pages."""
    from ...desk.people.anonymise import anonymise as made_anonymous
    from ...desk.people.anonymise import anonymised_lines

    echo(*anonymised_lines(made_anonymous(desk(path), asked)))


@commands.command(epilog=example("ratings spring allworld_lp.html", "ratings spring TDListN.txt --yes"))
@takes("people.match_ratings:Ratings", names={"form": ("--format",)})
def ratings(
    path: Dir,
    file: Annotated[Path, Argument(metavar="FILE", help="EGD allworld_lp, FFG échelle, AGA TDListA or TDListN.")],
    asked: Ratings,
    yes: Annotated[bool, Option("--yes", help="Apply the sure matches without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Update ratings, pins, clubs and countries from a rating list; it shows the changes and asks before it writes.

    Players are found by their number in the list (pin, column FFG, or aga), else by name, even if it is misspelt.
    Country and rank must agree as well, if known: the rank within 6 for the same name, within 3 for a similar name;
    Jan is not Jana. If no country is known, the same name needs the same club, or a rank within 2. Doubtful and
    ambiguous matches are never applied.
    """
    found = rating_list(file, asked.form)
    outcome = desk(path).ask(lambda state: match(state, asked.but(found=found)))
    shown = outcome.value
    warn(*(f"{file}: {line}" for line in note_lines(outcome.notes, outcome.state.tournament)))
    if not as_json:
        echo(f"{file}: {ratings_text(found, shown.matches)}")
    agreed = shown.changing > 0 and (yes or _asked(as_json))
    if agreed:
        done = done_at(path, lambda state: apply(state, shown))
        echo_outcome(done.outcome)
        shown = done.value
    if as_json:
        echo_json(ratings_answer(shown, agreed))
    elif agreed:
        echo(f"{counted(shown.changing, 'player')} changed.")


def _asked(as_json: bool) -> bool:
    """Whether the director says yes; in a pipe and for JSON nobody is asked."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        warn("nothing was changed; to apply the sure matches: --yes")
        return False
    if answered(lambda: confirm("Apply the sure matches?")):
        return True
    warn("nothing was changed")
    return False


def players_list_text(players: Sequence[Player], rounds: int, start: Mapping[str, int], by: str = "") -> str:
    """The list of players; `start` has their start scores in half points, by id.

    If there is little room, the column that it is sorted `by` is left out last; a status other than final stays longer
    than rating and start.
    """
    rows = [
        [
            p.id, p.name, p.rank_name, p.rating, p.club, p.country, value_text(start[p.id], 2),
            entered_rounds(p, rounds) + _unexcused(p), _status(p),
        ]
        for p in players
    ]  # fmt: skip
    titles = ["Id", "Name", "Rank", "Rating", "Club", "Country", "Start", "Rounds", "Status"]
    says_something = any(row[-1] != Status.FINAL.value for row in rows)
    optional = ["Country", "Club", "Rating", *(["Start"] if says_something else []), "Status"]
    if by.capitalize() in optional:
        optional = [title for title in optional if title.casefold() != by] + ["Rounds", by.capitalize()]
    return fitted(titles, rows, "r  r  r", optional)


def _status(player: Player) -> str:
    return player.status.value if player.takes_part or player.status is not Status.FINAL else "not taking part"


def _unexcused(player: Player) -> str:
    return f", {','.join(map(str, sorted(player.unexcused)))} unexcused" if player.unexcused else ""


#: Said of a player who is entered for no round.
NOT_THERE = "; not taking part: entered for no round, so not in the standings"


def players_text(listed: change_players.PlayerList, rounds: int, by: str = "") -> str:
    """The list of players, sorted by something, how many there are, and the bar."""
    table = players_list_text(listed.players, rounds, listed.start, by)
    away = sum(player.rounds == frozenset() for player in listed.players)
    not_there = f", {away} not taking part" if away else ""
    return f"{table}\n{counted(len(listed.players), 'player')}{not_there}, {listed.bar}"


def missed_line(missed: Missed) -> str:
    """The rounds that a player misses and their points, or the boards lost by forfeit."""
    who, rounds = missed.player.label, rounds_named(missed.rounds)
    if missed.lost:
        return f"{who} loses {rounds} by forfeit, table {', '.join(str(game.table) for game in missed.lost)}"
    if missed.player.rounds == frozenset():
        return f"{who} misses {rounds}{NOT_THERE}"
    is_out = f"{'is' if len(missed.stay) == 1 else 'are'} already published"
    stay = f"; {rounds_named(missed.stay)} {is_out}" if missed.stay else ""
    return f"{who} misses {rounds}: {_counts(missed)}{stay}"


def missing_member_line(missed: MissingMember) -> str:
    """A member who misses rounds, and who plays instead."""
    who = f"{missed.member.name} of {missed.entrant.label}"
    instead = f"{missed.instead.name} {missed.instead.rank_name} plays instead" if missed.instead else "nobody instead"
    return f"{who} misses {rounds_named(missed.rounds)}; {instead}"


def withdrawn_line(missed: Missed) -> str:
    """A player who has withdrawn, and the points of the missed rounds."""
    misses = f"; misses {rounds_named(missed.rounds)}: {_counts(missed)}" if missed.rounds else ""
    return f"{missed.player.label} has withdrawn{misses}"


def _counts(missed: Missed) -> str:
    each = " each" if len(missed.rounds) > 1 else ""
    return absence_text(missed.half_points, missed.counts != "unexcused") + each


_UNSURE = {
    MatchVerdict.DOUBTFUL: "Doubtful, not applied",
    MatchVerdict.AMBIGUOUS: "Ambiguous, not applied",
    MatchVerdict.NONE: "Not in the list",
}


def ratings_text(found: RatingList, matches: Sequence[RatingMatch]) -> str:
    """The sure matches with their changes, then the players who are doubtful, ambiguous or not in the list."""
    dated = f" of {found.dated}" if found.dated else ""
    lines = [f"{found.form.upper()} list{dated}, {counted(len(found.lines), 'player')}"]
    if any(candidate.listed.rank_is_derived for match in matches for candidate in match.candidates):
        lines.append("A rank in parentheses is derived from the rating, as the list has no rank.")
    sure = [match for match in matches if match.verdict is MatchVerdict.SURE]
    rows = [
        [
            match.confidence, "pin" if match.by_pin else "name", match.player.id, _own(match.player),
            _listed(match.candidates[0].listed), _changes(match.changes),
        ]
        for match in sure
    ]  # fmt: skip
    if rows:
        lines.append(columns(["%", "By", "Id", "Player", "In the list", "Would change"], rows, "r r"))
    for verdict, title in _UNSURE.items():
        others = [match for match in matches if match.verdict is verdict]
        if others:
            lines += ["", f"{title}: {counted(len(others), 'player')}", *(line for m in others for line in _unsure(m))]
    of_all = f"Sure matches: {len(sure)} of {counted(len(matches), 'player')}"
    return "\n".join([*lines, "", f"{of_all}; {changing(matches)} of them would change."])


def _unsure(match: RatingMatch) -> list[str]:
    """A player without a sure match, with the candidates below."""
    reason = f": {match.reason}" if match.reason else ""
    shown = [f"  {c.likeness} %  line {c.listed.line}: {_listed(c.listed)}" for c in match.candidates[:MOST_SHOWN]]
    more = [f"  … {len(match.candidates)} candidates in all"] if len(match.candidates) > MOST_SHOWN else []
    change = [f"  would change: {_changes(match.changes)}"] if match.listed is not None else []
    return [f"{_own(match.player)} ({match.player.id}){reason}", *shown, *more, *change]


def _own(player: Player) -> str:
    return " ".join(filter(None, (player.name, player.rank_name, player.country)))


def _listed(listed: ListedPlayer) -> str:
    rating = "" if listed.rating is None else str(listed.rating)
    rank = f"({listed.rank_name})" if listed.rank_is_derived else listed.rank_name
    return " ".join(filter(None, (listed.name, rank, rating, listed.country, listed.club, listed.pin)))


def _changes(changes: Sequence[RatingChange]) -> str:
    return ", ".join(f"{change.field} {change.old or 'none'} → {change.new}" for change in changes) or "nothing"
