"""The rounds behind the last one while that one is changed: what other boards leave of them, and the best that do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ....model.pairing.entrants import before_round
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import IndexPair, RoundProblem
from ....model.placing.stages import last_of_turn
from ....model.placing.start_groups import with_decisions
from ....model.plan.ahead import Ahead, ahead_of
from ....model.plan.plan import NO_PLAN, Foresight, Plan
from ....model.records.state import State
from ....solver.clock import Clock
from ....solver.engine import Options
from ....solver.questions.repair import Repaired, repaired_with_plan
from ..draw.looking_ahead import looks_ahead, outlook_of

#: For the rounds behind some boards: units of CP-SAT's deterministic time, about as many seconds, so that the answer is
#: the same on any machine; and the seconds after which nobody waits any longer.
EFFORT, SECONDS = 10.0, 60.0


@dataclass(frozen=True, slots=True, eq=False)
class LaterRounds:
    """The last round, as its players are entered now, and the rounds behind it; `kept` is the plan it was drawn with.

    `profile` is that of the settings, by which they will be drawn.
    """

    ahead: Ahead
    number: int
    profile: Profile
    kept: Plan = NO_PLAN

    @property
    def last(self) -> int:
        """The number of the last round."""
        return self.ahead.rounds[-1].number

    def behind(self, problem: RoundProblem, pairs: Iterable[IndexPair], byes: Iterable[int]) -> Foresight:
        """What is possible behind these boards of the round."""
        at = self.ahead.index()
        of = [at[player] for player in problem.field.ids]
        after = self.ahead.after(self.number, [(of[i], of[j]) for i, j in pairs], [of[i] for i in byes])
        return outlook_of(after, self.number, _clock(), self.kept)

    def repaired(
        self,
        problem: RoundProblem,
        kept: Collection[IndexPair],
        reached: int,
        options: Options | None,
        most: int | None = None,
    ) -> Repaired | None:
        """The pairing with few changed boards that leaves a plan for as many rounds as any does; beyond `reached`.

        With `most`, of the pairings with at most so many changed boards.
        """
        clock = _clock()
        tries = (
            repaired_with_plan(problem, kept, self.ahead.until(until), clock, options or Options(), most)
            for until in range(self.last, reached, -1)
        )
        return next((found for found in tries if found is not None), None)


def _clock() -> Clock:
    return Clock(SECONDS, effort=EFFORT)


def later_rounds(state: State, number: int, present: Collection[str]) -> LaterRounds | None:
    """The rounds behind a round of these players; None where it is not the last, or the settings do not look ahead."""
    tournament = state.tournament
    if not looks_ahead(state) or not len(tournament.rounds) <= number < last_of_turn(tournament, number):
        return None
    own = with_decisions(tournament).before(number).entered(number, present)
    record = state.records.get(number)
    kept = record.foresight.plan if record is not None else NO_PLAN
    return LaterRounds(ahead_of(own, number, state.profile, before_round(own, number)), number, state.profile, kept)
