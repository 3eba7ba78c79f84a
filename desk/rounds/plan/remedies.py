"""What a director can do so that all rounds can be paired again, as ways."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.placing.stages import rounds_to_meet_all
from ....model.plan.plan import Foresight, Repeat, clashes
from ....model.tournament.rules import Rule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way

MOST_FORCED = 3  # repeats that are given as pairs to force


def remedies(foresight: Foresight, tournament: Tournament, absent: Sequence[str] = ()) -> list[Way]:
    """What makes all rounds possible, the simplest first; nothing where they are. `absent` as in the note."""
    if not foresight.short:
        return []
    found = [_setting("Fewer rounds", f"rounds={foresight.until}")] if foresight.until else []
    more_byes = [Way("With more byes", "pair", relax=("byes",))] if Rule.BYES in foresight.relax else []
    found += more_byes if tournament.settings.pairing.all_play_all else []
    found += [Way("If the player comes", "player", who=player, rounds="all") for player in absent]
    if _more_rounds_than_opponents(tournament):
        found.append(_setting("To meet in turns, evenly", "pairing.meet_again=each turn"))
    if Rule.FAMILIES in foresight.relax:
        found.append(_setting("Without that", "pairing.families=avoid"))
    clashing = clashes(tournament, range(foresight.first, foresight.last + 1))
    if Rule.FORCED in foresight.relax and len(clashing) == 1 and _forced_alone(clashing[0].pair, tournament):
        found.append(_setting("Without that", f"pairing.force-={':'.join(clashing[0].pair)}"))
    repeats = foresight.repeats
    if 0 < len(repeats) <= MOST_FORCED and all(len(one.players) == 2 for one in repeats):
        found.append(_setting("With these repeats", f"pairing.force+=[{', '.join(map(_lock, repeats))}]"))
    return found if tournament.settings.pairing.all_play_all else [*found, *more_byes]


def _setting(lead: str, assignment: str) -> Way:
    return Way(lead, "set", assignments=(assignment,))


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
