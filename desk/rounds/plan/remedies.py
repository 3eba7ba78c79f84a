"""What a director can do so that all rounds can be paired again, as hints."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.hints import Advice, Hint
from ....model.placing.stages import rounds_to_meet_all
from ....model.plan.forced_ahead import clashes
from ....model.plan.plan import Foresight, Repeat
from ....model.tournament.rules import Rule
from ....model.tournament.tournament import Tournament

MOST_FORCED = 3  # repeats that are given as pairs to force


def remedies(foresight: Foresight, tournament: Tournament, absent: Sequence[str] = ()) -> list[Hint]:
    """What makes all rounds possible, the simplest first; nothing where they are. `absent` as in the note."""
    if not foresight.short:
        return []
    found = [Hint(Advice.PLAY_FEWER_ROUNDS, (str(foresight.until),))] if foresight.until else []
    more_byes = [Hint(Advice.DRAW_WITH_MORE_BYES)] if Rule.BYES in foresight.relax else []
    found += more_byes if tournament.settings.pairing.all_play_all else []
    found += [Hint(Advice.PLAY_AFTER_ALL, (player,)) for player in absent]
    if _more_rounds_than_opponents(tournament):
        found.append(Hint(Advice.MEET_IN_TURNS, ("pairing.meet_again=each turn",)))
    if Rule.FAMILIES in foresight.relax:
        found.append(Hint(Advice.GIVE_UP_RULE, ("pairing.families=avoid",)))
    clashing = clashes(tournament, range(foresight.first, foresight.last + 1))
    if Rule.FORCED in foresight.relax and len(clashing) == 1 and _forced_alone(clashing[0].pair, tournament):
        found.append(Hint(Advice.GIVE_UP_RULE, (f"pairing.force-={':'.join(clashing[0].pair)}",)))
    repeats = foresight.repeats
    if 0 < len(repeats) <= MOST_FORCED and all(len(one.players) == 2 for one in repeats):
        found.append(Hint(Advice.LET_MEET_AGAIN, (f"pairing.force+=[{', '.join(map(_lock, repeats))}]",)))
    return found if tournament.settings.pairing.all_play_all else [*found, *more_byes]


def _more_rounds_than_opponents(tournament: Tournament) -> bool:
    """Whether somebody must meet everybody more than once, which the setting of turns does evenly."""
    players = len(tournament.participants())
    enough = rounds_to_meet_all(players) < tournament.settings.rounds
    return not tournament.settings.pairing.all_play_all and players > 1 and enough


def _forced_alone(pair: tuple[str, str], tournament: Tournament) -> bool:
    """Whether the settings force just this pair in one entry, so that it can be taken out by its players."""
    return any(sorted(pair) == sorted([*p, *against]) for p, against, _ in tournament.settings.pairing.force)


def _lock(repeat: Repeat) -> str:
    """A pair that is to meet again, as an entry of the setting."""
    players = ", ".join(f'"{player}"' for player in repeat.players)
    return f'{{players = [{players}], rounds = "{repeat.number}"}}'
