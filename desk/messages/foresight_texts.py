"""Which rounds to come stay possible, in sentences."""

from __future__ import annotations

from ...model.language import counted, first_few
from ...model.notes import MOST_NAMED, name_of
from ...model.plan.plan import Fault, ForcedFault, Foresight, Outlook, Repeat, clashes
from ...model.tournament.rules import Rule
from ...model.tournament.tournament import Tournament

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
    if name == Rule.BYES:
        return "the rule byes (more of them than an odd number of players needs)"
    return f"the {name} pairs" if name in (Rule.FORCED, Rule.FORBIDDEN) else f"the rule {name}"


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


def _repeat(repeat: Repeat, tournament: Tournament) -> str:
    """A pair that would meet again, or a second bye, with the round."""
    names = " and ".join(name_of(player, tournament) for player in repeat.players)
    what = "meet again" if len(repeat.players) > 1 else "gets another bye"
    return f"{names} {what} in round {repeat.number}"


def rounds_words(first: int, last: int) -> str:
    """`round 4`, `rounds 4 and 5`, `rounds 4 to 7`."""
    if last <= first:
        return f"round {first}"
    return f"rounds {first} {'and' if last == first + 1 else 'to'} {last}"
