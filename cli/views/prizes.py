"""Prints prizes: the table, who gets what, the list to read out, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.words.names import winner_name
from ...desk.words.prizes import line_text, list_text, loss_texts, reason_text, totals_text, worth_text
from ...model.tournament.member import regulars
from ...model.words import counted
from .columns import columns

if TYPE_CHECKING:
    from ...desk.prizes import ExplainedPrizes, PrizesFound
    from ...model.prizes.announced import Line
    from ...model.prizes.prize import Prize
    from ...model.tournament.tournament import Tournament


def prizes_text(found: PrizesFound, tournament: Tournament) -> str:
    """Who gets what, the greatest prize first; what nobody gets, and what differs from the announced list."""
    rows = []
    for lines in reversed(found.now.groups()):
        for line in lines:
            p = found.people[line.player]
            shared = f"{line.prize}, shared" if line.shared else line.prize
            name = winner_name(p.id, tournament)
            rows.append([shared if line is lines[0] else "", line_text(line), name, p.rank_name, p.club])
    parts = [heading(found, tournament), columns(["Prize", "Gets", "Player", "Rank", "Club"], rows)]
    parts += [f"Money: {totals}"] if (totals := totals_text(found.awards, tournament)) else []
    if found.awards.left:
        parts.append(f"Nobody gets: {', '.join(prize.name for prize in found.awards.left)}")
    return "\n".join([*parts, *change_lines(found, tournament)])


def heading(found: PrizesFound, tournament: Tournament) -> str:
    """The line above the prizes; it says if they can still change."""
    provisional = "; provisional: rounds or results are missing" if found.now.provisional else ""
    return f"{tournament.settings.name}: prizes after round {found.now.after_round}{provisional}"


def change_lines(found: PrizesFound, tournament: Tournament) -> list[str]:
    """What differs from the announced list; that it is announced, if nothing does."""
    if found.before is None:
        return []
    if not found.changes:
        return ["This list is announced."]
    head = f"Differs from the list announced after round {found.before.after_round}:"
    return [head, *(f"  {text}" for text in loss_texts(found.changes, tournament))]


def read_out_text(found: PrizesFound, tournament: Tournament) -> str:
    """The prizes in the order of reading, the smallest first."""

    def winner(line: Line) -> str:
        p = found.people[line.player]
        team = found.entrants[p.id].name if p.id in found.entrants else ""
        people = f" ({', '.join(m.name for m in regulars(p.members))})" if p.members else ""
        return f"  {', '.join(filter(None, (p.name + people, p.rank_name, p.club, team)))}: {line_text(line)}"

    parts = [heading(found, tournament)]
    for lines in found.now.groups():
        parts += ["", lines[0].prize + (", shared" if lines[0].shared else ""), *map(winner, lines)]
    return "\n".join(parts)


def explained_text(explained: ExplainedPrizes, tournament: Tournament) -> str:
    """Why a player gets prizes or not, a line for each."""
    player = explained.player
    after = explained.found.now.after_round
    head = f"{winner_name(player.id, tournament)}, {player.rank_name}: prizes after round {after}"
    provisional = ", provisional" if explained.found.now.provisional else ""
    return "\n".join([head + provisional, *(f"  {reason_text(one, tournament)}" for one in explained.reasons)])


def table_text(prizes: Sequence[Prize]) -> str:
    """The table of prizes."""
    if not prizes:
        return "The table of prizes is empty."
    rows = [[prize.name, worth_text(prize), list_text(prize)] for prize in prizes]
    return f"{counted(len(prizes), 'prize')}\n" + columns(["Prize", "Value", "For"], rows)
