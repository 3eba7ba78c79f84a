"""Forty lists as registrars really have them: exports of web forms and shops, spreadsheets, lists of clubs, mails.

Each is read to the right players, or asked about; `name | rank | club | country | rounds | state` is a player.
"""

from __future__ import annotations

import io

import pandas as pd
import pytest
from builders import tournament
from mcmahon.desk.people.register import Register, in_file, register
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.registrations.fields import texts_of
from mcmahon.model.errors import InputError

ROUNDS = 5


def players(data: bytes, **meanings: str) -> list[str]:
    """The players of a list, a line each."""
    state = in_memory(tournament("", "bga", rounds=ROUNDS))
    request = in_file(Register(columns={t.replace("__", " "): m for t, m in meanings.items()}), data, "list")
    lines = []
    for player in register(state, request).state.tournament.players:
        cells = texts_of(player, ROUNDS)
        shown = (cells["name"], cells["rank"], cells["club"], cells["country"], cells["rounds"], player.status.value)
        lines.append(" | ".join(shown))
    return lines


def sheet(rows: list[list[object]], engine: str = "openpyxl") -> bytes:
    """A spreadsheet with these cells."""
    target = io.BytesIO()
    with pd.ExcelWriter(target, engine=engine) as writer:  # type: ignore[arg-type]
        pd.DataFrame(rows).to_excel(writer, header=False, index=False)
    return target.getvalue()


ANN = "Berg, Ann | 3d | Ulm | DE |  | final"
BO = "Cid, Bo | 5k | Köln | AT |  | final"
BOTH = [ANN, BO]
CELLS: list[list[object]] = [
    ["Name", "Rank", "Club", "Country"], ["Berg, Ann", "3d", "Ulm", "DE"], ["Cid, Bo", "5k", "Köln", "AT"],
]  # fmt: skip


def utf8(text: str) -> bytes:
    """The text as most programs write it."""
    return text.encode()


