"""Reasons that lie in where players come from: clubs, countries, families and groups, visitors and locals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..language import marked
from ..tournament.player import country_key, name_key
from .board_case import Case


def club(case: Case) -> str:
    """Both are of one club, or of clubs that count as one."""
    say, both = case.words.say, _of_one_club(case)
    if case.value("same_club"):
        return say("{both}. The draw avoids such games where it can.", both=both)
    if case.value("same_club_at_bar"):
        return say("{both}. At or above the bar this counts little.", both=both)
    if case.other and both and case.you.exempt and case.opponent.exempt:
        return say("{both}, but between players at or above the bar clubs do not count.", both=both)
    return ""


def _of_one_club(case: Case) -> str:
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


def _of_members(case: Case, same: Sequence[str], as_one: Sequence[str] = ()) -> str:
    """What the people of two entrants have in common: clubs or countries, or clubs that count as one."""
    words = case.words
    if same:
        return words.say("Both sides have a member from {place}", place=words.commas(same))
    if as_one:
        sentence = marked("Both sides have members from clubs that count as one ({group})")
        return words.say(sentence, group=words.commas(as_one))
    return ""


def country(case: Case) -> str:
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


def family(case: Case) -> str:
    """Both have a group in common."""
    if not case.value("family"):
        return ""
    common = case.words.commas(sorted(set(case.you.groups) & set(case.opponent.groups)))
    sentence = marked("You are in the same group ({group}). The draw avoids such games where it can.")
    return case.words.say(sentence, group=common)


def visitors(case: Case) -> str:
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
