"""The people of a pair or team: all of them in one form, on the page of their entrant."""

from __future__ import annotations

from typing import Any

from ...desk.people.members import MemberLine
from ...model.tournament.person import MOST_MEMBERS, Member, Player
from ...model.tournament.round_sets import rounds_text
from ..visits import Visit

#: The columns of the form: as registrations call them, as a person does, and what is typed there.
COLUMNS = (
    ("name", "Name", "Surname, Given name"),
    ("rank", "Rank", "5k"),
    ("rating", "Rating", ""),
    ("club", "Club", ""),
    ("country", "Country", "DE"),
    ("pin", "EGD pin", ""),
    ("rounds", "Rounds", "all"),
)
LEAST_ROWS = 2


def member_rows(entrant: Player, rounds: int) -> list[dict[str, Any]]:
    """The rows of the form: everybody who is there, and room for one more, or for a pair."""
    rows = [{"id": m.id, "substitute": m.substitute, **_cells(m, rounds)} for m in entrant.members]
    empty = {"id": "", "substitute": False, **{key: "" for key, _, _ in COLUMNS}}
    return [*rows, *[empty] * max(1, LEAST_ROWS - len(rows))]


def _cells(m: Member, rounds: int) -> dict[str, str]:
    return {
        "name": f"{m.surname}, {m.first_name}" if m.first_name else m.surname,
        "rank": m.rank_name,
        "rating": "" if m.rating_is_derived else str(m.rating),
        "club": m.club,
        "country": m.country,
        "pin": m.pin,
        "rounds": "all" if m.rounds is None else rounds_text(m.rounds, rounds) or "none",
    }


def typed_rows(visit: Visit) -> list[dict[str, Any]]:
    """The rows as somebody has sent them, for a form with an error."""
    form = visit.form
    sent = [k for k in range(MOST_MEMBERS + 1) if f"name_{k}" in form.fields]
    cells = ({key: form.text(f"{key}_{k}") for key, _, _ in COLUMNS} for k in sent)
    both = zip(sent, cells, strict=True)
    return [{"id": form.text(f"id_{k}"), "substitute": form.said(f"substitute_{k}"), **own} for k, own in both]


def lines_of(visit: Visit) -> list[MemberLine]:
    """The members in a form that was sent; rows that were left blank are none."""
    found = []
    for row in typed_rows(visit):
        cells = {key: row[key] for key, _, _ in COLUMNS}
        if row["id"]:
            found.append(MemberLine(row["id"], cells, row["substitute"]))
        elif cells["name"]:
            found.append(MemberLine("", {key: text for key, text in cells.items() if text}, row["substitute"]))
    return found
