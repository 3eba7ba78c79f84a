"""Cups inside the tournament: made, changed, removed, shown; and who advances where a result does not say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ...io.folder.own_files import CUPS
from ...io.pages.contents.cups import stages
from ...model.cup import MOST_CUPS, Cup, CupDecision
from ...model.cups.bracket import (
    Bracket,
    Fate,
    Match,
    bracket,
    counts,
    empty_round,
    is_published,
    last_round,
    match_text,
    stage_of,
)
from ...model.errors import InputError, Problem, check_confirmed, contradicted, wrong_argument
from ...model.notes import Remark
from ...model.placing.cup_seeds import are_known, check_apart, check_groups, seeds_of, with_known_seeds
from ...model.records.state import State
from ...model.tournament.numbers import parse_ranges, rounds_text
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk_notes import draft_before_settings
from ..messages.cup_texts import how_text
from ..verb import (
    Answer,
    Change,
    Committed,
    DoneAnswer,
    Outcome,
    Verb,
    answer_of,
    done_answer,
    said_of,
    told,
    without_run,
)

__all__ = ["stages"]

#: What is fixed once the first round of a cup is published: the bracket would be another one.
FIXED = ("size", "first", "in_rounds", "who", "seeding", "after", "groups", "players")


class CupRequest(Change, frozen=True, kw_only=True):
    """A cup to be made, or to be changed where it is there; null keeps what it has, or is as by default."""

    name: Annotated[str, told("name of the cup, such as U12", "CUP")]
    size: Annotated[int | None, told("players in it, 4 to 64")] = None
    first: Annotated[int | None, told("round of its first games")] = None
    who: Annotated[
        tuple[str, ...] | None,
        told("only players with all of these: category=U12, rank=3d-1k, born=2014-, band=0", "COLUMN=VALUE"),
    ] = None
    seeding: Annotated[str | None, told("seeds by rating, rank, start, standings or given", "BY")] = None
    after: Annotated[int | None, told("round whose standings seed it; 0 for the one before the first")] = None
    groups: Annotated[str | None, told("column of groups, from each of which the same number comes", "COLUMN")] = None
    players: Annotated[tuple[str, ...] | None, told("exactly these players (id or name), the best first", "PLAYER")] = (
        None
    )
    third_place: Annotated[bool | None, told("a match for third place")] = None
    counts: Annotated[
        str | None, told("games that count in the tournament: all, none or before-semifinals", "WHICH")
    ] = None
    handicap: Annotated[bool | None, told("its games have handicaps as all others, or are even")] = None
    in_rounds: Annotated[
        tuple[int, ...] | None,
        told("rounds in which it plays, such as 5, 7 and 9; empty for rounds that follow the first"),
    ] = None

    def given(self, tournament: Tournament) -> dict[str, Any]:
        """The fields of a cup that are given, players by id. Raises InputError."""
        own = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("name", "seen")}
        found = {name: value for name, value in own.items() if value is not None}
        if self.who is not None:
            found["who"] = tuple(text.strip() for text in self.who if text.strip())
        if self.players is not None:
            found["players"] = tuple(tournament.find(text).id for text in self.players)
        if self.seeding is None and (self.players or self.groups):
            found["seeding"] = "given" if self.players else "standings"
        if self.in_rounds:
            found.setdefault("first", self.in_rounds[0])
        elif self.first is not None:
            found["in_rounds"] = ()
        return found


def rounds_read(text: str) -> list[int]:
    """The rounds of a cup as somebody types them: `5, 7, 9` or `3-5`; none for a blank text. Raises InputError."""
    try:
        ranges = parse_ranges(text)
    except ValueError:
        ranges = [range(0)]
    if not all(0 < one.start < one.stop <= 100 for one in ranges):
        raise wrong_argument("rounds", text, "rounds such as 5,7,9 or 3-5")
    return [number for one in ranges for number in one]


@dataclass(frozen=True, slots=True)
class CupShown:
    """A cup with its bracket; `kept`: its entrants are chosen for good.

    Until then the bracket has those of today; `known`: no result to come changes them. `fault` says why there are none.
    """

    cup: Cup
    bracket: Bracket
    kept: bool
    known: bool = True
    fault: str = ""

    @property
    def to_decide(self) -> list[Match]:
        """The matches that the director has to decide."""
        return [match for match in self.bracket.matches if match.fate is Fate.UNDECIDED]


class CupMatchAnswer(Answer, frozen=True):
    """A match of a cup."""

    stage: Annotated[
        str, told('"final", "semifinal", "quarterfinal", "round of 16", "match for third place" and so on')
    ]
    cup_round: Annotated[int, told("round of the cup, from 1")]
    number: Annotated[int, told("the match in that round, from 1")]
    round: Annotated[int, told("round of the tournament")]
    players: Annotated[
        tuple[str | None, str | None], told('ids; "" for nobody, null for somebody who is not known yet')
    ]
    names: Annotated[tuple[str, str], told("the same by name")]
    fate: Annotated[
        str,
        told('"waiting", "to play", "playing", "undecided", "won", "forfeit", "bye", "walkover", "decided" or "empty"'),
    ]
    how: Annotated[str, told("the result, or what it waits for, in words")]
    winner: Annotated[str | None, told('id of who advances; "" for nobody, null while that is open')]
    table: Annotated[int, told("number of the table, 0 where they have not met")]
    counts: Annotated[bool, told("whether the game counts in the tournament")]


class CupAnswer(Answer, frozen=True):
    """A cup."""

    name: Annotated[str, told("its name")]
    first_round: Annotated[int, told("round of its first games")]
    rounds: Annotated[tuple[int, ...], told("the rounds of the tournament in which it plays")]
    seeds: Annotated[tuple[str, ...], told("ids, the best first; those of today until `kept`")]
    kept: Annotated[bool, told("whether the entrants are chosen for good")]
    over: Annotated[bool, told("whether nothing is to be played any more")]
    matches: Annotated[tuple[CupMatchAnswer, ...], told("all matches, round by round")]
    fault: Annotated[str, told("why it has no entrants; blank where it has")]


class CupDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A cup made or changed, or a match of it decided."""

    cup: Annotated[CupAnswer, told("the cup now")]


