"""A draw: the boards and what they cost, or why there is no pairing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ....io.settings.profiles import known_version
from ....model.tournament.games import Game
from ....model.tournament.person import Player
from ...messages.foresight_texts import foresight_lines
from ...messages.no_pairing_texts import breach_lines, conflict_lines, headline
from ...messages.rule_texts import priced_text, violation_text
from ...verb import Answer, answer_of, told

if TYPE_CHECKING:
    from ....model.judging.violation import NoPairingError
    from ....model.pairing.pairing import ByCpSat
    from ....model.plan.plan import Foresight
    from ....model.tournament.tournament import Tournament
    from .drawing import Drawn


class TierAnswer(Answer, frozen=True):
    """One tier of the weight profile."""

    tier: Annotated[int, told("its number; the first decides before the second")]
    cost: Annotated[int, told("what the round costs in it, a sum of whole weights")]
    bound: Annotated[int, told("a proven lower bound of that cost; equal where it is proven optimal")]


class SecondsAnswer(Answer, frozen=True):
    """How long a draw took."""

    total: Annotated[float, told("seconds from the call to the answer")]
    solve: Annotated[float, told("seconds of them spent solving")]


class PlannedRoundAnswer(Answer, frozen=True):
    """A round of a plan: one legal way to pair it, not what will be drawn."""

    round: Annotated[int, told("its number")]
    pairs: Annotated[tuple[tuple[str, str], ...], told("ids of the two players of each pair")]
    byes: Annotated[tuple[str, ...], told("ids of who has a bye")]


class AheadAnswer(Answer, frozen=True):
    """Which of the rounds to come stay possible."""

    outlook: Annotated[
        Literal["whatever is drawn", "plan", "none", "open", ""],
        told('why: "whatever is drawn", or a legal "plan"; "none" is possible; "open": time ran out; "": nobody asked'),
    ]
    first: Annotated[int, told("number of the first round to come")]
    until: Annotated[int, told("the last round that is guaranteed")]
    last: Annotated[int, told("the last round of the tournament")]
    extra_cost: Annotated[int, told("what the round costs more than the cheapest of all, so that they stay possible")]
    plan: Annotated[tuple[PlannedRoundAnswer, ...], told("the plan, round by round; empty where none is needed")]
    sentences: Annotated[tuple[str, ...], told("the same in words")]


class OpinionAnswer(Answer, frozen=True):
    """What CP-SAT says of a round that the matching engine has found, by the whole round as one model."""

    agrees: Annotated[bool, told("whether it has proven that no legal round costs less")]
    pairs: Annotated[int, told("games and byes in its model")]
    odd_sets: Annotated[int, told("rows of its model that come from the matching engine")]
    why: Annotated[str, told("why it says nothing; empty where it agrees")]


def game_values(game: Game, players: Mapping[str, Player]) -> dict[str, Any]:
    """The fields of a BoardAnswer."""
    names = {"white_name": players[game.white].name, "black_name": players[game.black].name}
    where = {"table": game.table, "white": game.white, "black": game.black}
    return where | names | {"handicap": game.handicap, "komi": game.komi_halves / 2}


def opinion_answer(said: ByCpSat | None) -> OpinionAnswer | None:
    """The same of an opinion; None where there is none."""
    return None if said is None else OpinionAnswer(said.agrees, said.pairs, said.odd_sets, said.why)


class BoardAnswer(Answer, frozen=True):
    """One game of a round."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    white_name: Annotated[str, told("name of White")]
    black_name: Annotated[str, told("name of Black")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[float, told("points for White, in halves such as 6.5")]


class DrawAnswer(Answer, frozen=True):
    """A round as drawn."""

    round: Annotated[int, told("number of the round")]
    status: Annotated[
        Literal["optimal", "feasible"],
        told('"optimal": none that keeps the rules and leaves a plan costs less, proven; "feasible": the best in time'),
    ]
    cost: Annotated[int, told("what the round costs over all tiers, a sum of whole weights")]
    bound: Annotated[int, told("a proven lower bound of the cost of such a round; equal where it is proven optimal")]
    tiers: Annotated[tuple[TierAnswer, ...], told("the same for each tier of the profile, in their order")]
    costs: Annotated[dict[str, int], told("cost by criterion; criteria that cost nothing are left out")]
    tie_break_proven: Annotated[
        bool, told("whether the lottery among equals is proven too, so that every machine draws these boards")
    ]
    proven_by_cp_sat: Annotated[
        tuple[str, ...],
        told('what CP-SAT has proven, across a gap that the certificate leaves: "tie", "breaches" or a tier'),
    ]
    engine: Annotated[Literal["matching", "cp-sat"], told('what found the round: "matching" or "cp-sat"')]
    second_opinion: Annotated[OpinionAnswer | None, told("what CP-SAT says of it; null where it was not asked")]
    profile: Annotated[str, told("name of the weight profile")]
    seed: Annotated[int, told("seed of the tournament's lotteries")]
    seconds: Annotated[SecondsAnswer, told("how long it took")]
    boards: Annotated[tuple[BoardAnswer, ...], told("the games, by table")]
    bye: Annotated[str | None, told("id of who has the bye, the first one of several; null where nobody has")]
    byes: Annotated[tuple[str, ...], told("ids of all who have a bye")]
    absent: Annotated[tuple[str, ...], told("ids of those who are not entered for the round")]
    allowed: Annotated[
        tuple[str, ...], told("rules that the round breaks because the director has allowed it, in words")
    ]
    broken_at_a_price: Annotated[tuple[str, ...], told("rules with a price that the round breaks, in words")]
    notes: Annotated[tuple[str, ...], told("what the director should know, in words")]
    changed: Annotated[
        tuple[str, ...],
        told("what is new against the draft before, in words; empty for a first draft, and where nothing is written"),
    ]
    ahead: Annotated[AheadAnswer, told("which of the rounds to come stay possible")]
    profile_version: Annotated[
        int | None, told("the version of the program's profile of this name; null for a profile of one's own")
    ]


class NoPairingAnswer(Answer, frozen=True):
    """A round that has no pairing which keeps every hard rule."""

    status: Annotated[Literal["infeasible"], told('"infeasible"')]
    message: Annotated[str, told("that there is none, and how many rules have to be broken at least")]
    reasons: Annotated[tuple[str, ...], told("the rules that the pairing with the fewest breaches breaks, in words")]
    relax: Annotated[tuple[str, ...], told("names of rules that suffice to be relaxed, besides those that are")]
    conflict: Annotated[
        tuple[str, ...],
        told("the rules and locks that contradict each other, and what is cheapest to give up, in words, a line each"),
    ]


def draw_answer(drawn: Drawn, changed: Sequence[str], notes: Sequence[str], seconds: float) -> DrawAnswer:
    """A draw that took so many seconds in all, with what it changes of the draft before."""
    pairing, byes, players = drawn.pairing, drawn.round.byes, drawn.tournament.by_id()
    return answer_of(
        DrawAnswer,
        pairing,
        round=drawn.round.number,
        tiers=tuple(TierAnswer(t.tier, t.cost, t.bound) for t in pairing.tiers),
        costs=dict(drawn.record.costs),
        tie_break_proven=pairing.tie_proven,
        proven_by_cp_sat=pairing.closed_by_cp_sat,
        second_opinion=opinion_answer(pairing.by_cp_sat) if pairing.engine == "matching" else None,
        profile=drawn.record.profile.name,
        seed=drawn.tournament.settings.seed,
        seconds=SecondsAnswer(round(seconds, 4), round(pairing.seconds["solve"], 4)),
        boards=tuple(BoardAnswer(**game_values(game, players)) for game in drawn.round),
        bye=byes[0] if byes else None,
        byes=byes,
        absent=drawn.round.absent,
        allowed=tuple(violation_text(v, drawn.tournament, remark=False) for v in drawn.breaches),
        broken_at_a_price=tuple(map(priced_text, drawn.priced)),
        notes=tuple(notes),
        changed=tuple(changed),
        ahead=ahead_answer(drawn.record.foresight, drawn.tournament),
        profile_version=known_version(drawn.record.profile)[1],
    )


def ahead_answer(foresight: Foresight, tournament: Tournament) -> AheadAnswer:
    """Which of the rounds to come stay possible."""
    return answer_of(
        AheadAnswer,
        foresight,
        outlook=foresight.outlook.value,
        extra_cost=foresight.extra,
        plan=tuple(PlannedRoundAnswer(one.number, one.pairs, one.byes) for one in foresight.plan.rounds),
        sentences=tuple(foresight_lines(foresight, tournament)),
    )


def no_pairing_answer(error: NoPairingError, tournament: Tournament) -> NoPairingAnswer:
    """Why a round of a tournament has no pairing."""
    return NoPairingAnswer(
        status="infeasible",
        message=headline(error),
        reasons=tuple(breach_lines(error, tournament)),
        relax=error.relax,
        conflict=tuple(conflict_lines(error, tournament)),
    )