READ: dict[str, tuple[bytes, list[str]]] = {
    "a form that says your": (
        utf8(
            "Timestamp,Email Address,Your name,Your rank,Go club,Country\n"
            "2026/05/01 10:00:00,a@x.test,\"Berg, Ann\",3d,Ulm,Germany\n"
            "2026/05/02,b@x.test,\"Cid, Bo\",5k,Köln,Austria\n"
        ),
        BOTH,
    ),
    "a form that asks twice for the address": (
        utf8(
            "Email Address,Name,Grade,Club,Country,Email Address\n"
            "a@x.test,\"Berg, Ann\",3 dan,Ulm,DE,a@x.test\nb@x.test,\"Cid, Bo\",5 kyu,Köln,AT,\n"
        ),
        BOTH,
    ),
    "a form with stars at what must be answered": (
        utf8("First Name *,Last Name *,Rank *,Club *,Country *\nAnn,Berg,3d,Ulm,DE\nBo,Cid,5k,Köln,AT\n"),
        BOTH,
    ),
    "a form with colons": (
        utf8("Name:;Rank:;Club:;Country:\n\"Berg, Ann\";3d;Ulm;DE\n\"Cid, Bo\";5k;Köln;AT\n"), BOTH,
    ),
    "a form with a column for each round": (
        utf8(
            "Name,Rank,Club,Country,Which rounds? [Round 1],Which rounds? [Round 2],Which rounds? [Round 3]\n"
            "\"Berg, Ann\",3d,Ulm,DE,Yes,Yes,No\n\"Cid, Bo\",5k,Köln,AT,Yes,Yes,Yes\n"
        ),
        [ANN.replace("|  |", "| 1-2,4-5 |"), BO],
    ),
    "a form with the times of rounds": (
        utf8(
            "Name,Rank,Club,Country,Round 1 (Sat 10:00),Round 2 (Sat 14:00)\n"
            "\"Berg, Ann\",3d,Ulm,DE,x,\n\"Cid, Bo\",5k,Köln,AT,x,x\n"
        ),
        [ANN.replace("|  |", "| 1,3-5 |"), BO],
    ),
    "a shop with orders": (
        utf8(
            "Order ID,Order Status,Last Name,First Name,Rank,Club,Country\n"
            "9001,Paid,Berg,Ann,3d,Ulm,DE\n9002,Refunded,Cid,Bo,5k,Köln,AT\n"
        ),
        [ANN, BO.replace("final", "withdrawn")],
    ),
    "a ticket system with a waiting list": (
        utf8(
            "Ticket #;Ticket Status;Name;EGF rank;Club;Country\n"
            "1;Attending;\"Berg, Ann\";3d;Ulm;DE\n2;Waitlist;\"Cid, Bo\";5k;Köln;AT\n"
        ),
        [ANN, BO.replace("final", "preliminary")],
    ),
    "a French association": (
        utf8("Nom;Prénom;Niveau;Club;Pays;Statut\nBerg;Ann;3d;Ulm;Allemagne;Validé\nCid;Bo;5k;Köln;Autriche;Annulé\n"),
        [ANN, BO.replace("final", "withdrawn")],
    ),
    "a German form": (
        utf8("Nachname;Vorname;Spielstärke;Verein;Land;Zahlung\nBerg;Ann;3. Dan;Ulm;DE;bezahlt\n"
            "Cid;Bo;5. Kyu;Köln;AT;offen\n"),
        [ANN, BO.replace("final", "preliminary")],
    ),
    "German Excel, semicolons in Windows-1252": (
        "Name;Rang;Klub;Land\n\"Berg, Ann\";3d;Ulm;DE\n\"Cid, Bo\";5k;Köln;AT\n".encode("cp1252"), BOTH,
    ),
    "Excel as Unicode text": (
        "Name\tRank\tClub\tCountry\nBerg, Ann\t3d\tUlm\tDE\nCid, Bo\t5k\tKöln\tAT\n".encode("utf-16"), BOTH,
    ),
    "CSV with a byte order mark and Windows line ends": (
        b"\xef\xbb\xbf" + utf8("Name,Rank,Club,Country\r\n\"Berg, Ann\",3d,Ulm,DE\r\n\r\n"
            "\"Cid, Bo\",5k,Köln,AT\r\n"), BOTH,
    ),
    "a shared sheet with empty columns": (
        utf8(",Name,Rank,Club,Country,,\n,\"Berg, Ann\",3d,Ulm,DE,,\n,\"Cid, Bo\",5k,Köln,AT,,\n,,,,,,\n"), BOTH,
    ),
    "a table of numbers with a sum below": (
        utf8("No.,Name,Rank,Club,Country\n1,\"Berg, Ann\",3d,Ulm,DE\n2,\"Cid, Bo\",5k,Köln,AT\n3,,,,\n4,,,,\n"
            ",Summe: 2,,,\n"), BOTH,
    ),
    "a list with a ruler": (
        utf8("Name        |Rank|Club|Country\n------------|----|----|-------\nBerg, Ann   |3d  |Ulm |DE\n"
            "Cid, Bo     |5k  |Köln|AT\n"), BOTH,
    ),
    "Markdown": (utf8("| Name | Rank | Club | Country |\n|---|---|---|---|\n| Berg, Ann | 3d | Ulm | DE |\n"
    "| Cid, Bo | 5k | Köln | AT |\n"), BOTH),
    "a page with a table": (
        utf8("<html><table><tr><th>Name</th><th>Rank</th><th>Club</th><th>Country</th></tr>"
             "<tr><td>Berg, Ann<td>3d<td>Ulm<td>DE"
             "<tr><td>Cid, Bo<td>5k<td>K&ouml;ln<td>AT</table></html>"), BOTH,
    ),
    "lines of JSON": (
        utf8('{"name":"Berg, Ann","rank":"3d","club":"Ulm","country":"DE"}\n'
            '{"name":"Cid, Bo","rank":"5k","club":"Köln","country":"AT"}\n'), BOTH,
    ),
    "Excel with a row above the titles": (
        sheet([["Spring Open 2026", None, None, None], *CELLS]), BOTH,
    ),
    "OpenDocument": (
        sheet(CELLS, "odf"), BOTH,
    ),
    "Excel with ratings as numbers": (
        sheet([[*row, rating] for row, rating in zip(CELLS, ("Rating", 2304.0, 0), strict=True)]), BOTH,
    ),
    "a Japanese list": (utf8("name,rank,club,country\n\"Berg, Ann\",3段,Ulm,DE\n\"Cid, Bo\",5級,Köln,AT\n"), BOTH),
    "a Korean list": (utf8("name,rank,club,country\n\"Berg, Ann\",3단,Ulm,DE\n\"Cid, Bo\",5급,Köln,AT\n"), BOTH),
    "a Russian list": (
        utf8("Фамилия;Имя;Разряд;Клуб;Страна;Состояние\nBerg;Ann;3 дан;Ulm;DE;оплачено\n"
            "Cid;Bo;5 кю;Köln;AT;отменено\n"),
        [ANN, BO.replace("final", "withdrawn")],
    ),
    "a Polish list in its own encoding": (
        "Nazwisko;Imię;Ranga;Klub;Kraj\nŁąka;Żaneta;3d;Wrocław;PL\nŚwit;Zbyněk;5k;Łódź;PL\n".encode("cp1250"),
        ["Łąka, Żaneta | 3d | Wrocław | PL |  | final", "Świt, Zbyněk | 5k | Łódź | PL |  | final"],
    ),
    "a Czech list": (
        utf8("Příjmení;Jméno;Rank;Klub;Země\nBerg;Ann;3d;Ulm;DE\nCid;Bo;5k;Köln;AT\n"), BOTH,
    ),
    "a Spanish list": (utf8("Apellidos;Nombre;Nivel;Club;País;Estado\nBerg;Ann;3d;Ulm;DE;Confirmado\n"
    "Cid;Bo;5k;Köln;AT;Cancelado\n")
                       .replace(b"Nivel", b"Grado"), [ANN, BO.replace("final", "withdrawn")]),
    "an Italian list": (utf8("Cognome;Nome;Grado;Circolo;Paese\nBerg;Ann;3d;Ulm;DE\nCid;Bo;5k;Köln;AT\n"), BOTH),
    "three letters of countries": (utf8("Name,Rank,Club,Country\n\"Berg, Ann\",3d,Ulm,DEU\n"
    "\"Cid, Bo\",5k,Köln,AUT\n"), BOTH),
    "ranks as people write them": (
        utf8("Name,Rank (dan/kyu),Club,Country\n\"Berg, Ann\",3rd dan,Ulm,Germany\n"
            "\"Cid, Bo\",5 kyu (EGF: 1602),Köln,Austria\n"), BOTH,
    ),
    "the AGA's ratings": (
        utf8("Name,AGA ID,Rating,Club,Country\n\"Berg, Ann\",1001,3.55,Ulm,DE\n\"Cid, Bo\",1002,-5.2,Köln,AT\n"),
        [ANN, BO],
    ),
    "pins beside names": (
        utf8("Name,EGD Number,Rank,Club,Country\n\"Berg, Ann\",14500001,3d,Ulm,DE\n"
            "\"Cid, Bo\",14500002,5k,Köln,AT\n"), BOTH,
    ),
    "absences by number": (
        utf8("Name,Rank,Club,Country,Absent in rounds\n\"Berg, Ann\",3d,Ulm,DE,\"4, 5\"\n\"Cid, Bo\",5k,Köln,AT,no\n"),
        [ANN.replace("|  |", "| 1-3 |"), BO],
    ),
    "a mail": (utf8("Ann Berg 3d Ulm\nBo Cid 5k Köln\n"),
               ["Ann Berg | 3d | Ulm |  |  | final", "Bo Cid | 5k | Köln |  |  | final"]),
}  # fmt: skip

