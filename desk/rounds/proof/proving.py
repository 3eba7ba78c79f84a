"""A round that stands, proven again: nothing is believed that the folder, its journal and a search can tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ....model.cups.bracket import entrants, is_extra
from ....model.errors import McMahonError
from ....model.judging.plan_judge import plan_violations
from ....model.judging.violation import broken
from ....model.last_few import LastFew
from ....model.pairing.boards import make_round
from ....model.pairing.entrants import before_round
from ....model.pairing.pairing import Pairing
from ....model.pairing.round_problem import fingerprint, has_print
from ....model.plan.plan import Outlook
from ....model.records.state import Record, State
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ....solver.proof.statement import arrays_of, problem_of
from ....solver.proof.verify_certificate import verify
from ...messages.rule_texts import violation_text
from ...questions.standing_round import StandingRound, drawn_round, redrawn
from ..draw.draw_notes import judge_as_drawn
from ..draw.drawing import Drawn
from ..draw.engines import solved, with_opinion
from ..draw.looking_ahead import prospect, with_foresight
from .claim import Backing, Basis, Claim, PlanPrice, more
from .terms import Origin, differences, has_profile, origin_of, terms_of_record, terms_of_settings


@dataclass(frozen=True, slots=True)
class Stated:
    """A round with the problem that is to be proven, and who stands for it.

    `terms` are those that are not the settings' own. `since`: results or players have changed since the draw, and what
    was true then is not known, so that the costs are those of today.
    """

    own: StandingRound
    basis: Basis = Basis.TODAY
    backing: Backing = Backing.SETTINGS
    terms: tuple[str, ...] = ()
    since: bool = False


_stated: LastFew[Stated] = LastFew(4)


def claim_of(state: State, number: int, options: Options | None = None, folder: Path | None = None) -> Claim | None:
    """What holds of a round, solved again; None for one of cups alone. Raises InputError, NoAnswerError."""
    if is_extra(state.tournament, number):
        return None
    options = options or Options()
    stated = stated_round(state, number, folder)
    own = stated.own
    if options.engine == "cp-sat":
        options = replace(options, lottery=False)  # only the cost is asked for
    best = solved(own.problem, options)
    best = with_opinion(own.problem, best, options, lambda other: judged_again(state, own, other))
    return claim_by(state, stated, best, certified(own, best), options)


def claim_by(state: State, stated: Stated, best: Pairing, holds: bool | None, options: Options | None = None) -> Claim:
    """The same by a round that was found: the cheapest of all, and whether its certificate holds.

    Without options nothing is searched for any more, and the price of later rounds is believed as far as it fits.
    """
    own, claim = stated.own, _unproven(stated)
    number = own.round.number
    record = state.records.get(number)
    costs = own.problem.by_tier(claim.by_criterion)
    of_record = record if stated.backing is not Backing.NOTHING else None
    cheapest, price = _cheapest_with_plan(own, of_record, costs, best, options)
    by_lot = cheapest.tie_proven and (options is None or options.lottery) and record is not None
    least, with_plan = _costs(best), _costs(cheapest)
    return replace(
        claim,
        checked=True,
        costs=costs,
        least=least,
        cheapest=costs if price is PlanPrice.BELIEVED else with_plan,
        proven=best.optimal and cheapest.optimal,
        certified=holds,
        plan_price=price,
        other_lot=by_lot and costs == with_plan and (own.pairs, own.byes) != (cheapest.pairs, cheapest.byes),
        absent=absent_though_entered(state.tournament, number),
        engine=best.engine,
        by_cp_sat=best.by_cp_sat,
        closed_by_cp_sat=best.closed_by_cp_sat,
    )


def claim_of_draw(state: State, drawn: Drawn) -> Claim:
    """What has been proven of a round just drawn, by what was asked for; costs are summed up. Raises InputError."""
    number, record, pairing = drawn.round.number, drawn.record, drawn.pairing
    asked = _unlike_settings(state, record, drawn.tournament, number)
    return Claim(
        fingerprint=record.ledger.fingerprint if record.ledger else fingerprint(drawn.problem),
        checked=True,
        backing=Backing.JOURNAL if asked else Backing.SETTINGS,
        terms=asked,
        by_criterion=record.costs,
        costs=(pairing.cost,),
        least=(record.bound,),
        cheapest=(pairing.bound,),
        proven=pairing.optimal,
        plan_price=PlanPrice.COMPUTED if record.foresight.extra else PlanPrice.NONE,
        engine=pairing.engine,
        by_cp_sat=pairing.by_cp_sat,
    )


def _unlike_settings(state: State, record: Record, tournament: Tournament, number: int) -> tuple[str, ...]:
    """The terms of a record that are not the settings' own. Raises InputError."""
    found = differences(terms_of_record(record, tournament, number), terms_of_settings(state, number))
    return tuple(f"{one.name} {one.ours} (settings: {one.theirs})" for one in found)


def claim_at_draw(state: State, stated: Stated) -> Claim | None:
    """What the record of the draw says of a round, and nobody has checked now; None if it says nothing of these boards.

    It must name the cost that they have, and the journal must not show that somebody has edited it.
    """
    claim, record = _unproven(stated), state.records.get(stated.own.round.number)
    if record is None or stated.backing is Backing.NOTHING or sum(claim.by_criterion.values()) != record.cost:
        return None
    if stated.since or not (record.bound or not record.cost):  # boards had to stay: nothing was proven of all rounds
        return None
    return replace(claim, costs=(record.cost,), least=(record.bound,), cheapest=(record.bound,), proven=True)


