"""What has changed since a round was drawn, so that its boards and its proof are no longer what a draw would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ....model.cups.bracket import entrants, is_extra
from ....model.effects import DraftOutdated, draft_outdated
from ....model.errors import McMahonError
from ....model.judging.judge import judge
from ....model.judging.violation import Violation, broken
from ....model.language import first_few
from ....model.pairing.round_problem import has_print
from ....model.placing.scores import score
from ....model.records.state import Record, State
from ....model.tournament.rules import Rule
from ....model.tournament.tournament import Tournament
from ...messages.changed_rounds import value_text
from ...messages.rule_texts import violation_text
from ...questions.standing_round import redrawn
from ..wishes import Wishes, wishes_not_kept
from .terms import Difference, differences, origin_of, terms_of_record, terms_of_settings

MOST_NAMED = 6
WISHES = ("forced pairs", "forbidden pairs", "byes by hand", "relaxed rules")  # terms that only a draw has


@dataclass(frozen=True, slots=True)
class SinceDraw:
    """What has changed since a round was drawn; nothing if a draw with the same wishes would be of the same problem.

    `entrants` are those who have come and gone, `moved` are players (ids) with their scores of then and of now in half
    points, if not all moved alike. `against` are forbidden and forced pairs of the settings that the boards break,
    `wishes` what is asked for now and not kept, `terms` weights, rules and a seed that the settings have otherwise.
    `other`: something else that counts has changed.
    """

    number: int
    entrants: DraftOutdated | None = None
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    against: Sequence[Violation] = ()
    wishes: Sequence[str] = ()
    terms: Sequence[Difference] = ()
    other: bool = False

    def __bool__(self) -> bool:
        """Whether anything has changed."""
        return bool(self.entrants or self.moved or self.against or self.wishes or self.terms or self.other)

    @property
    def needs_a_word(self) -> bool:
        """Whether a director should say so before such a draft is published: it can be said what is otherwise now."""
        return bool(replace(self, other=False))

    @property
    def players(self) -> frozenset[str]:
        """The players (ids) whose boards are concerned."""
        left = self.entrants.left if self.entrants else ()
        return frozenset((*left, *self.moved, *(player for one in self.against for player in one.players)))


def since_draw(state: State, number: int, folder: Path | None = None, asked: Wishes | None = None) -> SinceDraw:
    """What has changed since a round was drawn. Raises InputError if its record is damaged.

    `folder` has the journal, by which weights that were wished for at the draw are told from settings that were changed
    since; `asked` is what the next draw is asked for, if a face knows it.
    """
    tournament, record = state.tournament, state.records.get(number)
    found = SinceDraw(number, moved=_moved(record, tournament, number))
    here = tournament.round(number).draft and number == len(tournament.rounds)
    if here:
        found = replace(
            found,
            entrants=draft_outdated(tournament),
            against=_against_settings(state, number),
            wishes=wishes_not_kept(state, number, asked),
            terms=_changed_terms(state, record, number, folder) if record is not None else (),
        )
    if found or record is None or record.ledger is None or is_extra(tournament, number):
        return found
    return replace(found, other=not _same_problem(state, record, number, here))


def _same_problem(state: State, record: Record, number: int, draft: bool) -> bool:
    """Whether the problem of today has the print of the draw; of a draft with those who are entered now."""
    tournament = state.tournament
    there = {player.id for player in entrants(tournament, number)} - {*tournament.round(number).unpaired}
    try:
        own = redrawn(state, number, there if draft else None)
        return record.ledger is not None and has_print(own.problem(), record.ledger.fingerprint)
    except McMahonError:
        return False


def _moved(record: Record | None, tournament: Tournament, number: int) -> dict[str, tuple[int, int]]:
    """Whose scores are not those that a round was drawn from; nobody if all have moved alike."""
    ledger = record.ledger if record is not None else None
    if ledger is None:
        return {}
    now, names = score(tournament.before(number)).for_draw(), tournament.by_id()
    both = {p: (then.mms, now.mms(p)) for p, then in ledger.entrants.items() if p in names}
    by = [after - before for before, after in both.values()]
    if len(set(by)) < 2:
        return {}
    usual = max(set(by), key=by.count)
    return {p: (before, after) for p, (before, after) in both.items() if after - before != usual}


def _against_settings(state: State, number: int) -> list[Violation]:
    """The pairs that must not meet, or must, by the settings of today, and that the draft has otherwise."""
    record = state.records.get(number)
    locks, relaxed = (record.locks, record.relaxed) if record is not None else (None, ())
    found = broken(judge(state.tournament, number, locks, relaxed))
    return [violation for violation in found if violation.rule in (Rule.FORBIDDEN, Rule.FORCED)]


def _changed_terms(state: State, record: Record, number: int, folder: Path | None) -> list[Difference]:
    """Weights, rules over pairs and the seed that the settings have otherwise, and that no draw has asked for."""
    ours = terms_of_record(record, state.tournament, number)
    found = [one for one in differences(ours, terms_of_settings(state, number)) if one.name not in WISHES]
    at = origin_of(folder, record, number).at if found else None
    if at is None:
        return found
    wished = {(one.name, one.ours) for one in differences(ours, terms_of_settings(at, number))}
    return [one for one in found if (one.name, one.ours) not in wished]


def since_draw_lines(found: SinceDraw, tournament: Tournament) -> list[str]:
    """The same in words, a line each."""
    lines = found.entrants.lines(tournament) if found.entrants else []
    if found.moved:
        some = first_few(moved_texts(found, tournament), MOST_NAMED)
        lines.append(f"scores have changed since round {found.number} was drawn: {some}")
    lines += [violation_text(one, tournament) for one in found.against]
    lines += [f"asked for since: {wish}" for wish in found.wishes]
    lines += [f"{one.name}: drawn with {one.ours}, and {one.theirs} in the settings" for one in found.terms]
    return lines + ["players, results or settings that count have changed"] * found.other


def stale_text(found: SinceDraw, tournament: Tournament) -> str:
    """Why a draft should not be published as it is: the first reason of all."""
    number = found.number
    if found.entrants:
        return found.entrants.some_lines(tournament)
    if found.moved:
        some = first_few(moved_texts(found, tournament), MOST_NAMED)
        return f"round {number} was drawn before scores changed: {some}"
    asked = [*(violation_text(one, tournament) for one in found.against), *found.wishes]
    if asked:
        return f"the draft of round {number} is not what you ask for: {first_few(asked, MOST_NAMED, '; ')}"
    some = first_few(since_draw_lines(found, tournament), MOST_NAMED, "; ")
    return f"round {number} was drawn before this changed: {some}"


def moved_texts(found: SinceDraw, tournament: Tournament) -> list[str]:
    """Each player whose score has moved, with both scores."""
    names = tournament.by_id()
    return [f"{names[p].name} {value_text(old, 2)} → {value_text(new, 2)}" for p, (old, new) in found.moved.items()]
