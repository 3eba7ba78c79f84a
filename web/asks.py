"""What an error leaves open: the buttons that send the same form again with one thing more."""

from __future__ import annotations

from dataclasses import dataclass

from ..desk.words.no_pairing import ways_out
from ..model.errors import InputError, McMahonError, UnconfirmedError
from ..model.hints import Advice
from ..model.judging.violation import NoPairingError
from ..model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Ask:
    """A button: what it says, the field that it adds to the form with its values, and the field that it takes out.

    With a `page`, a link to where it is answered. `key` is what a program sends as true instead.
    """

    label: str
    name: str
    values: tuple[str, ...] = ("1",)
    instead_of: str = ""
    page: str = ""
    key: str = ""


#: Hints of wrong input that one more field of the same form answers.
OF_HINTS = {
    Advice.DRAW_WITHOUT_RESULTS: (Ask("Draw without these results", "missing", key="missing_results"),),
    Advice.DRAW_AGAIN: (Ask("Draw the published round again", "again", key="again"),),
    Advice.DECIDE_MATCH: (Ask("Say who advances", "", page="cups"),),
    Advice.SAY_TWO_BYES: (Ask("Give two byes", "two_byes", key="two_byes"),),
    Advice.PUBLISH_ANYWAY: (
        Ask("Draw again", "draw", instead_of="publish"),
        Ask("Publish it anyway", "yes", key="anyway"),
    ),
}
#: The keys of programs that say yes to a loss; any other one is "anyway".
YES = {Advice.ENTER_AGAIN: "again", Advice.REPLACE_LIST: "replace"}


def asks_of(error: McMahonError, tournament: Tournament | None = None) -> tuple[Ask, ...]:
    """The buttons of an error; none where the input has to be corrected."""
    if isinstance(error, UnconfirmedError):
        advice = next((problem.hint.advice for problem in error.problems if problem.hint), None)
        return (Ask("Yes, do it", "yes", key=YES.get(advice, "anyway") if advice else "anyway"),)
    if isinstance(error, NoPairingError):
        return tuple(_way_out(way.names, way.text, way.cost) for way in ways_out(error, tournament))
    if not isinstance(error, InputError):
        return ()
    hints = [problem.hint.advice for problem in error.problems if problem.hint]
    return tuple(dict.fromkeys(ask for hint in hints for ask in OF_HINTS.get(hint, ())))


def _way_out(names: tuple[str, ...], text: str, cost: int | None) -> Ask:
    """Draw without a wish, or with rules relaxed."""
    price = f" (cost {cost:,})" if cost is not None else ""
    if names[0].split(" ")[0] in ("force", "forbid", "bye") and len(names) == 1:
        return Ask(f"Draw without this: {text}{price}", "drop", names)
    return Ask(f"Draw although broken: {text}{price}", "relax", names)
