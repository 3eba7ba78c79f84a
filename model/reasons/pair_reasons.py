"""Reasons for a pair: scores, groups and seeding; clubs, countries, families, visitors and locals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..language import marked
from ..pairing.evaluation import places_wanted
from ..records.ledger import DrawnBoard, Entrant, Ledger
from ..tournament.person import country_key, name_key
from .board_case import BoardCase, points_text, score_text, times_text


def same_score(case: BoardCase) -> str:
    """Both have the same score."""
    if not case.other or case.you.score != case.opponent.score:
        return ""
    words = case.words
    if case.you.mms != case.opponent.mms or case.you.virtual:
        return words.say("You are in the same score group: {scores}.", scores=_both(case))
    points, name = score_text(case, case.you), case.opponent.name
    if case.corrected:
        return words.say("You and {opponent} both had {points}.", opponent=name, points=points)
    return words.say("You and {opponent} both have {points}.", opponent=name, points=points)


def _both(case: BoardCase) -> str:
    then = marked("you had {yours} and {opponent} had {theirs}")
    now = marked("you have {yours} and {opponent} has {theirs}")
    yours, theirs = score_text(case, case.you), score_text(case, case.opponent)
    sentence = then if case.corrected else now
    return case.words.say(sentence, yours=yours, opponent=case.opponent.name, theirs=theirs)


def _drawn(case: BoardCase, upper: Entrant, whole: str, half: str) -> str:
    """That a player is drawn, perhaps by half a point alone, and whether the upper group had to send somebody."""
    by_half = abs(case.you.score - case.opponent.score) * 2 == case.ledger.steps
    head = case.words.say(half if by_half else whole, scores=_both(case))
    return f"{head} {_group(case, upper)}" if case.board else head


def drawn_down(case: BoardCase) -> str:
    """The player is drawn down, and whether the group had to send somebody."""
    if not case.other or case.you.score <= case.opponent.score:
        return ""
    half = marked("You are drawn down by half a point: {scores}.")
    return _drawn(case, case.you, marked("You are drawn down: {scores}."), half)


def drawn_up(case: BoardCase) -> str:
    """The player is drawn up, and whether the opponent's group had to send somebody."""
    if not case.other or case.you.score >= case.opponent.score:
        return ""
    half = marked("You are drawn up by half a point: {scores}.")
    return _drawn(case, case.opponent, marked("You are drawn up: {scores}."), half)


def corrected(case: BoardCase) -> str:
    """That the scores of the draw are no more those of today."""
    words, names = case.words, case.ledger.entrants
    now = [
        words.say("you now have {points}", points=points_text(half, words))
        if player == case.player
        else words.say("{player} has {points}", player=names[player].name, points=points_text(half, words))
        for player, half in case.corrected.items()
    ]
    if not now:
        return ""
    sentence = marked("The draw used these scores. They have been corrected since: {scores}.")
    return words.say(sentence, scores=words.both(now))


def _group(case: BoardCase, upper: Entrant) -> str:
    """How many were left in the group of the one who is drawn down, and how many of it are drawn down."""
    words, ledger = case.words, case.ledger
    yours = upper is case.you
    if upper.size == 1 and yours:
        return words.say("Nobody else has your score.")
    if upper.size == 1:
        return words.say("Nobody else has {player}'s score.", player=upper.name)
    group = _left(case, upper, yours)
    down = sum(_gap(ledger, board) > 0 and _top(ledger, board) == upper.score for board in ledger.boards)
    if _elsewhere(ledger, upper)[2] % 2 == 0:
        return words.count(
            "{group}; nevertheless {n} is drawn down, because the round as a whole would not be better otherwise.",
            "{group}; nevertheless {n} are drawn down, because the round as a whole would not be better otherwise.",
            down,
            group=group,
        )
    if down > 1:
        return words.count("{group}; {n} is drawn down.", "{group}; {n} are drawn down.", down, group=group)
    return f"{group}."


