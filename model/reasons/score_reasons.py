"""Reasons that lie in scores: the group, who is drawn down or up and from where in it, the seeding."""

from __future__ import annotations

from ..pairing.criteria.seeding import places_wanted
from ..records.ledger import DrawnBoard, Entrant, Ledger
from .board_case import Case, points_text, score_text, times_text


def same_score(case: Case) -> str:
    """Both have the same score."""
    if not case.other or case.you.score != case.opponent.score:
        return ""
    if case.you.mms == case.opponent.mms:
        return f"You and {case.opponent.name} both {case.have} {score_text(case, case.you)}."
    return f"You are in the same score group: {_both(case)}."


def _both(case: Case) -> str:
    """The scores of both at the draw."""
    has = "had" if case.corrected else "has"
    yours, theirs = score_text(case, case.you), score_text(case, case.opponent)
    return f"you {case.have} {yours} and {case.opponent.name} {has} {theirs}"


def _by_half(case: Case) -> str:
    """` by half a point`, where half points count and there is no more between the two."""
    half = abs(case.you.score - case.opponent.score) * 2 == case.ledger.steps
    return " by half a point" if half else ""


def drawn_down(case: Case) -> str:
    """The player is drawn down, and whether the group had to send somebody."""
    if not case.other or case.you.score <= case.opponent.score:
        return ""
    head = f"You are drawn down{_by_half(case)}: {_both(case)}"
    if case.board is None:
        return f"{head}."
    return f"{head}. {_group_sentence(case.ledger, case.you, 'your')}{_leaving(case.ledger, case.you)}"


def drawn_up(case: Case) -> str:
    """The player is drawn up, and whether the opponent's group had to send somebody."""
    if not case.other or case.you.score >= case.opponent.score:
        return ""
    head = f"You are drawn up{_by_half(case)}: {_both(case)}"
    if case.board is None:
        return f"{head}."
    whose = f"{case.opponent.name}'s"
    return f"{head}. {_group_sentence(case.ledger, case.opponent, whose)}{_leaving(case.ledger, case.opponent)}"


def corrected(case: Case) -> str:
    """That the scores of the draw are no more those of today."""
    now = [
        f"{'you now have' if player == case.player else f'{case.ledger.entrants[player].name} has'} {points_text(half)}"
        for player, half in case.corrected.items()
    ]
    if not now:
        return ""
    return f"The draw used these scores. They have been corrected since: {' and '.join(now)}."


def _group_sentence(ledger: Ledger, upper: Entrant, whose: str) -> str:
    """How many were left in the group of the one who is drawn down."""
    if upper.size == 1:
        return f"Nobody else has {whose} score"
    above, byes, rest = _elsewhere(ledger, upper)
    group = f"{whose.capitalize() if whose == 'your' else whose} group has {upper.size} players"
    away = [f"{above} meet{'s a player' if above == 1 else ' players'} from above"] if above else []
    away += [f"{byes} {'has' if byes == 1 else 'have'} the bye"] if byes else []
    if away:
        group += f", of whom {' and '.join(away)}"
    if rest == 1:
        return f"{group}; only one is left, who must meet somebody outside it"
    if away:
        group += f"; {rest} are left"
    if rest % 2:
        return f"{group}, an odd number, so not all can play inside it"
    return f"{group}, an even number"


def _elsewhere(ledger: Ledger, upper: Entrant) -> tuple[int, int, int]:
    """How many of a score group meet somebody from above, how many have the bye, and how many are left."""
    lower = (min(ledger.entrants[p].score for p in b.players) for b in ledger.boards if _gap(ledger, b) > 0)
    above = sum(score == upper.score for score in lower)
    alone = (b.players[0] for b in ledger.boards if len(b.players) == 1)
    byes = sum(ledger.entrants[p].score == upper.score for p in alone)
    return above, byes, upper.size - above - byes


def _leaving(ledger: Ledger, upper: Entrant) -> str:
    """How many of a group are drawn down; after an even number, that costs decided."""
    down = sum(_gap(ledger, board) > 0 and _top(ledger, board) == upper.score for board in ledger.boards)
    if _elsewhere(ledger, upper)[2] % 2 == 0 and upper.size > 1:
        is_ = "is" if down == 1 else "are"
        return f"; nevertheless {down} {is_} drawn down, because the round as a whole would not be better otherwise."
    return f"; {down} are drawn down." if down > 1 else "."


def _gap(ledger: Ledger, board: DrawnBoard) -> int:
    scores = [ledger.entrants[p].score for p in board.players]
    return max(scores) - min(scores)


def _top(ledger: Ledger, board: DrawnBoard) -> int:
    return max(ledger.entrants[p].score for p in board.players)


def float_place(case: Case) -> str:
    """Where in the group floats come from, and where the player stands."""
    if case.board is None or not case.other or case.you.score == case.opponent.score or case.you.size == 1:
        return ""
    if not case.ledger.weights.get("float_place"):
        return ""
    down = case.you.score > case.opponent.score
    where = case.ledger.draw_down if down else case.ledger.draw_up
    return (
        f"Players drawn {'down' if down else 'up'} are preferably taken from the {where} of their group; you are "
        f"number {case.you.place} of {case.you.size} in yours."
    )


def float_history(case: Case) -> str:
    """How often the player has been drawn so before, and whether this evens it out."""
    if not case.other or case.you.score == case.opponent.score:
        return ""
    down = case.you.score > case.opponent.score
    before, other = (case.you.drawn_down, case.you.drawn_up) if down else (case.you.drawn_up, case.you.drawn_down)
    way, back = ("down", "up") if down else ("up", "down")
    text = f"You had been drawn {way} {times_text(before)} before" if before else f"You had not been drawn {way} before"
    return text + (f", but {back} {times_text(other)}: this evens it out." if other > before else ".")


def seeding(case: Case) -> str:
    """What the seeding method wants inside a group, where it counts."""
    if case.board is None or not case.other or case.you.score != case.opponent.score or case.you.size < 3:
        return ""
    if not case.ledger.weights.get("seeding"):
        return ""
    you, other, size, method = case.you.place, case.opponent.place, case.you.size, case.ledger.seeding
    if method == "random":
        return "Inside a score group the lottery decides, unless other reasons matter more."
    wanted = places_wanted(method, you, size)
    text = f"In your group of {size} you are number {you} and {case.opponent.name} number {other}"
    if other in wanted:
        return f"{text}; the seeding ({method}) fits these two numbers."
    return f"{text}; the seeding ({method}) alone would pair you with number {' or '.join(map(str, wanted))}."
