"""The rules of the tournament in sentences for its players: start, pairing, points and places."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.placing.start_scores import start_scores
from ...model.placing.tie_breaks import TIE_BREAKS
from ...model.tournament.ranks import rank_name
from ...model.tournament.setting_kinds import parse_band, parse_seeding
from ...model.tournament.settings import Settings
from ...model.words import counted
from ..folder.rounds import halves_text
from .site import Site

Sentences = Iterator[str]

_METHODS = {
    "slide": "the first of the upper half meets the first of the lower half, and so on",
    "fold": "the first meets the last, the second the last but one, and so on",
    "adjacent": "neighbours meet",
    "random": "opponents are drawn by lot",
}
_POINTS = ("nothing", "half a point", "one point")
START = "Start"


def add_rules(site: Site) -> None:
    """Add the rules in sentences, followed by the public settings."""
    from .public import public_settings

    sections = [(title, list(sentences(site.settings))) for title, sentences in _SECTIONS]
    above = start_scores(site.tournament.players, site.settings).above & site.people.keys()
    if above and site.rounds:
        first = next(texts for title, texts in sections if title == START)
        first.append(f"The supergroup has {counted(len(above), 'player')}.")
    shown = [(title, texts) for title, texts in sections if texts]
    site.add("rules.html", "rules.html", "Rules", sections=shown, settings=public_settings(site.settings))


def _time(settings: Settings) -> Sentences:
    event = settings.event
    yield f"There are {settings.rounds} rounds."
    if event.basic_time:
        yield f"Each player has {event.basic_time} minutes{_overtime(settings)}."


def _overtime(settings: Settings) -> str:
    """What follows the basic time, as the end of a sentence."""
    event = settings.event
    period = _period(event.overtime_seconds)
    return {
        "sudden death": "; a player who uses them up loses",
        "byo-yomi": f", then byo-yomi of {period} per move",
        "canadian": f", then {counted(event.overtime_stones, 'stone')} in every {period}",
        "fischer": f" plus {period} per move",
    }[event.overtime]


def _period(seconds: int) -> str:
    return counted(seconds // 60, "minute") if seconds and seconds % 60 == 0 else counted(seconds, "second")


def _start(settings: Settings) -> Sentences:
    start = settings.start
    if start.scheme == "swiss":
        yield "Everybody starts with the same score."
    elif start.scheme == "bands":
        bands = [parse_band(band) for band in start.bands]
        groups = ", ".join(f"{rank_words(high)} to {rank_words(low)}" for low, high in bands)
        yield f"Players start in groups by rank: {groups}. Each group starts one point above the next lower one."
    elif start.scheme == "regular":
        yield f"Players are sorted by {start.sorted_by} and split into groups of equal size."
        yield "Each group starts one point above the next lower one."
    else:
        yield "Players start by rank: each rank starts one point above the next lower one."
        if settings.bar_rank is not None:
            yield f"Players of {rank_words(settings.bar_rank)} and stronger start with the same score: this is the bar."
        elif start.bar == "auto":
            yield (
                "All players from a certain rank upwards (the bar) start with the same score. "
                "The bar is chosen when round 1 is drawn."
            )
        if start.floor != "none" and settings.floor_rank > -30:
            floor = rank_words(settings.floor_rank)
            yield f"Players of {floor} and weaker start with the lowest score: this is the floor."
    yield from _supergroup(settings)


def _supergroup(settings: Settings) -> Sentences:
    """Who starts above the bar: how they are chosen, and nobody's name."""
    start = settings.start
    who = ["the strongest player" if start.supergroup_size == 1 else f"the {start.supergroup_size} strongest players"]
    who = who if start.supergroup_size else []
    named = ["players chosen by the organisers"] if start.supergroup else []
    if who or named:
        group = " and ".join(who + named)
        verb = "starts" if group == "the strongest player" else "start"
        above = "the bar" if start.scheme == "rank" and start.bar != "none" else "all other players"
        points = counted(start.supergroup_points, "point")
        yield f"{group[0].upper()}{group[1:]} {verb} {points} above {above}: this is the supergroup."
    if who:
        order = "rating and then rank" if start.sorted_by == "rating" else "rank and then rating"
        yield f"The strongest are chosen by {order}, and by lot among equals."


def rank_words(rank: int) -> str:
    """`3 dan`, `12 kyu`."""
    name = rank_name(rank)
    return f"{name[:-1]} {'dan' if name[-1] == 'd' else 'kyu'}"


def _pairing(settings: Settings) -> Sentences:
    pairing = settings.pairing
    yield "In each round you meet a player with the same or nearly the same score."
    if pairing.rounding == "lot":
        yield "For pairing, half points are rounded up or down by lot in each round."
    elif pairing.rounding == "half":
        yield "For pairing, half points count."
    else:
        yield "For pairing, half points are rounded down."
    yield "Nobody meets the same opponent twice, and nobody has a second bye."
    if pairing.max_difference:
        yield f"The scores of two opponents differ by at most {pairing.max_difference}."
    for line in pairing.seeding:
        first, last, method, _ = parse_seeding(line)
        if first <= settings.rounds:
            rounds = _rounds(first, min(last, settings.rounds))
            yield f"{rounds}, among players with the same score, {_METHODS[method]}."


def _rounds(first: int, last: int) -> str:
    if first == last:
        return f"In round {first}"
    return f"In rounds {first} {'and' if last == first + 1 else 'to'} {last}"


def _handicap(settings: Settings) -> Sentences:
    handicap, komi = settings.handicap, halves_text(settings.komi)
    if handicap.rule == "none" or handicap.maximum == 0:
        yield f"All games are even, with a komi of {komi}."
        return
    of = "McMahon score" if handicap.rule == "mms" else "rank"
    less = f" minus {handicap.reduction}" if handicap.reduction else ""
    yield f"The handicap is the difference in {of}{less}, up to {counted(handicap.maximum, 'stone')}."
    if handicap.none_from != "none":
        rank = handicap.none_from[:-1] + (" dan" if handicap.none_from[-1] == "d" else " kyu")
        yield f"For the handicap, players stronger than {rank} count as {rank}."
    if settings.pairing.even_at_bar and settings.bar_rank is not None and settings.start.scheme == "rank":
        yield f"Games with a player of {rank_words(settings.bar_rank)} or stronger are even."
    with_stones = halves_text(handicap.komi)
    one = "" if with_stones == "0.5" else ", 0.5 with a handicap of one"
    yield f"Komi is {komi} in even games{one} and {with_stones} with{' more' if one else ' a'} handicap."


def _points(settings: Settings) -> Sentences:
    points = settings.points
    yield "A win is one point, a jigo half a point."
    yield f"A bye gives {_POINTS[points.bye]}; a round that you miss with an excuse gives {_POINTS[points.absence]}."
    if points.round_down != "none" and 1 in (points.absence, points.bye):
        what = "absences" if points.round_down == "absences" else "absences and byes"
        yield f"The points for {what} are added up and rounded down: two half points make one point, a single one none."
    yield "A round that you miss without an excuse gives nothing; if an opponent waits for you, you lose by forfeit."


def _placing(settings: Settings) -> Sentences:
    named = [f"{name} ({TIE_BREAKS[name].doc})" for name in settings.placing.order]
    yield f"Places are decided by {', then by '.join(named)}."
    yield "Players who are equal in all of these share the place."


_SECTIONS = (
    ("Rounds and time", _time),
    (START, _start),
    ("Who meets whom", _pairing),
    ("Handicap and komi", _handicap),
    ("Points", _points),
    ("Places", _placing),
)