def _left(case: BoardCase, upper: Entrant, yours: bool) -> str:
    """How many were left in a group, without who meets somebody from above and who has the bye."""
    words = case.words
    above, byes, rest = _elsewhere(case.ledger, upper)
    if yours:
        group = words.count("Your group has {n} player", "Your group has {n} players", upper.size)
    else:
        group = words.count(
            "{player}'s group has {n} player", "{player}'s group has {n} players", upper.size, player=upper.name
        )
    away = [words.count("{n} meets a player from above", "{n} meet players from above", above)] if above else []
    away += [words.count("{n} has the bye", "{n} have the bye", byes)] if byes else []
    if away:
        group = words.say("{group}, of whom {away}", group=group, away=words.both(away))
    if rest == 1:
        return words.say("{group}; only one is left, who must meet somebody outside it", group=group)
    if away:
        group = words.count("{group}; {n} is left", "{group}; {n} are left", rest, group=group)
    if rest % 2:
        return words.say("{group}, an odd number, so not all can play inside it", group=group)
    return words.say("{group}, an even number", group=group)


def _elsewhere(ledger: Ledger, upper: Entrant) -> tuple[int, int, int]:
    """How many of a score group meet somebody from above, how many have the bye, and how many are left."""
    lower = (min(ledger.entrants[p].score for p in b.players) for b in ledger.boards if _gap(ledger, b) > 0)
    above = sum(score == upper.score for score in lower)
    alone = (b.players[0] for b in ledger.boards if len(b.players) == 1)
    byes = sum(ledger.entrants[p].score == upper.score for p in alone)
    return above, byes, upper.size - above - byes


def _gap(ledger: Ledger, board: DrawnBoard) -> int:
    scores = [ledger.entrants[p].score for p in board.players]
    return max(scores) - min(scores)


def _top(ledger: Ledger, board: DrawnBoard) -> int:
    return max(ledger.entrants[p].score for p in board.players)


#: From where in a group players are preferably drawn down, and up.
_DOWN_FROM = {
    "top": marked("Players drawn down are preferably taken from the top of their group; {where}"),
    "middle": marked("Players drawn down are preferably taken from the middle of their group; {where}"),
    "bottom": marked("Players drawn down are preferably taken from the bottom of their group; {where}"),
}
_UP_FROM = {
    "top": marked("Players drawn up are preferably taken from the top of their group; {where}"),
    "middle": marked("Players drawn up are preferably taken from the middle of their group; {where}"),
    "bottom": marked("Players drawn up are preferably taken from the bottom of their group; {where}"),
}


def float_place(case: BoardCase) -> str:
    """Where in the group floats come from, and where the player stands."""
    if case.board is None or not case.other or case.you.score == case.opponent.score or case.you.size == 1:
        return ""
    if not case.ledger.weights.get("float_place"):
        return ""
    down = case.you.score > case.opponent.score
    sentence = _DOWN_FROM[case.ledger.draw_down] if down else _UP_FROM[case.ledger.draw_up]
    where = case.words.say("you are number {place} of {size} in yours.", place=case.you.place, size=case.you.size)
    return case.words.say(sentence, where=where)


def float_history(case: BoardCase) -> str:
    """How often the player has been drawn so before, and whether this evens it out."""
    if not case.other or case.you.score == case.opponent.score:
        return ""
    words, down = case.words, case.you.score > case.opponent.score
    before, other = (case.you.drawn_down, case.you.drawn_up) if down else (case.you.drawn_up, case.you.drawn_down)
    never = marked("You had not been drawn down before") if down else marked("You had not been drawn up before")
    often = marked("You had been drawn down {times} before") if down else marked("You had been drawn up {times} before")
    text = words.say(often, times=times_text(before, words)) if before else words.say(never)
    if other <= before:
        return f"{text}."
    evens = (
        marked("{history}, but up {times}: this evens it out.")
        if down
        else marked("{history}, but down {times}: this evens it out.")
    )
    return words.say(evens, history=text, times=times_text(other, words))


def seeding(case: BoardCase) -> str:
    """What the seeding method wants inside a group, where it counts."""
    if case.board is None or not case.other or case.you.score != case.opponent.score or case.you.size < 3:
        return ""
    if not case.ledger.weights.get("seeding"):
        return ""
    words, method = case.words, case.ledger.seeding
    you, other, size = case.you.place, case.opponent.place, case.you.size
    if method == "random":
        return words.say("Inside a score group the lottery decides, unless other reasons matter more.")
    wanted = places_wanted(method, you, size)
    text = words.say(
        "In your group of {size} you are number {you} and {opponent} number {other}",
        size=size,
        you=you,
        opponent=case.opponent.name,
        other=other,
    )
    if other in wanted:
        return words.say("{numbers}; the seeding ({method}) fits these two numbers.", numbers=text, method=method)
    sentence = marked("{numbers}; the seeding ({method}) alone would pair you with number {wanted}.")
    better = words.say_as("list", " or ").join(map(str, wanted))
    return words.say(sentence, numbers=text, method=method, wanted=better)


