"""Commands about the players: players, add, player, absent, withdraw, anonymise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, done_at, example, say, say_json, tell_notes

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.tournament.player import Absence

commands = typer.Typer()

Rank = Annotated[str | None, typer.Option(metavar="RANK", help="Rank: 3d, 12k.")]
Rating = Annotated[str | None, typer.Option(metavar="RATING", help="European rating.")]
Club = Annotated[str | None, typer.Option(metavar="CLUB", help="Club.")]
Country = Annotated[str | None, typer.Option(metavar="COUNTRY", help="Country, in two letters.")]
Rounds = Annotated[str | None, typer.Option(metavar="ROUNDS", help="Rounds to play: 1-3,5, all but 2, all, none.")]
Group = Annotated[str | None, typer.Option(metavar="GROUPS", help="Families or other groups, separated by ;.")]
Pin = Annotated[str | None, typer.Option(metavar="PIN", help="EGD pin.")]
Aga = Annotated[str | None, typer.Option(metavar="NUMBER", help="AGA number.")]
StatusText = Annotated[str | None, typer.Option("--status", metavar="STATUS", help="final, preliminary or withdrawn.")]
Correction = Annotated[str | None, typer.Option(metavar="POINTS", help="Points added to the start score, e.g. -1.")]
Column = Annotated[
    list[str] | None, typer.Option(metavar="NAME=TEXT", help="Any other column of the registrations: notes=vegan.")
]
Members = Annotated[
    list[str] | None,
    typer.Option("--member", metavar="TEXT", help='A member: "Sato, Kei 3d; club=Ulm"; to change one: "2: rank=2d".'),
]
Who = Annotated[list[str], typer.Argument(metavar="PLAYER", help="Ids or names.")]
Unexcused = Annotated[bool, typer.Option("--unexcused", help="Without an excuse: 0 points instead of points.absence.")]


@commands.command(epilog=example("players spring --by club"))
def players(
    path: Dir,
    by: Annotated[
        str, typer.Option(metavar="ORDER", help="Sort by strength, name or club; by default as registered.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the players with their start scores."""
    from ..desk.answers.players import players_answer
    from ..desk.people.players import players as listed
    from .views.players import players_text

    found = desk(path).ask(lambda state: listed(state, by))
    if as_json:
        say_json(players_answer(found.value))
    else:
        say(players_text(found.value, found.state.tournament.settings.rounds, by))


@commands.command(epilog=example('add spring "Weiß, Jörg" 5k --pin 123', "add spring Lee 3d --rounds 2-5"))
def add(
    path: Dir,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help='"Surname, First name"; by default that of the members.'),
    ] = None,
    rank: Annotated[
        str | None, typer.Argument(metavar="RANK", help="Rank: 3d, 12k; by default that of the members.")
    ] = None,
    rating: Rating = None,
    club: Club = None,
    country: Country = None,
    rounds: Rounds = None,
    group: Group = None,
    status: StatusText = None,
    correction: Correction = None,
    pin: Pin = None,
    aga: Aga = None,
    column: Column = None,
    member: Members = None,
) -> None:
    """Enter one player, or a pair or team by its members."""
    from ..desk.people.players import Cells
    from ..desk.people.players import add as added
    from .views.players import player_line

    own = (name, rank, rating, club, country, rounds, group, status, correction, pin, aga)
    cells = Cells(*own, columns=_columns(column), members=member or ())
    done = done_at(path, lambda state: added(state, cells))
    say(player_line(done.value))
    tell_notes(done.outcome)


@commands.command(epilog=example("player spring 17 --rank 2d", "player spring 17 --clear club"))
def player(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help='"Surname, First name".')] = None,
    rank: Rank = None,
    rating: Rating = None,
    club: Club = None,
    country: Country = None,
    rounds: Rounds = None,
    group: Group = None,
    status: StatusText = None,
    correction: Correction = None,
    pin: Pin = None,
    aga: Aga = None,
    unexcused: Annotated[
        str | None, typer.Option(metavar="ROUNDS", help="Missed rounds that give 0 points: 2,5.")
    ] = None,
    column: Column = None,
    clear: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Empty this field: club, pin, notes …")
    ] = None,
    member: Members = None,
    drop: Annotated[
        list[str] | None, typer.Option(metavar="MEMBER", help="Take this member out: place, id or name.")
    ] = None,
) -> None:
    """Change one player: rank, rounds, status or any other field, at any time. Without options: show the player."""
    from ..desk.people.players import Cells, ChangePlayer, change, changes_of
    from .views.players import changed_line

    own = (name, rank, rating, club, country, rounds, group, status, correction, pin, aga, unexcused)
    cells = Cells(*own, columns=_columns(column), members=member or (), drop=drop or ())
    request = ChangePlayer(who, cells, clear or ())
    if not (cells.said() or clear or member or drop):
        say(_shown(path, who))
        return
    done = done_at(path, lambda state: change(state, request))
    say(changed_line(done.value, changes_of(done.before, done.after, done.value.id)))
    tell_notes(done.outcome)