def cups(state: State) -> Outcome[Sequence[CupShown]]:
    """All cups, each with its bracket as it stands."""
    return Outcome(state, [shown(cup, state.tournament) for cup in state.tournament.cups])


def shown(cup: Cup, tournament: Tournament) -> CupShown:
    """A cup with its bracket; where its entrants are not chosen yet, with those of today."""
    known = are_known(cup, tournament)
    try:
        own = replace(cup, seeds=seeds_of(cup, tournament))
    except InputError as error:
        return CupShown(cup, Bracket(cup), False, known, str(error))
    return CupShown(cup, bracket(own, tournament), bool(cup.seeds), known)


def cup_named(tournament: Tournament, name: str) -> Cup:
    """The cup of this name. Raises InputError."""
    if cup := _called(tournament, name):
        return cup
    known = ", ".join(cup.name for cup in tournament.cups)
    raise wrong_argument("name", name, f"one of the cups {known}" if known else "the name of a cup; there are none yet")


def _called(tournament: Tournament, name: str) -> Cup | None:
    return next((cup for cup in tournament.cups if cup.name.casefold() == name.strip().casefold()), None)


def set_cup(state: State, request: CupRequest) -> Outcome[CupShown]:
    """A cup made, or changed: what its bracket looks like now. Raises InputError."""
    tournament, given = state.tournament, request.given(state.tournament)
    if CUPS in state.profile_texts:
        raise InputError(f"{CUPS} is a weight profile in this folder; give that file another name first")
    old = _called(tournament, request.name)
    if old is None:
        if len(tournament.cups) >= MOST_CUPS:
            raise InputError(f"a tournament has at most {MOST_CUPS} cups")
        first = len(tournament.published) + 1
        new = Cup(**{"name": request.name.strip(), "first": first, **given})
    else:
        _check_begun(old, given, tournament)
        begun = has_begun(old, tournament)
        new = replace(old, **given, seeds=old.seeds if begun else (), decided=old.decided if begun else ())
    _check_first(new, old, tournament)
    after = _with(tournament, old, new)
    seeds_of(new, after)
    check_apart(with_known_seeds(after))
    check_groups(after)
    _check_rounds(after)
    return Outcome(state.with_tournament(after), shown(new, after), _of_draft(after, new.first))


