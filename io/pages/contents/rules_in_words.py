"""The rules of the tournament in sentences for its players: start, pairing, points and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.cup import Cup
from ....model.language import ENGLISH, Words, forms, marked
from ....model.placing.start_scores import start_scores
from ....model.placing.tie_breaks import TIE_BREAKS
from ....model.tournament.ranks import rank_name
from ....model.tournament.settings.kinds import parse_band, parse_seeding
from ....model.tournament.settings.settings import Settings
from ...folder.round_files import halves_text
from ..public import public_settings
from ..site import Site

Sentences = Iterator[str]

_METHODS = {
    "slide": marked(
        "{rounds}, among players with the same score, the first of the upper half meets the first of the lower half, "
        "and so on."
    ),
    "fold": marked(
        "{rounds}, among players with the same score, the first meets the last, the second the last but one, and so on."
    ),
    "adjacent": marked("{rounds}, among players with the same score, neighbours meet."),
    "random": marked("{rounds}, among players with the same score, opponents are drawn by lot."),
}
_POINTS = (marked("nothing"), marked("half a point"), marked("one point"))
_ROUNDING = {
    "lot": marked("For pairing, half points are rounded up or down by lot in each round."),
    "half": marked("For pairing, half points count."),
    "down": marked("For pairing, half points are rounded down."),
}
_ROUNDED_DOWN = {
    "absences": marked(
        "The points for absences are added up and rounded down: two half points make one point, a single one none."
    ),
    "absences and byes": marked(
        "The points for absences and byes are added up and rounded down: "
        "two half points make one point, a single one none."
    ),
}
#: By the overtime: what each player has.
_TIMES = {
    "sudden death": marked("Each player has {time}; a player who uses them up loses."),
    "byo-yomi": marked("Each player has {time}, then byo-yomi of {period} per move."),
    "canadian": marked("Each player has {time}, then {stones} in every {period}."),
    "fischer": marked("Each player has {time} plus {period} per move."),
}


def add_rules(site: Site) -> None:
    """Add the rules in sentences, in English followed by the public settings as `tournament.toml` says them."""
    words, settings = site.words, site.settings
    above = start_scores(site.tournament.players, settings).above & site.people.keys()
    start = [*_start(settings, words)]
    if above and site.rounds:
        start.append(words.count("The supergroup has {n} player.", "The supergroup has {n} players.", len(above)))
    sections = [
        (words.say("Rounds and time"), [*_time(settings, words)]),
        (words.say_as("rules", "Start"), start),
        (words.say("Who meets whom"), [*_pairing(settings, words)]),
        (words.say("Handicap and komi"), [*_handicap(settings, words)]),
        (words.say("Points"), [*_points(settings, words)]),
        (words.say_as("rules", "Places"), [*_placing(settings, words)]),
    ]
    if site.tournament.cups:
        sections.insert(3, (words.say("Cups"), [*_cups(site.tournament.cups, words)]))
    listed = public_settings(settings) if words.language == ENGLISH.language else []
    site.add("rules.html", words.say("Rules"), sections=sections, settings=listed)


def _time(settings: Settings, words: Words) -> Sentences:
    event = settings.event
    yield words.count("There is {n} round.", "There are {n} rounds.", settings.rounds)
    if event.basic_time:
        time = words.count("{n} minute", "{n} minutes", event.basic_time)
        stones = words.count("{n} stone", "{n} stones", event.overtime_stones)
        yield words.say(_TIMES[event.overtime], time=time, period=_period(event.overtime_seconds, words), stones=stones)


def _period(seconds: int, words: Words) -> str:
    if seconds and seconds % 60 == 0:
        return words.count("{n} minute", "{n} minutes", seconds // 60)
    return words.count("{n} second", "{n} seconds", seconds)


def _start(settings: Settings, words: Words) -> Sentences:
    start, say = settings.start, words.say
    if start.scheme == "swiss":
        yield say("Everybody starts with the same score.")
    elif start.scheme == "bands":
        bands = [(rank_words(high, words), rank_words(low, words)) for low, high in map(parse_band, start.bands)]
        groups = words.commas([say("{strongest} to {weakest}", strongest=high, weakest=low) for high, low in bands])
        yield say("Players start in groups by rank: {groups}.", groups=groups)
    elif start.scheme == "regular":
        by_rating = say("Players are sorted by rating and split into groups of equal size.")
        by_rank = say("Players are sorted by rank and split into groups of equal size.")
        yield by_rating if start.sorted_by == "rating" else by_rank
    else:
        yield from _by_rank(settings, words)
    if start.scheme in ("bands", "regular"):
        yield say("Each group starts one point above the next lower one.")
    yield from _supergroup(settings, words)
    if start.acceleration:
        yield say(
            "In the first rounds the strongest players have virtual points, "
            "which count for pairing only, never in the standings."
        )
    yield from _stages(settings, words)


#: Whom the supergroup starts above: all others, or the bar.
_ABOVE = {
    True: forms(
        "{who} starts {points} above the bar: this is the supergroup.",
        "{who} start {points} above the bar: this is the supergroup.",
    ),
    False: forms(
        "{who} starts {points} above all other players: this is the supergroup.",
        "{who} start {points} above all other players: this is the supergroup.",
    ),
}
#: What counts on after the groups.
_CARRIED = {
    "nothing": marked("Results of the groups do not count after them."),
    "games": marked(
        "After the groups, only their games between two players who are both in the final, "
        "or both in the consolation, still count."
    ),
    "all": marked("All results of the groups count to the end."),
}


def _stages(settings: Settings, words: Words) -> Sentences:
    """Groups, and the final after them."""
    own = settings.groups
    if own.number:
        yield words.say("Players are split into groups. In a group everybody plays everybody.")
        first = marked("The first of each group then play a final, and all others a consolation.")
        several = marked("The first {n} of each group then play a final, and all others a consolation.")
        yield words.say(first) if own.finalists == 1 else words.say(several, n=own.finalists)
        yield words.say(_CARRIED[own.carry_over])


def _by_rank(settings: Settings, words: Words) -> Sentences:
    start, say = settings.start, words.say
    yield say("Players start by rank: each rank starts one point above the next lower one.")
    if settings.bar_rank is not None:
        rank = rank_words(settings.bar_rank, words)
        yield say("Players of {rank} and stronger start with the same score: this is the bar.", rank=rank)
    elif start.bar == "auto":
        yield say("All players from a certain rank upwards (the bar) start with the same score.")
        yield say("The bar is chosen when round 1 is drawn.")
    if start.floor != "none" and settings.floor_rank > -30:
        rank = rank_words(settings.floor_rank, words)
        yield say("Players of {rank} and weaker start with the lowest score: this is the floor.", rank=rank)


def _supergroup(settings: Settings, words: Words) -> Sentences:
    """Who starts above the bar: how they are chosen, and nobody's name."""
    start, say = settings.start, words.say
    size, named = start.supergroup_size, bool(start.supergroup)
    if not (size or named):
        return
    strongest = words.count("The strongest player", "The {n} strongest players", size)
    both = say("{strongest} and players chosen by the organisers", strongest=strongest)
    who = (both if size else say("Players chosen by the organisers")) if named else strongest
    people = size if size and not named else 2
    points = words.count("{n} point", "{n} points", start.supergroup_points)
    yield words.count(*_ABOVE[start.scheme == "rank" and start.bar != "none"], people, who=who, points=points)
    if size:
        by_rating = say("The strongest are chosen by rating and then rank, and by lot among equals.")
        by_rank = say("The strongest are chosen by rank and then rating, and by lot among equals.")
        yield by_rating if start.sorted_by == "rating" else by_rank