def _shown(path: Path, who: str) -> str:
    """A player as the list has it, when nothing is to be changed."""
    from ..desk.people.players import players as listed
    from .views.players import members_lines
    from .views.players_list import players_list_text

    found = desk(path).ask(listed)
    tournament = found.state.tournament
    player, rounds = tournament.find(who), tournament.settings.rounds
    return "\n".join([players_list_text([player], rounds, found.value.start), *members_lines(player, rounds)])


def _columns(texts: list[str] | None) -> dict[str, str]:
    """Columns by title. Raises InputError."""
    from ..model.errors import wrong_argument

    parts = [text.partition("=") for text in texts or ()]
    for title, equals, text in parts:
        if not title.strip() or not equals:
            raise wrong_argument("column", title + equals + text, "NAME=TEXT, such as notes=vegan")
    return {title.strip(): text.strip() for title, _, text in parts}


@commands.command(epilog=example("absent spring 17 3", "absent spring 17 2,4 --unexcused"))
def absent(
    path: Dir,
    who: Annotated[list[str], typer.Argument(metavar="PLAYER", help="Ids or names, then the rounds: 2, 2,4-5 or all.")],
    rounds: Annotated[str, typer.Option(metavar="ROUNDS", help="The rounds; by default the next one to draw.")] = "",
    unexcused: Unexcused = False,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="Keep the board of the round; the player loses by forfeit.")
    ] = False,
    member: Annotated[
        str, typer.Option(metavar="MEMBER", help="Only this member of a pair or team: place, id or name.")
    ] = "",
    substitute: Annotated[
        str, typer.Option(metavar="TEXT", help='Who plays instead of the member: "Kim, Li 1d".')
    ] = "",
) -> None:
    """Mark players absent from rounds; with --unexcused they get no points, with --forfeit they lose the game."""
    if member or substitute:
        _member_missing(path, who, rounds, member, substitute)
        return
    from ..desk.people.absences import Absent
    from ..desk.people.absences import absent as missing
    from .views.players import missed_line

    request = Absent(who, rounds, _absence(unexcused, forfeit), rounds_last=True)
    done = done_at(path, lambda state: missing(state, request))
    for missed in done.value:
        say(missed_line(missed))
    tell_notes(done.outcome)


def _member_missing(path: Path, who: list[str], rounds: str, member: str, substitute: str) -> None:
    """Take one member of a pair or team out of rounds."""
    from ..desk.people.members import MemberMissing, member_missing
    from ..model.errors import contradicted
    from .views.players import missing_member_line

    if not member:
        raise contradicted("substitute", "it needs --member, for whom the substitute plays")
    if len(who) > 2 or (len(who) == 2 and rounds):
        raise contradicted("member", "it is of one pair or team; name the rounds with --rounds")
    request = MemberMissing(who[0], member, rounds or "".join(who[1:]), substitute)
    done = done_at(path, lambda state: member_missing(state, request))
    say(missing_member_line(done.value))
    tell_notes(done.outcome)


def _absence(unexcused: bool, forfeit: bool) -> Absence:
    """How an absence counts, by the options. Raises InputError if both are given."""
    from ..model.errors import contradicted
    from ..model.tournament.player import Absence

    if unexcused and forfeit:
        raise contradicted("unexcused", "it cannot be used with --forfeit")
    return Absence.UNEXCUSED if unexcused else Absence.FORFEIT if forfeit else Absence.EXCUSED


@commands.command(epilog=example("withdraw spring 17 23"))
def withdraw(
    path: Dir,
    who: Who,
    unexcused: Unexcused = False,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="Keep the board of the last round; the player loses by forfeit.")
    ] = False,
) -> None:
    """Take players out of all later rounds; games already played stay."""
    from ..desk.people.absences import Withdraw
    from ..desk.people.absences import withdraw as withdrawn
    from .views.players import withdrawn_line

    request = Withdraw(who, _absence(unexcused, forfeit))
    done = done_at(path, lambda state: withdrawn(state, request))
    for one in done.value:
        say(withdrawn_line(one))
    tell_notes(done.outcome)


@commands.command(epilog=example("anonymise spring 17 --anyway"))
def anonymise(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Do it: the journal forgets all before, and nothing can be undone.")
    ] = False,
    member: Annotated[
        str, typer.Option(metavar="MEMBER", help="Only this member of a pair or team: place, id or name.")
    ] = "",
) -> None:
    """Make somebody who has played anonymous, in the files, the journal and the pages."""
    from ..desk.people.anonymous import Anonymise
    from ..desk.people.anonymous import anonymise as made_anonymous
    from ..desk.words.anonymous import anonymised_lines

    for line in anonymised_lines(made_anonymous(desk(path), Anonymise(who, anyway, member))):
        say(line)
