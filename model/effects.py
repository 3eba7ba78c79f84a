"""What a change means for rounds that are drawn already: boards from other scores, drafts, cups, finals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .cup import Cup
from .cups.bracket import Match, brackets, entrants, is_published, match_text, without_kept
from .errors import InputError
from .language import first_few
from .notes import MOST_NAMED, Note, Remark, name_of, names_of, some_names
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


def doubtful_boards(before: Tournament, after: Tournament, number: int) -> list[Remark]:
    """The boards of rounds behind `number` that were drawn from pairing scores which a change has altered."""
    doubtful = []
    for drawn in after.rounds[number:]:
        old, new = score(before.before(drawn.number)), score(after.before(drawn.number))
        for game in drawn:
            scores = [(p, old.paired_as(p), new.paired_as(p)) for p in game.players if p in old.mms_after]
            moved = [
                f"{after.player(p).name} {value_text(then, 2)} → {value_text(now, 2)}"
                for p, then, now in scores
                if then != now
            ]
            if moved:
                text = f"round {drawn.number} table {game.table} was drawn from scores that have changed since"
                doubtful.append(Remark(f"{text}: {', '.join(moved)}"))
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


def chosen_before(before: Tournament, after: Tournament) -> list[Remark]:
    """Of the final and the cups that are drawn: which of them would have others in it by corrected results."""
    found: list[Remark] = []
    stages = stages_of(after.settings)
    if stages is not None and is_published(after, stages.rounds + 1):
        then, now = (finalists(t, stages) for t in (before, after))
        found += _others("the final", stages.finalists, then, now, after, stages.rounds + 1)
    for cup in after.cups:
        if cup.seeding == "standings" and is_published(after, cup.first):
            then, now = (_seeds_now(cup, t) for t in (before, after))
            found += _others(f"the cup {cup.name}", cup.seeds, then, now, after, cup.first)
    return found


def _seeds_now(cup: Cup, tournament: Tournament) -> tuple[str, ...]:
    try:
        return seeds_of(replace(cup, seeds=()), tournament)
    except InputError:
        return ()


def _others(
    what: str, drawn: Sequence[str], then: Sequence[str], now: Sequence[str], after: Tournament, number: int
) -> list[Remark]:
    """A note, where others would be in it than before the correction and than have been drawn."""
    if set(then) == set(now) or set(now) == set(drawn):
        return []
    more, fewer = (tuple(p for p in one if p not in other) for one, other in ((now, drawn), (drawn, now)))
    text = f"{what} would have {some_names(more, after)} instead of {some_names(fewer, after)}"
    return [_overtaken(f"{text} by the results as they are now", after, number)]


def _overtaken(text: str, after: Tournament, number: int) -> Remark:
    """What corrected results say otherwise than a published round, which can be drawn again while it has no results."""
    if has_begun(after, number):
        return Remark(f"{text}; round {number} is published and has results")
    return Remark(f"{text}; you can draw the published round {number} again", (Way("", "pair", again=True),))


def kept_notes(after: Tournament, kept: Sequence[Match]) -> list[Remark]:
    """Matches of cups whose winner stays although their results say another one now."""
    trees, found = {one.cup.name: one for one in brackets(without_kept(after))}, list[Remark]()
    for match in kept:
        tree = trees[match.cup]
        winner = tree.same(match).winner
        now = name_of(winner, after) if winner else "nobody"
        stays = f"{name_of(match.winner, after)} stays in" if match.winner else "nobody has advanced"
        text = f"{match_text(match)}: by the results as they are now {now} would advance, but {stays}"
        found.append(_overtaken(text, after, tree.next_round(match)))
    return found


def decision_dropped(match: Match, tournament: Tournament) -> Remark:
    """A match of a cup that the director had decided, and that a result entered since decides otherwise."""
    winner = name_of(match.winner, tournament) if match.winner else "nobody"
    return Remark(f"{match_text(match)}: the result decides it now; your decision for {winner} is dropped")


def has_begun(tournament: Tournament, number: int) -> bool:
    """Whether a round, or one after it, has results: then it cannot be drawn again."""
    rounds = tournament.rounds[number - 1 :]
    return len(rounds) > 1 or any(game.begun for drawn in rounds for game in drawn)