ASKED: dict[str, tuple[bytes, str]] = {
    "days instead of rounds": (
        utf8("Name,Rank,Sat am,Sun pm\nA B,3d,x,\nC D,5k,x,x\nE F,4k,,x\n"), "who plays is lost if nobody reads",
    ),
    "places as ranks": (utf8("Rank,Name,Club\n1,A B,Ulm\n2,C D,Ulm\n3,E F,Kiel\n"
    ""), "counts the lines and may be a place"),
    "years of school": (utf8("Name,Grade,School\nA B,4,X\nC D,2,X\nE F,11,Y\n"), "may be years of school"),
    "sections as groups": (
        utf8("Name,Rank,Gruppe\n" + "".join(f"P{k} Q,{k}k,Jugend\n" for k in range(1, 8))), "more than a family",
    ),
    "a state that nobody knows": (
        utf8("Name,Rank,Order\nA B,3d,Annulé\nC D,5k,Blorp\nE F,5k,Blorp\n"), "whether these entries count",
    ),
    "clubs on the first line of their block": (
        utf8("Club,Name,Rank\nUlm,A B,3d\n,C D,5k\n,E F,4k\nKiel,G H,2d\n,I J,1k\n,K L,7k\n"
            ""), "whether it holds for those lines",
    ),
    "two columns for the club": (
        utf8("Name,Rank,Go club,Home club\nA B,3d,Ulm,Bonn\nC D,5k,Kiel,Köln\nE F,4k,Ulm,Bonn\n"
            ""), "several columns may be the club",
    ),
}  # fmt: skip


def test_there_are_forty_of_them() -> None:
    assert len(READ) + len(ASKED) >= 40


@pytest.mark.parametrize("kind", READ)
def test_a_list_is_read_to_its_players(kind: str) -> None:
    data, expected = READ[kind]
    assert players(data) == expected


@pytest.mark.parametrize("kind", ASKED)
def test_what_may_mean_two_things_is_asked(kind: str) -> None:
    data, question = ASKED[kind]
    with pytest.raises(InputError, match=question):
        players(data)