def _of_draft(tournament: Tournament, first: int) -> list[Remark]:
    """That a draft does not know of a change yet, which concerns rounds from one on."""
    last = tournament.rounds[-1] if tournament.rounds else None
    return [draft_before_settings(last.number)] if last is not None and last.draft and last.number >= first else []


def has_begun(cup: Cup, tournament: Tournament) -> bool:
    """Whether the first round of a cup is published."""
    return is_published(tournament, cup.first)


def _check_begun(old: Cup, given: dict[str, Any], tournament: Tournament) -> None:
    """Raise InputError where something is changed on which the bracket rests, and the cup has begun."""
    changed = [name for name in FIXED if name in given and given[name] != getattr(old, name)]
    final = bracket(old, tournament).final
    if "third_place" in given and final is not None and len(tournament.rounds) >= final.of_round:
        changed += ["third_place"] if given["third_place"] != old.third_place else []
    if changed and has_begun(old, tournament):
        raise contradicted(changed[0], f"the cup {old.name} has begun in round {old.first}, so this stays as it is")


def _check_first(new: Cup, old: Cup | None, tournament: Tournament) -> None:
    """Raise InputError for a cup that would begin in a round that is published, or behind the last one."""
    if old is not None and has_begun(old, tournament):
        return
    if has_begun(new, tournament):
        raise wrong_argument("first", str(new.first), "a round that is not published yet")
    after = _with(tournament, old, new)
    if empty := empty_round(after):
        key, value = ("rounds", rounds_text(new.in_rounds, 0)) if new.in_rounds else ("first", str(new.first))
        end = f"round {tournament.settings.rounds} is the last of the tournament"
        raise wrong_argument(key, value, f"no round without a game; {end}, and no cup plays in round {empty}")


def _check_rounds(tournament: Tournament) -> None:
    """Raise InputError where more rounds are drawn than the tournament and its cups have, or one would be empty."""
    if empty := empty_round(tournament):
        raise InputError(f"round {empty} would have no game: it is behind the last round, and no cup plays in it")
    last = last_round(tournament)
    if len(tournament.rounds) > last:
        raise InputError(f"round {len(tournament.rounds)} is drawn for a cup; it would belong to none")


def _with(tournament: Tournament, old: Cup | None, new: Cup | None) -> Tournament:
    """With a cup in the place of another, at the end, or taken out."""
    made = [*(new if cup is old else cup for cup in tournament.cups), *([new] if old is None else [])]
    return replace(tournament, cups=tuple(cup for cup in made if cup is not None))


class RemoveCupRequest(Change, frozen=True, kw_only=True):
    """A cup to be removed; its games stay as games of the tournament."""

    name: Annotated[str, told("name of the cup")]
    anyway: Annotated[bool, told("remove it even if it has begun")] = False


def remove(state: State, request: RemoveCupRequest) -> Outcome[str]:
    """A cup taken out: its name. Raises InputError, and UnconfirmedError where it has begun."""
    cup = cup_named(state.tournament, request.name)
    if has_begun(cup, state.tournament) and not request.anyway:
        line = f"the cup {cup.name} has begun; without it, all its games count as games of the tournament"
        check_confirmed([line], Way("to do it anyway", anyway=True))
    after = _with(state.tournament, cup, None)
    _check_rounds(after)
    return Outcome(state.with_tournament(after), cup.name, _of_draft(after, cup.first))


class DecideRequest(Change, frozen=True, kw_only=True):
    """Who advances from a match of a cup."""

    name: Annotated[str, told("name of the cup")]
    player: Annotated[str, told("the player (id or name) who advances")]
    nobody: Annotated[bool, told("nobody advances from the match of this player")] = False
    by_result: Annotated[
        bool, told("what was decided for the match of this player is forgotten, so that its result says it again")
    ] = False
    stage: Annotated[int, told("round of the cup, from 1; 0 for the match that is open")] = 0


