"""Which rounds to come stay possible, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.language import counted, first_few, one_line
from ...model.notes import RoundsNotPossible
from ...model.plan.forced_ahead import Fault, ForcedFault, clashes
from ...model.plan.plan import Foresight, Outlook, Repeat
from ...model.tournament.rules import Rule
from ...model.tournament.tournament import Tournament
from .names import name_of

if TYPE_CHECKING:
    from ..questions.why import OtherRounds
    from ..rounds.plan.planning import Futures, PlanDone
    from ..rounds.proof.claim import Verified

MOST_NAMED = 6
PLANNING_OFF = (
    "Planning is off (pairing.plan_ahead): a round is the cheapest of all, even if a later round then has no pairing."
)


def foresight_lines(foresight: Foresight, tournament: Tournament) -> list[str]:
    """What a draw guarantees of the rounds behind it, and what is wrong with them; nothing where nobody asked."""
    lines = guarantee_lines(foresight)
    return [*lines, shortage_text(foresight, tournament)] if foresight.short else lines


def standing_lines(foresight: Foresight, tournament: Tournament) -> list[str]:
    """Which rounds to come stay possible as the tournament stands, in few words, and what is wrong."""
    if foresight.short or foresight.outlook is Outlook.OPEN:
        return foresight_lines(foresight, tournament)[-1:]
    paid = f"; for that this round costs {foresight.extra:,} more" if foresight.extra else ""
    return [f"{_stay(foresight)} possible{paid}."] if foresight.outlook is not Outlook.NOTHING else []


def certified_plan_lines(verified: Verified) -> list[str]:
    """What a certificate says of the rounds after its own, whether that holds, and which of them it does not cover."""
    foresight = verified.foresight
    rounds = rounds_words(foresight.first, foresight.until)
    if verified.plan_broken:
        return [f"the plan is not legal: {one_line(verified.plan_broken)}"]
    lines = []
    if foresight.extra:
        lines.append(
            f"the certificate says that a plan for {rounds} needs {foresight.extra:,} more than the cheapest round of "
            "all; this is believed, not proven"
        )
    if foresight.outlook is Outlook.PLANNED:
        lines.append(f"the plan for {rounds} is legal")
    elif foresight.outlook is Outlook.SURE:
        lines.append(f"{rounds} can be paired whatever is drawn")
    covered = max(foresight.until, verified.number)
    if covered < verified.last:
        why = {Outlook.OPEN: "the search ended before it was decided", Outlook.NONE: "no legal plan exists"}
        says = why.get(foresight.outlook, "the certificate says nothing of that")
        lines.append(f"not covered: whether {rounds_words(covered + 1, verified.last)} can be paired; {says}")
    return lines


def plan_lines(done: PlanDone, tournament: Tournament) -> list[str]:
    """What is guaranteed of the rounds to come as the tournament stands, and what is not."""
    foresight = done.foresight
    if foresight.outlook is Outlook.NOTHING:
        return ["no round is to come."]
    rounds = rounds_words(foresight.first, foresight.until)
    lines = []
    if foresight.outlook is Outlook.SURE:
        lines.append(f"{rounds} can be paired whatever is drawn.")
    if foresight.outlook is Outlook.PLANNED and not foresight.short:
        off = tournament.settings.pairing.plan_ahead == "off"
        lines.append(f"{rounds} can be paired by the rules{'' if off else ', and every draw keeps it so'}.")
        lines += [PLANNING_OFF] if off else []
    if foresight.outlook is Outlook.OPEN:
        lines += guarantee_lines(foresight)
    if foresight.short:
        lines.append(shortage_text(foresight, tournament))
    if done.not_covered:
        lines.append(f"Not covered, because they depend on scores to come: {', '.join(done.not_covered)}.")
    if done.futures is not None:
        lines.append(_futures_text(done.futures))
    if done.plan.rounds:
        lines.append("One way to pair them is below. It is not what will be drawn: each draw pairs by results.")
    return lines


def _futures_text(found: Futures) -> str:
    """In how many simulated futures these rules leave a round without a pairing."""
    if not found.dead:
        return f"In each of {found.count} simulated futures, with results by lot, all rounds can be paired."
    these = f"In {found.dead} of {found.count} simulated futures, with results by lot,"
    return f"{these} some round has no pairing that keeps every rule; the earliest is round {found.first}."


def guarantee_lines(foresight: Foresight) -> list[str]:
    """The rounds that are guaranteed, by what, and what that costs."""
    match foresight.outlook:
        case Outlook.SURE:
            return [f"{_stay(foresight)} possible whatever is drawn."]
        case Outlook.PLANNED:
            paid = f", which costs {foresight.extra:,} more in this round" if foresight.extra else ""
            return [f"{_stay(foresight)} possible: a legal plan is kept with the round{paid}."]
        case Outlook.OPEN:
            left = rounds_words(foresight.first, foresight.last)
            return [f"It is not known whether {left} can still be paired by the rules: the search ended before."]
    return []


def _stay(foresight: Foresight) -> str:
    """`Rounds 4 to 7 stay`, `Round 4 stays`."""
    stay = "stays" if foresight.first == foresight.until else "stay"
    return f"{rounds_words(foresight.first, foresight.until).capitalize()} {stay}"


def shortage_text(foresight: Foresight, tournament: Tournament) -> str:
    """Which rounds are not possible, and the least that would make them so."""
    ahead, last = rounds_words(foresight.first, foresight.last), foresight.last
    beyond = rounds_words(foresight.until + 1, last)
    if foresight.until < foresight.first:
        text = f"No legal plan for {ahead} exists, and none for round {foresight.first} alone."
    else:
        text = f"No legal plan for {ahead} exists: possible is up to round {foresight.until}, but not {beyond} as well."
    found = clashes(tournament, range(foresight.first, last + 1))
    lines = [text, *(f"{forced_fault_text(one, tournament)}." for one in found[:MOST_NAMED])]
    if foresight.relax:
        names = " or ".join(map(_relaxed, foresight.relax))
        lines.append(f"Without {names} all rounds are possible.")
    if foresight.repeats:
        some = first_few([_repeat(one, tournament) for one in foresight.repeats], MOST_NAMED, "; ")
        repeats = counted(len(foresight.repeats), "repeat")
        lines.append(f"With {repeats} all rounds are possible: {some}.")
    return " ".join(lines)


def _relaxed(name: str) -> str:
    """A rule or a kind of locks that could be given up."""
    return f"the {name} pairs" if name in (Rule.FORCED, Rule.FORBIDDEN) else f"the rule {name}"


def not_possible_text(note: RoundsNotPossible, tournament: Tournament) -> str:
    """The same as a note, with whose absence it is; in few words while players are still being entered."""
    if note.players:
        done, all_rounds = note.foresight.until or "none", counted(note.foresight.last, "round")
        return f"With {note.players} players, {done} of the {all_rounds} can be paired."
    absent = [f"If {name_of(one, tournament)} plays all rounds, they are possible, too." for one in note.absent]
    return " ".join([shortage_text(note.foresight, tournament), *absent])


def possible_again_text(foresight: Foresight) -> str:
    """That a change has made all rounds possible again."""
    return f"{rounds_words(foresight.first, foresight.last).capitalize()} can be paired again."


def forced_fault_text(found: ForcedFault, tournament: Tournament) -> str:
    """What is wrong with a forced pair."""
    a, b = (name_of(player, tournament) for player in found.pair)
    named = [name_of(player, tournament) for player in found.players]
    match found.fault:
        case Fault.CLASH:
            return f"In round {found.number}, {named[0]} would have to meet both {named[1]} and {named[2]}"
        case Fault.ABSENT:
            verb = "is" if len(named) == 1 else "are"
            who = " and ".join(named)
            return f"{a} and {b} are to meet in round {found.number}, but {who} {verb} not entered for it"
    return f"{a} and {b} are to meet again in round {found.number}: a repeat, because the settings force it"


def repaired_for_plan_text(first: int, until: int, boards: int) -> str:
    """Why a repair gives up other boards than it would without later rounds."""
    given_up, rounds = counted(boards, "board"), rounds_words(first, until)
    best = f"For this round alone, a repair that gives up {given_up} would be best"
    return f"{best}, but it leaves no legal plan for {rounds}; this one leaves one."


def left_out_line(rounds: OtherRounds) -> str:
    """How many other rounds are left out for the rounds to come; empty where none is."""
    if not rounds.left_out or rounds.later is None:
        return ""
    left, to_come = len(rounds.left_out), rounds_words(rounds.later.number + 1, rounds.later.last)
    these = "it leaves" if left == 1 else "they leave"
    return f"{left} left out, because {these} no legal plan for {to_come}."


def _repeat(repeat: Repeat, tournament: Tournament) -> str:
    """A pair that would meet again, or a second bye, with the round."""
    names = " and ".join(name_of(player, tournament) for player in repeat.players)
    what = "meet again" if len(repeat.players) > 1 else "gets a second bye"
    return f"{names} {what} in round {repeat.number}"


def rounds_words(first: int, last: int) -> str:
    """`round 4`, `rounds 4 and 5`, `rounds 4 to 7`."""
    if last <= first:
        return f"round {first}"
    return f"rounds {first} {'and' if last == first + 1 else 'to'} {last}"
