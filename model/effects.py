"""What a change means for rounds that are drawn already: boards from other scores, drafts, cups, finals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .cup import Cup
from .cups.bracket import Match, brackets, entrants, is_published, match_text, without_kept
from .errors import InputError
from .language import first_few
from .notes import MOST_NAMED, Note, name_of, names_of, some_names
from .placing.cup_seeds import seeds_of
from .placing.scores import score
from .placing.stages import stages_of
from .placing.start_groups import finalists
from .placing.tie_breaks import value_text
from .tournament.tournament import Tournament
from .ways import Way


@dataclass(frozen=True, slots=True)
class DraftOutdated(Note):
    """What a standing draft does not know: who (ids) is entered and not in it, and who is in it and not entered."""

    missing: tuple[str, ...]
    left: tuple[str, ...]

    def says(self, tournament: Tournament) -> str:
        return f"{self.some_lines(tournament)}: pair the round again"

    def lines(self, tournament: Tournament) -> list[str]:
        """Whom the draft does not know yet, and who has left it, a sentence each."""
        lines = [f"{name} is entered, but not in the draft" for name in names_of(self.missing, tournament)]
        return lines + [f"{name} is in the draft, but not entered" for name in names_of(self.left, tournament)]

    def some_lines(self, tournament: Tournament) -> str:
        """The first few of them."""
        return first_few(self.lines(tournament), MOST_NAMED, "; ")

    def published_lines(self, tournament: Tournament) -> list[str]:
        """The same of a draft that a result has published, and what to do."""
        missing, left = (names_of(players, tournament) for players in (self.missing, self.left))
        lines = [f"{name} is entered, but not in the round: repair the round to add them" for name in missing]
        return lines + [f"{name} is in the round, but not entered: repair the round without them" for name in left]


@dataclass(frozen=True, slots=True)
class ScoresMoved(Note):
    """A board drawn from scores that have changed since: who (ids), and the pairing score before and now, halves."""

    number: int
    table: int
    moved: tuple[tuple[str, int, int], ...]

    def says(self, tournament: Tournament) -> str:
        moved = ", ".join(
            f"{tournament.player(player).name} {value_text(old, 2)} → {value_text(new, 2)}"
            for player, old, new in self.moved
        )
        return f"round {self.number} table {self.table} was drawn from scores that have changed since: {moved}"


class Overtaken:
    """What corrected results say otherwise than the published round `number` has it; `begun`: that has results."""

    __slots__ = ()
    number: int
    begun: bool

    @property
    def stays(self) -> str:
        """Why the round stays as it is; without results it can be drawn again."""
        again = f"you can draw the published round {self.number} again"
        return f"round {self.number} is published and has results" if self.begun else again

    def ways(self, tournament: Tournament) -> list[Way]:
        """To draw it again, if it has no results."""
        return [] if self.begun else [Way("", "pair", again=True)]


@dataclass(frozen=True, slots=True)
class CupKept(Overtaken, Note):
    """A match whose winner stays for the published round `number`, and who would advance by its result now."""

    match: Match
    now: str
    number: int
    begun: bool

    def says(self, tournament: Tournament) -> str:
        now = name_of(self.now, tournament) if self.now else "nobody"
        winner = self.match.winner
        stays = f"{name_of(winner, tournament)} stays in" if winner else "nobody has advanced"
        text = f"{match_text(self.match)}: by the results as they are now {now} would advance, but {stays}"
        return f"{text}; {self.stays}"


@dataclass(frozen=True, slots=True)
class DecisionDropped(Note):
    """A match of a cup that the director had decided, and that a result entered since decides otherwise."""

    match: Match

    def says(self, tournament: Tournament) -> str:
        winner = name_of(self.match.winner, tournament) if self.match.winner else "nobody"
        return f"{match_text(self.match)}: the result decides it now; your decision for {winner} is dropped"


@dataclass(frozen=True, slots=True)
class ChosenBefore(Overtaken, Note):
    """That others (ids) would be in a cup, or a final (blank), that began in round `number`, by corrected results."""

    cup: str
    now: tuple[str, ...]
    instead: tuple[str, ...]
    number: int
    begun: bool

    def says(self, tournament: Tournament) -> str:
        what = f"the cup {self.cup}" if self.cup else "the final"
        now, instead = (some_names(players, tournament) for players in (self.now, self.instead))
        text = f"{what} would have {now} instead of {instead} by the results as they are now"
        return f"{text}; {self.stays}"


def doubtful_boards(before: Tournament, after: Tournament, number: int) -> list[ScoresMoved]:
    """The boards of rounds behind `number` that were drawn from pairing scores which a change has altered."""
    doubtful = []
    for drawn in after.rounds[number:]:
        old, new = score(before.before(drawn.number)), score(after.before(drawn.number))
        for game in drawn:
            scores = [(p, old.paired_as(p), new.paired_as(p)) for p in game.players if p in old.mms_after]
            if moved := tuple(entry for entry in scores if entry[1] != entry[2]):
                doubtful.append(ScoresMoved(drawn.number, game.table, moved))
    return doubtful


def draft_outdated(tournament: Tournament) -> DraftOutdated | None:
    """What a standing draft does not know yet: players who have entered or left since it was drawn."""
    drafts = [drawn for drawn in tournament.rounds if drawn.draft]
    if not drafts:
        return None
    drawn = drafts[-1]
    entered = {p.id for p in entrants(tournament, drawn.number)}
    inside = drawn.paired | {*drawn.byes, *drawn.unpaired}
    if entered == inside:
        return None
    return DraftOutdated(tuple(sorted(entered - inside)), tuple(sorted(inside - entered)))


def chosen_before(before: Tournament, after: Tournament) -> list[ChosenBefore]:
    """Of the final and the cups that are drawn: which of them would have others in it by corrected results."""
    found = []
    stages = stages_of(after.settings)
    if stages is not None and is_published(after, stages.rounds + 1):
        then, now = (finalists(t, stages) for t in (before, after))
        found += _others("", stages.finalists, then, now, after, stages.rounds + 1)
    for cup in after.cups:
        if cup.seeding == "standings" and is_published(after, cup.first):
            then, now = (_seeds_now(cup, t) for t in (before, after))
            found += _others(cup.name, cup.seeds, then, now, after, cup.first)
    return found


def _seeds_now(cup: Cup, tournament: Tournament) -> tuple[str, ...]:
    try:
        return seeds_of(replace(cup, seeds=()), tournament)
    except InputError:
        return ()


def _others(
    cup: str, drawn: Sequence[str], then: Sequence[str], now: Sequence[str], after: Tournament, number: int
) -> list[ChosenBefore]:
    """A note, where others would be in it than before the correction and than have been drawn."""
    if set(then) == set(now) or set(now) == set(drawn):
        return []
    more, fewer = (tuple(p for p in one if p not in other) for one, other in ((now, drawn), (drawn, now)))
    return [ChosenBefore(cup, more, fewer, number, has_begun(after, number))]


def kept_notes(after: Tournament, kept: Sequence[Match]) -> list[CupKept]:
    """Matches of cups whose winner stays although their results say another one now."""
    trees, found = {one.cup.name: one for one in brackets(without_kept(after))}, list[CupKept]()
    for match in kept:
        tree = trees[match.cup]
        number = tree.next_round(match)
        found.append(CupKept(match, tree.same(match).winner or "", number, has_begun(after, number)))
    return found


def has_begun(tournament: Tournament, number: int) -> bool:
    """Whether a round, or one after it, has results: then it cannot be drawn again."""
    rounds = tournament.rounds[number - 1 :]
    return len(rounds) > 1 or any(game.begun for drawn in rounds for game in drawn)
