"""Prizes: who gets what and why, the table to fill in, the page to read out, and the list announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from starlette.responses import Response

from ...desk.messages.prize_texts import amount_text, loss_texts, totals_text, worth_text
from ...desk.placing.give_prizes import (
    ANNOUNCE_PRIZES,
    HEADINGS,
    MEANINGS,
    TITLES,
    AnnouncePrizes,
    ExplainPrizes,
    PrizesFound,
    PrizeTable,
    check_size,
    explain,
    prizes,
    replace_table,
    table_in,
    table_of,
    table_sent,
)
from ...desk.placing.prize_presets import USUAL_WINS, prize_presets
from ...desk.verb import build
from ...model.errors import InputError, Problem, UnconfirmedError
from ...model.language import counted
from ...model.tournament.person import regulars
from ..context import RequestContext
from ..page import Page

FREE_LINES = 3  # at the end of the table, for new prizes


def show(
    context: RequestContext, typed: PrizeTable | None = None, wrong: Sequence[str] = (), added: int = 0
) -> Response:
    """The winners and the table, of which so many last lines were `added`; with `why`, reasons about one player."""
    found, problems = _found(context)
    state, table = context.state, typed or _table(context)
    of_people = state.tournament.settings.entrants.kind != "players" or any(row.get("people") for row in table.rows)
    return context.page(
        "prizes.html",
        422 if wrong else 200,
        found=found,
        gets=amount_text,
        worth=worth_text,
        totals=totals_text(found.awards, state.tournament) if found else "",
        changes=loss_texts(found.changes, state.tournament) if found else [],
        problems=[*wrong, *(problems if not wrong else ())],
        table=table,
        shown=[title for title in table.titles if title != "people" or of_people],
        headings=HEADINGS,
        meanings=MEANINGS,
        presets=prize_presets(state.tournament, context.form.text("wins")),
        wins=context.form.text("wins") or min(USUAL_WINS, state.tournament.settings.rounds),
        added=added,
        free=range(FREE_LINES),
        reasons=_reasons(context) if found and context.query("why") else None,
        why=context.query("why"),
        named=found.people.values() if found else [],
    )


def _found(context: RequestContext) -> tuple[PrizesFound | None, list[str]]:
    """Who gets what, or what is wrong with the table; neither where there is none."""
    try:
        return prizes(context.state).value, []
    except InputError as error:
        empty = not table_text(context).strip()
        return None, [] if empty else [str(problem) for problem in error.problems]


def table_text(context: RequestContext) -> str:
    """The file of the table as it is."""
    return context.state.tables.get("prizes.csv", "")


def _table(context: RequestContext) -> PrizeTable:
    try:
        return table_of(context.state)
    except InputError:
        return PrizeTable(text=table_text(context))


def _reasons(context: RequestContext) -> tuple[str, list[str]]:
    """A player's name, and why the player gets each prize or not; what is wrong where nobody is found."""
    try:
        explained = explain(context.state, build(ExplainPrizes, player=context.query("why"))).value
    except InputError as error:
        return "", [str(error)]
    return explained.name, [one.text for one in explained.reasons]


def read_out(context: RequestContext) -> Response:
    """The page to read out, the smallest prize first."""
    found = prizes(context.state).value
    return context.page("prizes_read.html", found=found, gets=amount_text, regulars=regulars)


def act(context: RequestContext) -> Response:
    """Announce the list, take it back, or save the table."""
    form = context.form
    if form.said("announce") or form.said("take_back"):
        request = context.asked(AnnouncePrizes)
        context.carry_out(ANNOUNCE_PRIZES, request)
        said = "is no longer announced." if request.take_back else "is announced. Web pages have it when written next."
        return context.back("prizes", f"The list {said}")
    typed = _typed(context)
    if form.said("preset"):
        return _with_preset(context, typed)
    try:
        taken = _taken(context, typed)
        done = context.do(lambda state: replace_table(state, taken), "the table of prizes")
    except UnconfirmedError:
        raise
    except InputError as error:
        in_fields = not typed.text.strip() and "file" not in context.form.files
        return show(context, typed, [str(_in_table(one) if in_fields else one) for one in error.problems])
    return context.back("prizes", f"The table has {counted(len(done.value), 'prize')}.")


def _with_preset(context: RequestContext, typed: PrizeTable) -> Response:
    """The table as it was typed with the lines of a preset, to be changed; nothing is saved yet."""
    chosen = context.form.text("preset")
    presets = prize_presets(context.state.tournament, context.form.text("wins"))
    rows = next((preset.rows for preset in presets if preset.key == chosen), ())
    currency = next((row["currency"] for row in typed.rows if row.get("currency")), "")
    new = [{**row, "currency": currency} for row in rows]
    return show(context, replace(typed, rows=[*typed.rows, *new]), added=len(new))


def _in_table(problem: Problem) -> Problem:
    """A problem of the lines on the page, whose titles are in words and no line, and where no file is seen."""
    own = replace(problem, column=HEADINGS.get(problem.column, problem.column))
    return replace(own, file=f"line {problem.line - 1} of the table", line=0) if problem.line > 1 else own


def _typed(context: RequestContext) -> PrizeTable:
    fields = context.form.fields
    titles = [*TITLES, *(title for title in context.form.all("title") if title not in TITLES)]
    columns = [[text.strip() for text in fields.get(f"cell-{title}", ())] for title in titles]
    lines = (zip(titles, line, strict=True) for line in zip_longest(*columns) if any(line))
    rows = [{title: text for title, text in line if text is not None} for line in lines]
    text = context.form.whole("text")
    check_size(text, "the table")
    return PrizeTable(rows, titles, text)


def _taken(context: RequestContext, typed: PrizeTable) -> PrizeTable:
    """The table that was sent: a file, a text, or the lines of the form. Raises InputError."""
    if "file" in context.form.files:
        name, data = context.form.files["file"]
        return table_sent(data, name)
    return table_in(typed.text) if typed.text.strip() else typed


PAGES = (
    Page("prizes", show, act, menu=(5, "Prizes")),
    Page("prizes/read", read_out),
)