def rank_words(rank: int, words: Words) -> str:
    """`3 dan`, `12 kyu`."""
    name = rank_name(rank)
    return words.say(marked("{n} dan") if name[-1] == "d" else marked("{n} kyu"), n=name[:-1])


def _pairing(settings: Settings, words: Words) -> Sentences:
    pairing, say = settings.pairing, words.say
    yield say("In each round you meet a player with the same or nearly the same score.")
    yield say(_ROUNDING[pairing.rounding])
    if pairing.meet_again == "never":
        yield say("Nobody meets the same opponent twice, and nobody has a second bye.")
    else:
        yield say("Nobody meets the same opponent again, or has a second bye, before everybody has met everybody.")
    if pairing.max_difference:
        yield say("The scores of two opponents differ by at most {n}.", n=pairing.max_difference)
    for line in pairing.seeding:
        first, last, method, _ = parse_seeding(line)
        if first <= settings.rounds:
            yield say(_METHODS[method], rounds=_rounds(first, min(last, settings.rounds), words))


def _rounds(first: int, last: int, words: Words) -> str:
    several = marked("In rounds {first} and {last}") if last == first + 1 else marked("In rounds {first} to {last}")
    return words.say(marked("In round {first}") if first == last else several, first=first, last=last)


#: Which games of a cup count.
_COUNTED = {
    "all": marked("Its games count in the tournament."),
    "none": marked("Its games do not count in the tournament."),
    "before-semifinals": marked("Its games before the semifinals count in the tournament."),
}