def decide(state: State, request: DecideRequest) -> Outcome[Match]:
    """A match decided by the director, as it is now. Raises InputError, also if the match after it is published."""
    tournament = state.tournament
    cup, player = cup_named(tournament, request.name), tournament.find(request.player).id
    if request.nobody and request.by_result:
        raise contradicted("nobody", "say either that nobody advances, or that the result decides")
    if not cup.seeds:
        raise InputError(f"the cup {cup.name} has not begun: nobody has a match in it yet")
    match = _match_of(cup, tournament, player, request)
    tree = bracket(cup, tournament)
    if tree.is_settled(match, tournament):
        number = tree.next_round(match)
        raise InputError(f"{match_text(match)}: round {number} is published, so who advanced to it stays as it is")
    others = tuple(one for one in cup.decided if (one.round, one.match) != (match.round, match.number))
    own = () if request.by_result else (CupDecision(match.round, match.number, "" if request.nobody else player),)
    new = replace(cup, decided=tuple(sorted((*others, *own), key=lambda one: (one.round, one.match))))
    after = _with(tournament, cup, new)
    found = next(m for m in bracket(new, after).matches if (m.round, m.number) == (match.round, match.number))
    return Outcome(state.with_tournament(after), found, _of_draft(after, match.of_round))


def _match_of(cup: Cup, tournament: Tournament, player: str, request: DecideRequest) -> Match:
    """The match of a player that is to be decided: one that waits for it, else the newest. Raises InputError."""
    name = tournament.player(player).name
    own = [m for m in bracket(cup, tournament).matches if player in m.players and None not in m.players]
    own = [m for m in own if request.stage in (0, m.round)]
    if not own:
        raise InputError([Problem(f"{name} ({player}) has no match in the cup {cup.name}", argument="player")])
    waiting = (m for fate in (Fate.UNDECIDED, Fate.PLAYING) for m in own if m.fate is fate)
    found = next(waiting, own[-1])
    if found.fate is Fate.BYE:
        raise InputError(f"{match_text(found)}: {name} ({player}) has no opponent in it")
    return found


def cup_answer(one: CupShown, tournament: Tournament) -> CupAnswer:
    """A cup as it stands."""
    cup, found = one.bracket.cup, one.bracket
    matches = tuple(_match_answer(one, match, tournament) for match in found.matches)
    own = {"name": cup.name, "first_round": cup.first, "rounds": cup.played_in, "seeds": cup.seeds}
    return answer_of(CupAnswer, one, over=found.over, matches=matches, **own)


def _match_answer(one: CupShown, match: Match, tournament: Tournament) -> CupMatchAnswer:
    known = tournament.by_id()
    return answer_of(
        CupMatchAnswer,
        match,
        stage=stage_of(match),
        cup_round=match.round,
        round=match.of_round,
        names=tuple(known[player].name if player in known else "" for player in match.players),
        fate=match.fate.value,
        how=how_text(match),
        table=match.game.table if match.game else 0,
        counts=match.of_round <= tournament.settings.rounds and counts(one.cup, match),
    )


def _cup_done(done: Committed[CupShown]) -> CupDoneAnswer:
    return CupDoneAnswer(**said_of(done), cup=cup_answer(done.value, done.after.tournament))


def _decided(done: Committed[Match]) -> CupDoneAnswer:
    now = done.after.tournament
    return CupDoneAnswer(**said_of(done), cup=cup_answer(shown(cup_named(now, done.value.cup), now), now))


CUP = Verb("cup", CupRequest, without_run(set_cup), lambda r, _: f"cup {r.name}", _cup_done)
REMOVE_CUP = Verb("cup", RemoveCupRequest, without_run(remove), lambda r, _: f"remove the cup {r.name}", done_answer)
DECIDE = Verb("cup", DecideRequest, without_run(decide), lambda r, _: f"decide a match of the cup {r.name}", _decided)