def _unproven(stated: Stated) -> Claim:
    """Of which problem a claim is, by whose terms, and what each criterion costs there; nothing is proven."""
    own = stated.own
    by_criterion = own.problem.costs_by_criterion(own.pairs, own.byes)
    return Claim(
        fingerprint=fingerprint(own.problem),
        basis=stated.basis,
        backing=stated.backing,
        terms=stated.terms,
        by_criterion={name: cost for name, cost in by_criterion.items() if cost},
        since=stated.since,
    )


def _costs(pairing: Pairing) -> tuple[int, ...]:
    """What a pairing costs, by tier."""
    return tuple(tier.cost for tier in pairing.tiers)


def certified(own: StandingRound, best: Pairing) -> bool | None:
    """Whether the certificate of the least cost holds; None without one."""
    if best.certificate is None or best.engine != "matching":
        return None
    problem, proof = own.problem.as_proven(best.breaches), best.certificate
    try:
        tiers = list(verify(problem_of(problem, [tier.name for tier in proof.tiers]), arrays_of(proof), large=True))
    except (ValueError, IndexError, OverflowError):
        return False
    gaps = {name for name, value, bound in tiers if value != bound and name != "tie"}
    return not gaps - set(best.closed_by_cp_sat)


def _cheapest_with_plan(
    own: StandingRound, record: Record | None, costs: tuple[int, ...], best: Pairing, options: Options | None
) -> tuple[Pairing, PlanPrice]:
    """The cheapest round that leaves a plan, if the record names a price for that; else the cheapest of all.

    The price is computed again, by the entrants and settings that the problem has. If time runs out, it is believed as
    far as the boards cost so much more and the plan is legal.
    """
    if record is None or record.foresight.extra == 0:
        return best, PlanPrice.NONE
    number, extra, tournament = own.round.number, record.foresight.extra, own.tournament
    before = tournament.before(number)
    case = prospect(before, own.profile, own.problem, before_round(before, number), {})
    if case is not None and options is not None:
        found, foresight = with_foresight(case, best, options)
        if foresight.outlook is not Outlook.OPEN:
            price = more(_costs(found), _costs(best))
            return found, PlanPrice.COMPUTED if price == extra else PlanPrice.WRONG
    fits = record.foresight.outlook is Outlook.PLANNED and more(costs, _costs(best)) == extra > 0
    legal = fits and not plan_violations(before.with_round(own.round), record.foresight.plan, own.profile)
    return best, PlanPrice.BELIEVED if legal else PlanPrice.WRONG


def absent_though_entered(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Who (ids) is entered for a round that is drawn, and neither plays, nor has the bye, nor came too late."""
    drawn = tournament.round(number)
    there = drawn.paired | {*drawn.byes, *drawn.unpaired}
    return tuple(player.id for player in entrants(tournament, number) if player.id not in there)


def stated_round(state: State, number: int, folder: Path | None = None) -> Stated:
    """The round with the problem that is to be proven, and who stands for it. Raises InputError.

    It is that of today by the settings' own terms as far as they are those of the draw. Other terms, and results as
    they were, need somebody who stands for them. It is remembered: a page asks for it several times.
    """
    return _stated.get((state, number, str(folder)), lambda: _stated_round(state, number, folder))


def _stated_round(state: State, number: int, folder: Path | None) -> Stated:
    """The same, computed."""
    record = state.records.get(number)
    if record is None:
        return Stated(drawn_round(state, number))
    own, tournament, ledger = drawn_round(state, number), state.tournament, record.ledger
    terms = [*_unlike_settings(state, record, tournament, number)]
    today = redrawn(state, number).problem()
    as_today = ledger is None or tournament.round(number).draft or has_print(today, ledger.fingerprint)
    if as_today and not terms:
        return Stated(own)
    origin = origin_of(folder, record, number)
    if origin.by_hand:
        terms += [] if as_today else ["the scores in its ledger"]
        if not isinstance(state.own_profile, McMahonError):
            own = drawn_round(replace(state, records={k: r for k, r in state.records.items() if k != number}), number)
        return Stated(own, Basis.TODAY, Backing.NOTHING, tuple(terms), not as_today)
    explained = origin.step and has_profile(origin.at or state, record.profile, number)
    backing = Backing.JOURNAL if explained else Backing.RECORD
    if as_today:
        return Stated(own, Basis.TODAY, backing, tuple(terms))
    then = _at_the_draw(own, origin, number)
    if then is not None:
        return Stated(then, Basis.DRAW, backing, tuple(terms))
    return Stated(own, Basis.DRAW if own.unchanged else Basis.TODAY, backing, tuple(terms), not own.unchanged)


def _at_the_draw(own: StandingRound, origin: Origin, number: int) -> StandingRound | None:
    """The boards of a round with the problem of the folder as the journal has kept it; None if it has not."""
    if origin.at is None:
        return None
    then = drawn_round(origin.at, number)
    index = then.problem.field.index()
    boards = [game.players for game in own.round]
    if {*index} != {*own.round.paired, *own.round.byes} or not then.unchanged:
        return None
    pairs = tuple(sorted((min(index[a], index[b]), max(index[a], index[b])) for a, b in boards))
    return replace(then, round=own.round, pairs=pairs, byes=tuple(index[player] for player in own.round.byes))


def judged_again(state: State, own: StandingRound, other: Pairing) -> None:
    """Raise McMahonError if another pairing of a round breaks a rule that the record of its draw does not allow."""
    number = own.round.number
    after = own.tournament.before(number).with_round(make_round(own.tournament, own.problem, other.pairs, other.byes))
    wrong = broken(judge_as_drawn(after, number, state.records.get(number), profile=own.profile))
    if wrong:
        raise McMahonError("; ".join(violation_text(one, after) for one in wrong))
