"""Turns what the desk finds into DataFrames and values; scores are in points, players are given by id.

`PARTS` has for each kind of answer what makes its tables and values.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from ..desk.files import grids
from ..desk.messages.prize_texts import loss_texts
from ..desk.messages.rule_texts import violation_text
from ..desk.messages.team_texts import fault_text
from ..desk.people.match_ratings import Matched
from ..desk.people.register import RegisteredAnswer
from ..desk.placing.give_prizes import PrizesFound
from ..desk.placing.rank import Ranked
from ..desk.questions.explain_board import Explanation, WhyNotAnswer
from ..desk.questions.next_best import OtherRounds
from ..desk.questions.standing_round import DifferenceAnswer
from ..desk.questions.vary_weights import FrontFound, Intervals
from ..desk.questions.what_if import Compared
from ..desk.rounds.change_boards import Swapped
from ..desk.rounds.draw.drawing import Drawn
from ..desk.rounds.enter_results import ResultsDone
from ..desk.rounds.pair_by_hand import Proposed
from ..desk.rounds.plan.planning import PlanDone
from ..desk.rounds.proof.checking import VerdictAnswer
from ..desk.rounds.proof.verify_proof import certificate_of
from ..desk.rounds.repair.repaired import RepairDone
from ..desk.rounds.show_round import ShownRound
from ..desk.verb import plain
from ..model.tournament.games import Round, result_text
from ..model.tournament.person import Player
from ..model.tournament.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.placing.double_bookings import ClashAnswer
    from ..desk.rounds.seat_teams import TeamLineUp
    from ..desk.verb import Outcome
    from ..model.pairing.pairing import Pairing
    from ..model.placing.start_groups import Groups
    from ..model.prizes.prize import Prize

Parts = dict[str, Any]
_SHORT = 60  # letters of a value in a line about everything


class Found:
    """What a verb has found: DataFrames and values as attributes; `dir()` and the line that it is shown as name them.

    `boards` is the table of a round, `table` that of everything else. `record` is what the desk itself has found, with
    scores in half points; an attribute that is none of the answer's own is looked up there. A part that is a `partial`
    is made when it is first asked for.
    """

    def __init__(self, record: object, parts: Mapping[str, Any]) -> None:
        self.record = record
        self._parts = dict(parts)

    def __getattr__(self, name: str) -> Any:
        """A table or a value, else what the desk's own record has."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._parts:
            part = self._parts[name]
            if isinstance(part, partial):
                self._parts[name] = part = part()
            return part
        try:
            return getattr(self.record, name)
        except AttributeError:
            raise AttributeError(f"there is no {name!r} here; there is {', '.join(self._parts)}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._parts})

    def _tables(self) -> dict[str, pd.DataFrame]:
        import pandas as pd

        return {name: value for name, value in self._parts.items() if isinstance(value, pd.DataFrame)}

    def _values(self) -> list[str]:
        """The values in a few words each."""
        shown = {name: value for name, value in self._parts.items() if not isinstance(value, partial)}
        return [f"{name}={_short(value)}" for name, value in shown.items() if name not in self._tables()]

    def __repr__(self) -> str:
        sizes = [f"{name}: {len(table)} rows" for name, table in self._tables().items()]
        return f"<{'; '.join([*sizes, *self._values()])}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the values in a line and the first table; without a table every value in full."""
        first = next(iter(self._tables().values()), None)
        if first is None:
            return "\n".join(f"<p><b>{name}</b> {escape(str(value))}</p>" for name, value in self._parts.items())
        return f"<p>{escape('; '.join(self._values()))}</p>\n{first.to_html(index=False, border=0, notebook=True)}"


def _short(value: object) -> str:
    """A value in a few letters."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = _SHORT
    return short.repr(value)


def frame(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> pd.DataFrame:
    """A DataFrame of rows."""
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(names))


def table(grid: grids.Grid) -> pd.DataFrame:
    """A DataFrame of a table that people can take along, too."""
    return frame(grid.names, grid.rows)


def records(values: Sequence[Any], names: Sequence[str]) -> pd.DataFrame:
    """A DataFrame with a row for each value; the columns are its attributes with these names."""
    return frame(names, ([getattr(value, name) for name in names] for value in values))


def found(outcome: Outcome[Any], **more: Any) -> Found:
    """What a verb has found, with the tables and values of its kind, and `more` values."""
    record = outcome.value
    return Found(record, PARTS[type(record)](record, outcome.state.tournament) | more)


def round_parts(tournament: Tournament, drawn: Round) -> Parts:
    """The boards of a round, and who has none."""
    boards = table(grids.boards_grid(tournament, drawn))
    sits_out = {"byes": list(drawn.byes), "absent": list(drawn.absent), "unpaired": list(drawn.unpaired)}
    return {"boards": boards, "round": drawn.number, "draft": drawn.draft, **sits_out}


def _shown(shown: ShownRound, tournament: Tournament) -> Parts:
    """A round as it stands; `stale`: what has changed since a draft was drawn."""
    return round_parts(tournament, shown.round) | {"stale": list(shown.stale)}


def _price(pairing: Pairing) -> Parts:
    engine = {"status": pairing.status, "proven": pairing.optimal, "engine": pairing.engine}
    return {"cost": pairing.cost, "bound": pairing.bound, **engine}


def _drawn(drawn: Drawn, tournament: Tournament) -> Parts:
    """A new draw, with its cost, its proof, and what differs from the draft before."""
    costs = {"costs": dict(drawn.record.costs), "seconds": dict(drawn.pairing.seconds)}
    breaches = [violation_text(one, tournament) for one in drawn.breaches]
    whole = round_parts(tournament, drawn.round) | _price(drawn.pairing)
    later = {"certificate": partial(certificate_of, drawn, "json")}
    return whole | costs | {"changed": list(drawn.changed), "breaches": breaches} | later


def _proposed(done: Proposed, tournament: Tournament) -> Parts:
    cost = {"cost": done.cost, "optimum": done.optimum, "extra": done.cost - done.optimum}
    return round_parts(tournament, done.round) | cost


def line_ups(seated: Sequence[TeamLineUp], tournament: Tournament) -> Found:
    """A row for each board of each team: who sits there, blank for nobody; and what is not allowed."""
    rows = []
    for one in seated:
        for board, m in enumerate(one.seats, 1):
            person = (m.id, m.name, m.rank_name, m.substitute) if m else ("", "", "", False)
            rows.append((one.number, one.team.id, one.team.name, board, *person))
    names = ("round", "team", "team_name", "board", "id", "name", "rank", "substitute")
    wrong = [fault_text(fault, tournament) for one in seated for fault in one.faults]
    return Found(seated, {"table": frame(names, rows), "not_allowed": wrong})


def _plan(done: PlanDone, _: Tournament) -> Parts:
    """A plan for the rounds to come, a row for each game or bye (`other` is empty), with what is guaranteed of them."""
    rows = []
    for planned in done.plan.rounds:
        rows += [(planned.number, a, b) for a, b in planned.pairs]
        rows += [(planned.number, player, "") for player in planned.byes]
    foresight = done.foresight
    known = {"outlook": foresight.outlook.value, "sentences": list(done.sentences)}
    until = {"first": foresight.first, "until": foresight.until, "last": foresight.last}
    whole = {"table": frame(("round", "player", "other"), rows), **until, **known}
    return whole | {"not_covered": list(done.not_covered)}


def _repaired(done: RepairDone, _: Tournament) -> Parts:
    """A repaired round: boards that are new, lost or given up, its cost and that of the cheapest round."""
    parts, new = round_parts(done.tournament, done.round) | _price(done.pairing), set(done.new)
    parts["boards"]["new"] = [game in new for game in done.round]
    parts |= {"lost": list(done.lost), "given_up": list(done.given_up), "better_with": done.better_with}
    for name, other in (("cheapest", done.cheapest), ("fewest", done.fewest)):
        parts[name] = {"given_up": other.changed, "cost": other.pairing.cost}
    return parts


def _results(done: ResultsDone, tournament: Tournament) -> Parts:
    """The new and old results, jigos that are impossible with their komi, and the tables without result."""
    names = {player.id: player.name for player in tournament.players}
    names |= {m.id: m.name for player in tournament.players for m in player.members} | {"": ""}
    rows = []
    for one in done.entered:
        was, now = (result_text(game.result, game.by_default) for game in (one.before, one.game))
        white, black = (names[pid] for pid in one.game.players)
        where = one.place if one.match else one.game.table
        rows.append((one.number, where, white, black, was, now, one.jigo_with_half_komi))
    titles = ("round", "table", "white_name", "black_name", "was", "result", "impossible")
    missing = {"published": list(done.published), "missing": list(done.missing)}
    return {"table": frame(titles, rows), "round": done.number, **missing}


def player_line(player: Player, rounds: int) -> Parts:
    """A player as plain data; the start score, which depends on the other entrants, is None."""
    return dict(zip(grids.PLAYER, grids.player_row(player, rounds), strict=True))


def lines_frame(players: Sequence[Player], rounds: int) -> pd.DataFrame:
    """A row for each player."""
    return frame(grids.PLAYER, (grids.player_row(player, rounds) for player in players))


def _registered(done: RegisteredAnswer, tournament: Tournament) -> Parts:
    """A row for each player who is new or was to be changed, with what the lines say; how many said nothing new."""
    players, rows = tournament.by_id(), []
    for state, ids in (("new", done.new), ("changed", done.changed), ("paired", done.paired)):
        told = done.changed if state == "changed" else done.paired if state == "paired" else {}
        rows += [(pid, players[pid].name, players[pid].rank_name, state, "; ".join(told.get(pid, ()))) for pid in ids]
    columns = records(done.columns, ("title", "read_as", "filled", "samples"))
    lines = {"columns": columns, "unchanged": done.unchanged, "missing": dict(done.missing)}
    return {"table": frame(("id", "name", "rank", "state", "changes"), rows), **lines}


def groups(groups: Groups) -> Found:
    """The start groups from the top, a row for each player; the effect of each possible bar; who waits."""
    rows = [
        (group.start / 2, p.id, p.name, p.rank_name, p.rating, p.id in group.top)
        for group in groups.groups
        for p in group.players
    ]
    names = ("start", "id", "name", "rank", "rating", "top")
    bars = records(groups.bars, ("rank", "count", "verdict", "taken", "automatic"))
    return Found(groups, {"table": frame(names, rows), "bars": bars, "waiting": [p.id for p in groups.waiting]})


def _standings(ranked: Ranked, tournament: Tournament) -> Parts:
    """The standings, a row for each player, best first; sections follow each other, each with its own places.

    A comparison of tied players (SDC, DC) is NaN for players who were not tied with anybody.
    """
    whole = table(grids.standings_grid(tournament, ranked))
    return {"table": whole, "round": ranked.standings.after_round, "provisional": ranked.standings.provisional}


def _prizes(given: PrizesFound, tournament: Tournament) -> Parts:
    """Who gets which prize, a row for each player of each, in the order of reading; what nobody gets."""
    known = {"table": table(grids.prizes_grid(tournament, given)), "round": given.now.after_round}
    known |= {"provisional": given.now.provisional, "announced": given.before is not None}
    left, changes = [prize.name for prize in given.awards.left], loss_texts(given.changes, tournament)
    return known | {"left": left, "changes": changes}


def prize_table_frame(prizes: Sequence[Prize]) -> pd.DataFrame:
    """The table of prizes, a row for each place; values in hundredths, place 0 is for each on the list."""
    names = ("prize", "list", "order", "place", "value", "currency", "thing", "besides", "people")
    rows = (
        (p.name, p.condition.text, p.order, p.place, p.value, p.currency, p.thing, p.is_besides, p.people)
        for p in prizes
    )
    return frame(names, rows)


#: The columns of what a judge finds.
VERDICT = ("round", "legal", "cost", "drawn_at", "findings")


def _checked(checked: VerdictAnswer, _: Tournament) -> Parts:
    """The same of a whole check; if it was proven, what each round costs more than the least."""
    rows = [
        (one.round, one.legal, one.cost, one.drawn_at, "; ".join(b.text for b in one.broken)) for one in checked.rounds
    ]
    whole, least = frame(VERDICT, rows), [one.least_cost for one in checked.rounds]
    if any(least):
        for title in ("extra", "proven", "certified"):
            whole[title] = [getattr(one, title, None) for one in least]
    return {"table": whole, "sound": checked.sound, "verdict": plain(checked)}


def _swapped(done: Swapped, tournament: Tournament) -> Parts:
    """What a swap costs, and for each round since what the judge finds."""
    extra = {name: cost for name, cost in done.extra.items() if cost}
    lost = [game.table for game in done.lost_results]
    found = ("; ".join(violation_text(one, tournament) for one in v.violations) for v in done.verdicts)
    rows = [(v.number, v.legal, v.cost, v.drawn_at, text) for v, text in zip(done.verdicts, found, strict=True)]
    whole = {"table": frame(VERDICT, rows), "round": done.number}
    return whole | {"cost": sum(extra.values()), "costs": extra, "lost_results": lost}


def _matches(shown: Matched, _: Tournament) -> Parts:
    """What a rating list says about each player: how sure the match is, and what it changes."""
    rows = []
    for match in shown.matches:
        listed, changes = match.listed, {change.field: change.new for change in match.changes}
        there = (listed.name, listed.line) if listed is not None else ("", None)
        own = (match.player.id, match.player.name, match.verdict.value, match.confidence, match.reason)
        rows.append((*own, *there, changes))
    names = ("id", "name", "verdict", "confidence", "reason", "listed_as", "line", "changes")
    return {"table": frame(names, rows)}


def _front(front: FrontFound, _: Tournament) -> Parts:
    known = {"standing": front.standing, "may_be_more": front.may_be_more, "proven": front.proven}
    return {"table": table(grids.front_grid(front)), **known}


def _others(others: OtherRounds, _: Tournament) -> Parts:
    """The next cheapest pairings of a round: extra cost, boards removed and added.

    `left_out`: how many that came up leave no legal plan for the rounds to come.
    """
    differences = [difference(other) for other in others]
    names = ("cost", "boards", "out", "in", "bye_out", "bye_in", "costs")
    rows = ([len(d["out"]) if name == "boards" else d[name] for name in names] for d in differences)
    return {"table": frame(names, rows), "left_out": len(others.left_out)}


def difference(other: DifferenceAnswer) -> Parts:
    """The differences of another pairing of a round: extra cost by criterion, boards removed and added, byes."""
    lists = {"out": other.out, "in": other.in_, "bye_out": other.bye_out, "bye_in": other.bye_in}
    return {"cost": other.cost, "costs": other.costs} | {name: list(some) for name, some in lists.items()}


def _explanation(answer: Explanation, _: Tournament) -> Parts:
    reasons = answer.found
    if isinstance(reasons, WhyNotAnswer):
        forced = difference(reasons.forced) if reasons.forced is not None else None
        why = {"forbidden_by": list(reasons.forbidden_by), "with_it": forced}
        return {"title": reasons.title, "text": reasons.sentence, **why}
    without = difference(reasons.without) if reasons.without is not None else None
    return {"title": reasons.title, "text": reasons.paragraph, "costs": reasons.costs, "without_it": without}


def clashes_frame(clashes: Sequence[ClashAnswer]) -> pd.DataFrame:
    """Everybody who would have to be in two places at once, and the two rounds; times as days and times of day."""
    names = ("event", "round", "begins", "ends")
    rows = []
    for one in clashes:
        parts = [[s.event, s.round, *map(datetime.fromisoformat, (s.begins, s.ends))] for s in (one.first, one.second)]
        rows.append([one.name, *parts[0], *parts[1]])
    return frame(("name", *names, *(f"other_{name}" for name in names)), rows)


#: What makes the tables and values of each kind of answer.
PARTS: Mapping[type, Callable[[Any, Tournament], Parts]] = {
    ShownRound: _shown,
    Drawn: _drawn,
    Proposed: _proposed,
    RepairDone: _repaired,
    ResultsDone: _results,
    PlanDone: _plan,
    RegisteredAnswer: _registered,
    Matched: _matches,
    Ranked: _standings,
    PrizesFound: _prizes,
    VerdictAnswer: _checked,
    Swapped: _swapped,
    Compared: lambda one, t: {"table": table(grids.compared_grid(t, one)), "rounds": list(one.numbers)},
    Intervals: lambda one, t: {"table": table(grids.intervals_grid(t, one)), "round": one.number},
    FrontFound: _front,
    OtherRounds: _others,
    Explanation: _explanation,
}
