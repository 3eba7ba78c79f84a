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
from ....model.last_few import LastFew
from ....model.notes import name_of
from ....model.pairing.round_problem import has_print
from ....model.placing.scores import score
from ....model.records.state import Record, State
from ....model.tournament.rules import Rule
from ....model.tournament.settings.settings import redraws
from ....model.tournament.tournament import Tournament
from ...changes import changed_things
from ...messages.changed_rounds import value_text
from ...messages.rule_texts import violation_text
from ...questions.standing_round import redrawn
from ..wishes import Wishes, wishes_not_kept
from .terms import Difference, differences, origin_of, terms_of_record, terms_of_settings

MOST_NAMED = 6
WISHES = ("forced pairs", "forbidden pairs", "byes by hand", "relaxed rules")  # terms that only a draw has

JUDGED = ("pairing.forbid", "pairing.force")  # settings of which the judge says whether the boards keep them
UNNAMED = "players, results or settings that count have changed"


@dataclass(frozen=True, slots=True)
class SinceDraw:
    """What has changed since a round was drawn; nothing if a draw with the same wishes would be of the same problem.

    `entrants` are those who have come and gone, `moved` are players (ids) with their scores of then and of now in half
    points, if not all moved alike. `against` are forbidden and forced pairs of the settings that the boards break,
    `wishes` what is asked for now and not kept, each with the players (ids) whom it is about, `terms` weights, rules
    and a seed that the settings have otherwise. `others` says in words what else has changed that counts.
    """

    number: int
    entrants: DraftOutdated | None = None
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    against: Sequence[Violation] = ()
    wishes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terms: Sequence[Difference] = ()
    others: Sequence[str] = ()

    def __bool__(self) -> bool:
        """Whether anything has changed."""
        return bool(self.entrants or self.moved or self.against or self.wishes or self.terms or self.others)

    def says(self, violation: Violation) -> bool:
        """Whether it says already what a broken rule says of the draft: who is not entered, has no game, must meet."""
        concerned = (*self.entrants.left, *self.entrants.missing) if self.entrants else ()
        of_entrants = violation.rule in (Rule.ENTERED, Rule.ONE_GAME_EACH) and {*violation.players} <= {*concerned}
        return of_entrants or violation in self.against

    @property
    def needs_a_word(self) -> bool:
        """Whether a director should say so before such a draft is published: it can be said what is otherwise now."""
        return bool(replace(self, others=[text for text in self.others if text != UNNAMED]))

    @property
    def players(self) -> frozenset[str]:
        """The players (ids) whose boards are concerned."""
        left = self.entrants.left if self.entrants else ()
        named = (*(one.players for one in self.against), *self.wishes.values())
        return frozenset((*left, *self.moved, *(player for players in named for player in players)))


_known: LastFew[SinceDraw] = LastFew(4)


def since_draw(state: State, number: int, folder: Path | None = None, asked: Wishes | None = None) -> SinceDraw:
    """What has changed since a round was drawn. Raises InputError if its record is damaged.

    `folder` has the journal, by which weights that were wished for at the draw are told from settings that were changed
    since; `asked` is what the next draw is asked for, if a face knows it. It is remembered: a page asks for it several
    times.
    """
    return _known.get((state, number, str(folder), repr(asked)), lambda: _since_draw(state, number, folder, asked))


def _since_draw(state: State, number: int, folder: Path | None, asked: Wishes | None) -> SinceDraw:
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
    if _same_problem(state, record, number, here):
        return found
    return replace(found, others=_other_changes(state, record, number, folder))


def _same_problem(state: State, record: Record, number: int, draft: bool) -> bool:
    """Whether the problem of today has the print of the draw; of a draft with those who are entered now."""
    tournament = state.tournament
    there = {player.id for player in entrants(tournament, number)} - {*tournament.round(number).unpaired}
    try:
        own = redrawn(state, number, there if draft else None)
        return record.ledger is not None and has_print(own.problem(), record.ledger.fingerprint)
    except McMahonError:
        return False


def _other_changes(state: State, record: Record, number: int, folder: Path | None) -> list[str]:
    """The players, results and settings that are not those of the draw, by the journal, in words."""
    at, texts = origin_of(folder, record, number).at, list[str]()
    for (kind, *which), _ in changed_things(at, state).items() if at is not None else ():
        if kind == "player":
            texts.append(f"{name_of(str(which[0]), state.tournament)} has been changed since")
        elif kind == "result" and which[0] < number:
            texts.append(f"the result of round {which[0]} table {'.'.join(map(str, which[1:]))} has been changed since")
        elif kind == "setting" and redraws(str(which[0])) and which[0] not in JUDGED:
            texts.append(f"the setting {which[0]} has been changed since")
    return texts or [UNNAMED]


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
    return [*lines, *found.others]


def draft_changes(state: State, folder: Path | None = None, asked: Wishes | None = None) -> list[str]:
    """The changes since the draft was drawn, a line each; none without a draft, or if its record is damaged.

    `asked` is what the next draw is asked for, if a face knows it.
    """
    last = state.tournament.rounds[-1] if state.tournament.rounds else None
    if last is None or not last.draft:
        return []
    try:
        return since_draw_lines(since_draw(state, last.number, folder, asked), state.tournament)
    except McMahonError:
        return []


def stale_text(found: SinceDraw, tournament: Tournament) -> str:
    """A sentence that the draft is out of date, with the changes."""
    lines = since_draw_lines(found, tournament)
    return f"the draft of round {found.number} is out of date: {first_few(lines, MOST_NAMED, '; ')}"


def moved_texts(found: SinceDraw, tournament: Tournament) -> list[str]:
    """Each player whose score has moved, with both scores."""
    names = tournament.by_id()
    return [f"{names[p].name} {value_text(old, 2)} → {value_text(new, 2)}" for p, (old, new) in found.moved.items()]