def club(case: BoardCase) -> str:
    """Both are of one club, or of clubs that count as one."""
    say, both = case.words.say, _of_one_club(case)
    if case.value("same_club"):
        return say("{both}. The draw avoids such games where it can.", both=both)
    if case.value("same_club_at_bar"):
        return say("{both}. At or above the bar this counts little.", both=both)
    if case.other and both and case.you.exempt and case.opponent.exempt:
        return say("{both}, but between players at or above the bar clubs do not count.", both=both)
    return ""


def _of_one_club(case: BoardCase) -> str:
    """The club or the group of clubs that both are of; nothing where there is none."""
    if not case.other:
        return ""
    you, other = case.you, case.opponent
    if you.several_clubs or other.several_clubs:
        return _of_members(
            case, _common(you.own_clubs, other.own_clubs, name_key), _common(you.clubs, other.clubs, name_key)
        )
    if you.club and name_key(you.club) == name_key(other.club):
        return case.words.say("You are both from {place}", place=you.club)
    if you.clubs and you.clubs == other.clubs:
        return case.words.say(
            "You are from {club} and {opponent} is from {other}; these clubs count as one ({group})",
            club=you.club,
            opponent=other.name,
            other=other.club,
            group=case.words.commas(you.clubs),
        )
    return ""


def _common(own: Iterable[str], others: Iterable[str], key: Callable[[str], str]) -> list[str]:
    """The texts of one entrant that the other has, too."""
    known = set(map(key, others))
    return [text for text in own if key(text) in known]


def _of_members(case: BoardCase, same: Sequence[str], as_one: Sequence[str] = ()) -> str:
    """What the people of two entrants have in common: clubs or countries, or clubs that count as one."""
    words = case.words
    if same:
        return words.say("Both sides have a member from {place}", place=words.commas(same))
    if as_one:
        sentence = marked("Both sides have members from clubs that count as one ({group})")
        return words.say(sentence, group=words.commas(as_one))
    return ""


def country(case: BoardCase) -> str:
    """Both are of one country."""
    say = case.words.say
    both = say("You are both from {place}", place=case.you.country)
    if case.other and (case.you.several_countries or case.opponent.several_countries):
        both = _of_members(case, _common(case.you.own_countries, case.opponent.own_countries, country_key))
    if case.value("same_country") and not case.value("same_club"):
        return say("{both}. The draw avoids such games if that costs little.", both=both)
    if case.value("same_country_at_bar") and not case.value("same_club_at_bar"):
        return say("{both}. At or above the bar this counts very little.", both=both)
    return ""


def family(case: BoardCase) -> str:
    """Both have a group in common."""
    if not case.value("family"):
        return ""
    common = case.words.commas(sorted(set(case.you.groups) & set(case.opponent.groups)))
    sentence = marked("You are in the same group ({group}). The draw avoids such games where it can.")
    return case.words.say(sentence, group=common)


def visitors(case: BoardCase) -> str:
    """A visitor and a local, or two of a kind although visitors should meet locals."""
    say = case.words.say
    if case.value("visitor_local"):
        if case.you.local:
            return say("You are both locals; the draw prefers games between visitors and locals.")
        return say("Neither of you is a local; the draw prefers games between visitors and locals.")
    if not case.other or case.you.local == case.opponent.local:
        return ""
    name = case.opponent.name
    if case.you.local and case.opponent.met_local:
        return say("You are a local and {opponent} is a visitor; the draw prefers such games.", opponent=name)
    if case.you.local:
        return say("You are the first local whom {opponent} meets.", opponent=name)
    if case.you.met_local:
        return say("{opponent} is a local.", opponent=name)
    return say("{opponent} is a local, the first whom you meet.", opponent=name)
