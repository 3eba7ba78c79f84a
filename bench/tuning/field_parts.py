"""Parts of the field, such as those below the bar, and what rounds have of each: for wishes about some players only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import msgspec
from mcmahon.desk.questions.standing_round import DrawInputs
from mcmahon.desk.questions.what_if import ColumnAnswer, CountsAnswer, Found, Total
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.games import Round
from mcmahon.model.tournament.person import column
from mcmahon.model.tournament.tournament import Tournament

BELOW_BAR, AT_BAR = "below_bar", "at_bar"
#: Counts, and criteria unweighted.
Amounts = tuple[CountsAnswer, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class FieldPart:
    """A part of the field: below the bar, at or above it, or who has a value in a column of the registrations.

    A game counts where one of its players belongs to it.
    """

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name

    def players(self, tournament: Tournament) -> frozenset[str]:
        """The ids of those who belong to it. Raises InputError where no column has the name."""
        entered = tournament.players
        if self.name in (BELOW_BAR, AT_BAR):
            top = start_scores(entered, tournament.settings).top
            return frozenset(p.id for p in entered if (p.id in top) is (self.name == AT_BAR))
        texts = column(self.name, entered)
        wanted = self.value.casefold()
        return frozenset(p.id for p, text in zip(entered, texts, strict=True) if text.casefold() == wanted)


class PartColumn(ColumnAnswer, frozen=True):
    """A column with the same counts again for parts of the field."""

    parts: Mapping[FieldPart, Amounts]


@dataclass(slots=True)
class PartTotal(Total):
    """A column being added up for the whole field, and for parts of it."""

    parts: dict[FieldPart, Total] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: Iterable[FieldPart]) -> PartTotal:
        """Nothing yet, of the whole field and of these parts."""
        return cls(parts={part: Total() for part in parts})

    def add(self, one: DrawInputs, problem: RoundProblem, drawn: Round, found: Found) -> None:
        """One more round."""
        Total.add(self, one, problem, drawn, found)
        for part, total in self.parts.items():
            total.add(one, problem, *_of_part(part.players(one.entered), problem, drawn, found))

    def column(self, label: str, proven: bool) -> PartColumn:
        """The column."""
        whole = msgspec.structs.asdict(Total.column(self, label, proven))
        parts = {part: (CountsAnswer.of(total.counts), total.criteria) for part, total in self.parts.items()}
        return PartColumn(**whole, parts=parts)


def _of_part(players: Collection[str], problem: RoundProblem, drawn: Round, found: Found) -> tuple[Round, Found]:
    """The games and byes of some players, as a round and as indices."""
    ids, (pairs, byes) = problem.field.ids, found
    games = tuple(game for game in drawn if not set(game.players).isdisjoint(players))
    some = tuple((i, j) for i, j in pairs if ids[i] in players or ids[j] in players)
    own = replace(drawn, games=games, byes=tuple(p for p in drawn.byes if p in players))
    return own, (some, tuple(i for i in byes if ids[i] in players))
