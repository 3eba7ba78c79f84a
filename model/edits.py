"""What a director changes by hand: results, boards, players. Nothing later is ever destroyed by a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .errors import InputError, Problem
from .hints import Advice, Hint
from .notes import DraftOutdated, ScoresMoved
from .pairing.handicap import komi_halves, stones_given
from .placing.decisions import decide_again
from .placing.scores import score
from .tournament.games import ByHand, Game, Result, Round
from .tournament.player import Player, Status
from .tournament.round_sets import every_round, rounds_text
from .tournament.settings import Settings
from .tournament.tournament import Tournament

LAST_TABLE = 99_999

Entered = tuple[int, int, Result, bool]


def set_results(tournament: Tournament, entered: Sequence[Entered]) -> Tournament:
    """With results, each as round, table, result and by-default. Raises InputError with every problem."""
    problems: list[Problem] = []
    seen: set[tuple[int, int]] = set()
    for number, table, result, by_default in entered:
        try:
            tournament = set_result(tournament, number, table, result, by_default)
        except InputError as error:
            problems += error.problems
        if (number, table) in seen:
            problems.append(Problem(f"round {number} table {table} is given twice"))
        seen.add((number, table))
    if problems:
        raise InputError(problems)
    return tournament


def set_result(tournament: Tournament, number: int, table: int, result: Result, by_default: bool) -> Tournament:
    """With the result of a board. The first result of a draft round publishes it. Raises InputError."""
    drawn = tournament.round(number)
    game = game_at(drawn, table)
    games = tuple(replace(g, result=result, by_default=by_default) if g is game else g for g in drawn.games)
    return tournament.with_round(replace(drawn, games=games, draft=False))


def change_of_settings(tournament: Tournament, settings: Settings, changed: Iterable[str]) -> Tournament:
    """With other settings: what the first draw decided is decided anew where they touch it.

    With fewer rounds, who entered for all of them still does, and rounds that are no more are dropped. With more, who
    entered for the last one so far is entered for those behind it too.
    """
    changed = list(changed)
    after = replace(tournament, settings=settings)
    after = replace(after, settings=replace(settings, decided=decide_again(after, changed)))
    last, everything = tournament.settings.rounds, every_round(settings.rounds)
    fitted = []
    for p in tournament.players:
        if p.rounds is not None:
            behind = everything - every_round(last) if last in p.rounds else frozenset()
            fitted.append(p.with_rounds(p.rounds & everything | behind, settings.rounds))
    return after.with_players(fitted)


def game_at(drawn: Round, table: int) -> Game:
    """The game at a table of a round. Raises InputError that names its tables."""
    game = drawn.at_table(table)
    if game is None:
        tables = rounds_text((g.table for g in drawn.games), 0) if drawn.games else "none"
        raise InputError(f"round {drawn.number} has no table {table}; its tables are {tables}")
    return game


def publish(tournament: Tournament, number: int) -> Tournament:
    """With a draft round made final."""
    return tournament.with_round(replace(tournament.round(number), draft=False))


def swap(tournament: Tournament, number: int, a: str, b: str) -> Tournament:
    """With two players of a round in each other's places; boards that change are marked and lose their result.

    Either may have the bye, or be absent or unpaired. Handicap and komi of new boards are those of the rule, with the
    stronger as White. Raises InputError.
    """
    drawn = tournament.round(number)
    places = drawn.paired | {*drawn.byes, *drawn.absent, *drawn.unpaired}
    for player in (a, b):
        if player not in places:
            raise InputError(f"{player} ({tournament.player(player).name}) is not in round {number}")
    if a == b:
        raise InputError("a swap needs two different players")
    game = drawn.game_of(a)
    if game is not None and b in game.players:
        hint = Hint(Advice.CHANGE_COLOURS, (str(game.table), game.black, str(number)))
        raise InputError(f"these two players play each other, at table {game.table}", hint)
    other = {a: b, b: a}

    def moved(game: Game) -> Game:
        if not {a, b} & set(game.players):
            return game
        white, black = (other.get(p, p) for p in game.players)
        new = replace(game, white=white, black=black, result=Result.UNKNOWN, by_default=False)
        return replace(_by_rule(tournament, number, new), by_hand=frozenset({ByHand.SWAP}))

    new = replace(
        drawn,
        games=tuple(moved(g) for g in drawn.games),
        byes=tuple(other.get(p, p) for p in drawn.byes),
        absent=tuple(other.get(p, p) for p in drawn.absent),
        unpaired=tuple(other.get(p, p) for p in drawn.unpaired),
    )
    return tournament.with_round(new)


def move_to_table(tournament: Tournament, number: int, player: str, table: int) -> Tournament:
    """With the game of a player (an id) at another table, and the game that is there at the player's old one.

    Raises InputError where the player has no game, or the table is out of use or no number of a table.
    """
    drawn = tournament.round(number)
    game = drawn.game_of(player)
    if game is None:
        raise InputError(f"{tournament.player(player).name} ({player}) has no game in round {number}")
    if not 1 <= table <= LAST_TABLE:
        raise InputError([Problem("wrong table", value=str(table), expected=f"1 to {LAST_TABLE:,}")])
    if table in tournament.settings.tables.out_of_use:
        raise InputError(f"table {table} is out of use (tables.out_of_use)")
    places = {game.table: table, table: game.table}
    games = (replace(g, table=places.get(g.table, g.table)) for g in drawn.games)
    return tournament.with_round(replace(drawn, games=tuple(sorted(games, key=lambda g: g.table))))


def _by_rule(tournament: Tournament, number: int, game: Game) -> Game:
    """The game with the handicap and komi of the rule; the colours turn only where the stronger would take Black."""
    white, black = (tournament.player(p) for p in game.players)
    given = stones_given(white, black, score(tournament.before(number)))
    if given < 0:
        white, black = black, white
    komi = komi_halves(abs(given), tournament.settings)
    return replace(game, white=white.id, black=black.id, handicap=abs(given), komi_halves=komi)


@dataclass(frozen=True, slots=True)
class BoardChange:
    """What a person changes at a board: who takes White (an id), the stones, the komi in half points."""

    white: str = ""
    handicap: int | None = None
    komi_halves: int | None = None


def edit_board(tournament: Tournament, number: int, table: int, change: BoardChange) -> Tournament:
    """With a board changed by hand and marked so; a new handicap brings its komi. Raises InputError."""
    drawn = tournament.round(number)
    game = new = game_at(drawn, table)
    white, handicap, komi = change.white, change.handicap, change.komi_halves
    if white and white not in game.players:
        name = tournament.player(white).name
        raise InputError(f"{name} ({white}) does not play at table {table} of round {number}")
    if white and white != game.white:
        turned = {Result.WHITE: Result.BLACK, Result.BLACK: Result.WHITE}.get(game.result, game.result)
        new = replace(
            new, white=white, black=game.opponent(white), result=turned, by_hand=new.by_hand | {ByHand.COLOURS}
        )
    if handicap is not None and handicap != game.handicap:
        if not 0 <= handicap <= 9:
            raise InputError(f"handicap {handicap}; expected 0 to 9")
        halves = komi_halves(handicap, tournament.settings)
        new = replace(new, handicap=handicap, komi_halves=halves, by_hand=new.by_hand | {ByHand.HANDICAP})
        if komi is None:  # it is the rule's again
            new = replace(new, by_hand=new.by_hand - {ByHand.KOMI})
    if komi is not None:
        new = replace(new, komi_halves=komi, by_hand=new.by_hand | {ByHand.KOMI})
    games = tuple(new if g is game else g for g in drawn.games)
    return tournament.with_round(replace(drawn, games=games))


def doubtful_boards(before: Tournament, after: Tournament, number: int) -> list[ScoresMoved]:
    """The boards of rounds behind `number` that were drawn from pairing scores which a change has altered."""
    doubtful = []
    for drawn in after.rounds[number:]:
        old, new = score(before.before(drawn.number)), score(after.before(drawn.number))
        for game in drawn:
            known = [p for p in game.players if p in old.mms_after]
            scores = [(p, old.paired_as(p), new.paired_as(p)) for p in known]
            moved = tuple(entry for entry in scores if entry[1] != entry[2])
            if moved:
                doubtful.append(ScoresMoved(drawn.number, game.table, moved))
    return doubtful


def with_entry(tournament: Tournament, player: Player) -> Tournament:
    """With a player entered or changed; in rounds that are published already, what really happened stays."""
    return tournament.with_players([as_entered(tournament, player)])


def as_entered(tournament: Tournament, player: Player) -> Player:
    """The player with the rounds that are still open to them; of published rounds, only those they were in.

    So whoever is late has missed them, and nobody can be taken out of a round that has been played.
    """
    published = [drawn for drawn in tournament.rounds if not drawn.draft]
    if not published:
        return player
    total, past = tournament.settings.rounds, {drawn.number for drawn in published}
    was_in = {drawn.number for drawn in published if drawn.holds(player.id)}
    return player.with_rounds((player.rounds_entered(total) - past) | was_in, total)


def draft_outdated(tournament: Tournament) -> DraftOutdated | None:
    """What a standing draft does not know yet: players who have entered or left since it was drawn."""
    drafts = [drawn for drawn in tournament.rounds if drawn.draft]
    if not drafts:
        return None
    drawn = drafts[-1]
    entered = {p.id for p in tournament.entrants(drawn.number)}
    inside = drawn.paired | {*drawn.byes, *drawn.unpaired}
    if entered == inside:
        return None
    return DraftOutdated(tuple(sorted(entered - inside)), tuple(sorted(inside - entered)))


def withdraw(tournament: Tournament, player: Player) -> Tournament:
    """With a player who takes part in no further round; the rounds drawn so far stay as they are.

    The rounds to come count as excused absences, as for every player who misses a round. The rounds entered for are
    kept: they are those of a player who comes back.
    """
    return tournament.with_players([replace(player, status=Status.WITHDRAWN)])
