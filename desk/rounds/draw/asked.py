"""What was asked for in a draw, what has been asked since, and how a draft differs from another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....model.errors import InputError, Problem
from ....model.hints import Advice, Hint
from ....model.pairing.draw import Pair
from ....model.pairing.standing_locks import find_pair, split_pair
from ....model.records.state import State
from ....model.tournament.games import Round
from ....model.tournament.tournament import Tournament
from ..numbers import next_round

KINDS = ("force", "forbid", "bye", "relax")


@dataclass(frozen=True, slots=True)
class Asked:
    """Wishes for a round, as texts with ids, in the order in which they were asked for."""

    number: int
    wishes: tuple[str, ...] = ()

    def pairs(self, kind: str) -> list[Pair]:
        """The pairs of a kind."""
        return [split_pair(what) for what in self.of(kind)]

    def of(self, kind: str) -> list[str]:
        """What is asked for of a kind."""
        return [what for one, what in map(_parts, self.wishes) if one == kind]

    def without(self, wishes: Iterable[str]) -> Asked:
        """Without some of the wishes."""
        gone = {_same(wish) for wish in wishes}
        return Asked(self.number, tuple(wish for wish in self.wishes if _same(wish) not in gone))


def asked_of_draft(state: State, again: bool = False) -> Asked:
    """What the next draw is asked for where nobody has said anything since: what the draft was asked for.

    With `again` the next draw is of the last round, although it is published. Raises InputError where none is left.
    """
    tournament = state.tournament
    number = len(tournament.rounds) if again else next_round(tournament)
    record = state.records.get(number) if number <= len(tournament.rounds) else None
    if record is None:
        return Asked(number)
    known = tournament.by_id()
    pairs = [(kind, pair) for kind in ("force", "forbid") for pair in getattr(record.locks, kind)]
    wishes = [f"{kind} {a}:{b}" for kind, (a, b) in pairs if a in known and b in known]
    byes = [f"bye {player}" for player in record.wished_byes if player in known]
    return Asked(number, (*wishes, *byes, *(f"relax {rule}" for rule in record.relaxed)))


def with_wish(asked: Asked, wish: str, tournament: Tournament) -> Asked:
    """With one more wish, players by id or name; it takes the place of those that it contradicts. Raises InputError."""
    kind, what = _parts(wish)
    if kind not in KINDS or not what:
        raise InputError([Problem("no wish for a draw", value=wish, expected="force 3:17, forbid 3:17 or bye 3")])
    if kind in ("force", "forbid"):
        what = ":".join(find_pair(split_pair(what), tournament))
    elif kind == "bye":
        what = tournament.find(what).id
    new = f"{kind} {what}"
    kept = [old for old in asked.wishes if not _contradict(old, new)]
    return Asked(asked.number, (*kept, new))


def wish_lines(asked: Asked, tournament: Tournament) -> list[tuple[str, str]]:
    """Each wish, and what it says in words."""
    names = {p.id: p.name for p in tournament.players}

    def text(wish: str) -> str:
        kind, what = _parts(wish)
        who = " and ".join(names.get(player, player) for player in what.split(":"))
        words = {"force": "meet", "forbid": "do not meet", "bye": "has the bye"}
        return f"the rule “{what}” may be broken" if kind == "relax" else f"{who} {words[kind]}"

    return [(wish, text(wish)) for wish in asked.wishes]


def is_same(one: str, other: str) -> bool:
    """Whether two wishes say the same, whoever is named first."""
    return _same(one) == _same(other)


def _parts(wish: str) -> Sequence[str]:
    kind, _, what = wish.strip().partition(" ")
    return kind, what.strip()


def _same(wish: str) -> tuple[str, frozenset[str]]:
    """A wish, whoever is named first in it."""
    kind, what = _parts(wish)
    return kind, frozenset(what.split(":"))


def _contradict(old: str, new: str) -> bool:
    """Whether two wishes cannot both be kept, or say the same."""
    (was, them), (now, these) = _same(old), _same(new)
    if "relax" in (was, now):
        return (was, them) == (now, these)
    if "forbid" in (was, now):
        return them == these
    return bool(them & these)


def wishes_not_kept(state: State, number: int, asked: Asked | None) -> Sequence[str]:
    """The wishes that a draft breaks, and those that it was drawn by and that were taken back, in words.

    `asked` is what the next draw is asked for, if a face knows it. What somebody has said yes to is wished so.
    """
    if asked is None or asked.number != number:
        return []
    tournament, before = state.tournament, asked_of_draft(state)
    drawn = tournament.round(number)
    new = tuple(w for w in asked.wishes if not any(is_same(w, old) for old in before.wishes) and _breaks(drawn, w))
    gone = tuple(old for old in before.wishes if not any(is_same(old, w) for w in asked.wishes))
    found = [text for _, text in wish_lines(Asked(number, new), tournament)]
    return found + [f"not any more: {text}" for _, text in wish_lines(Asked(number, gone), tournament)]


def _breaks(drawn: Round, wish: str) -> bool:
    """Whether a round is otherwise than a wish (with ids) has it."""
    kind, _, what = wish.partition(" ")
    if kind == "bye":
        return what not in drawn.byes
    if kind == "relax":
        return False
    first, _, second = what.partition(":")
    return _meet(drawn, first, second) == (kind == "forbid")


def _meet(drawn: Round, first: str, second: str) -> bool:
    game = drawn.game_of(first)
    return game is not None and second in game.players


@dataclass(frozen=True, slots=True)
class NewPair:
    """A pair (ids, White first) that the draft before did not have."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class OtherTerms:
    """A pair of the draft before with other colours, stones or komi."""

    white: str
    black: str
    handicap: int


@dataclass(frozen=True, slots=True)
class OtherBye:
    """Who (ids) has the bye now, and who had it in the draft before."""

    now: tuple[str, ...]
    before: tuple[str, ...]


DraftChange = NewPair | OtherTerms | OtherBye


def changes(before: Round | None, after: Round) -> list[DraftChange]:
    """What a new draft changes against the last: new pairs, other colours or stones, who has the bye."""
    if before is None:
        return []
    old = {frozenset(g.players): g for g in before}
    found: list[DraftChange] = []
    for game in after:
        known = old.get(frozenset(game.players))
        if known is None:
            found.append(NewPair(game.white, game.black))
        elif (known.white, known.handicap, known.komi_halves) != (game.white, game.handicap, game.komi_halves):
            found.append(OtherTerms(game.white, game.black, game.handicap))
    if set(before.byes) != set(after.byes):
        found.append(OtherBye(after.byes, before.byes))
    return found


def check_byes(byes: list[str], count: int, agreed: bool) -> None:
    """Raise InputError where byes by hand (names) bring another one, or are several, and nobody has agreed to that."""
    one_more = (count - len(byes)) % 2
    if not byes or len(byes) + one_more < 2 or agreed:
        return
    who = " and ".join([", ".join(byes[:-1]), byes[-1]] if len(byes) > 1 else byes)
    have = "has" if len(byes) == 1 else "have"
    then = "one more player has no opponent and needs a bye, too" if one_more else "that is more byes than are needed"
    raise InputError(f"{count} players are entered: if {who} {have} a bye, {then}", Hint(Advice.SAY_TWO_BYES))
