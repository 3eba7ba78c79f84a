"""The people of a pair or team: all of them in one form, on the page of their entrant."""

from __future__ import annotations

from typing import Any

from ...desk.people.members import MemberLine, member_texts
from ...desk.people.players import IN_FORMS
from ...model.tournament.person import MOST_MEMBERS, Player
from ..context import RequestContext

#: The columns of the form; two have no room in a row.
COLUMNS = [one for one in IN_FORMS if one.of_members and one.name not in ("aga", "group")]
LEAST_ROWS = 2


def member_rows(entrant: Player, rounds: int) -> list[dict[str, Any]]:
    """The rows of the form: everybody who is there, and room for one more, or for a pair."""
    rows = [{"id": m.id, "substitute": m.substitute, **member_texts(m, rounds)} for m in entrant.members]
    empty = {"id": "", "substitute": False, **{one.name: "" for one in COLUMNS}}
    return [*rows, *[empty] * max(1, LEAST_ROWS - len(rows))]


def typed_rows(context: RequestContext) -> list[dict[str, Any]]:
    """The rows as somebody has sent them, for a form with an error."""
    form = context.form
    sent = [k for k in range(MOST_MEMBERS + 1) if f"name_{k}" in form.fields]
    cells = ({one.name: form.text(f"{one.name}_{k}") for one in COLUMNS} for k in sent)
    both = zip(sent, cells, strict=True)
    return [{"id": form.text(f"id_{k}"), "substitute": form.said(f"substitute_{k}"), **own} for k, own in both]


def lines_of(context: RequestContext) -> list[MemberLine]:
    """The members in a form that was sent; rows that were left blank are none."""
    found = []
    for row in typed_rows(context):
        cells = {one.name: row[one.name] for one in COLUMNS}
        if row["id"]:
            found.append(MemberLine(row["id"], cells, row["substitute"]))
        elif cells["name"]:
            found.append(MemberLine("", {key: text for key, text in cells.items() if text}, row["substitute"]))
    return found