def _cups(cups: Sequence[Cup], words: Words) -> Sentences:
    """What each cup is; who may be in it is not said, as conditions name columns of the registrations."""
    say = words.say
    for cup in cups:
        rounds = words.commas([str(number) for number in cup.played_in])
        yield say("The cup {cup} is a knock-out, played in the rounds {rounds}.", cup=cup.name, rounds=rounds)
        yield say(_COUNTED[cup.counts])
        if not cup.handicap:
            yield say("Its games are even.")
    yield say("The others are paired around the games of the cups. A player who loses one plays on with the others.")


def _handicap(settings: Settings, words: Words) -> Sentences:
    handicap, say = settings.handicap, words.say
    komi, with_stones = (words.number(halves_text(halves)) for halves in (settings.komi, handicap.komi))
    if handicap.rule == "none" or handicap.maximum == 0:
        yield say("All games are even, with a komi of {komi}.", komi=komi)
        return
    stones = words.count("{n} stone", "{n} stones", handicap.maximum)
    yield say("The handicap is {difference}, up to {stones}.", difference=_difference(settings, words), stones=stones)
    if settings.none_from_rank is not None:
        rank = rank_words(settings.none_from_rank, words)
        yield say("For the handicap, players stronger than {rank} count as {rank}.", rank=rank)
    if settings.pairing.even_at_bar and settings.bar_rank is not None and settings.start.scheme == "rank":
        rank = rank_words(settings.bar_rank, words)
        yield say("Games with a player of {rank} or stronger are even.", rank=rank)
    one_komi = marked("Komi is {komi} in even games and {stones} with a handicap.")
    two = marked("Komi is {komi} in even games, {one} with a handicap of one and {stones} with more handicap.")
    yield say(one_komi if handicap.komi == 1 else two, komi=komi, one=words.number("0.5"), stones=with_stones)


def _difference(settings: Settings, words: Words) -> str:
    by_score = marked("the difference in McMahon score"), marked("the difference in McMahon score minus {n}")
    by_rank = marked("the difference in rank"), marked("the difference in rank minus {n}")
    plain, minus = by_score if settings.handicap.rule == "mms" else by_rank
    return words.say(minus, n=settings.handicap.reduction) if settings.handicap.reduction else words.say(plain)


def _points(settings: Settings, words: Words) -> Sentences:
    points, say = settings.points, words.say
    bye, absence = (say(_POINTS[given]) for given in (points.bye, points.absence))
    yield say("A win is one point, a jigo half a point.")
    yield say("A bye gives {bye}; a round that you miss with an excuse gives {absence}.", bye=bye, absence=absence)
    if points.round_down != "none" and 1 in (points.absence, points.bye):
        yield say(_ROUNDED_DOWN[points.round_down])
    yield say(
        "A round that you miss without an excuse gives nothing; if an opponent waits for you, you lose by forfeit."
    )


def _placing(settings: Settings, words: Words) -> Sentences:
    order = settings.placing.order
    named = [words.say("{name} ({meaning})", name=name, meaning=words.say(TIE_BREAKS[name].doc)) for name in order]
    yield words.say("Places are decided by {criteria}.", criteria=words.say_as("list", ", then by ").join(named))
    yield words.say("Players who are equal in all of these share the place.")
