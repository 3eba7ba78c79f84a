"""A tournament as a folder of static pages: no script, no network, everything linked by relative names."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...model.errors import InputError
from ...model.placing.standings import Standings, standings
from ...model.placing.start_scores import start_scores
from ...model.placing.tie_breaks import value_text
from ...model.reasons.place_explained import event, explain_place
from ...model.tournament.games import Game, Result, Round, result_text
from ...model.tournament.player import Player, Status
from ...model.tournament.tournament import Tournament
from ...model.words import first_few, without_unseen
from ..files import read_own, replace_file
from ..folder.rounds import halves_text
from ..names import by_name
from ..settings.settings_file import toml_value
from ..settings.settings_listed import listed_settings
from .cells import criteria_shown, entered_rounds, printed
from .pictures import games_between_lines, score_groups, score_line

if TYPE_CHECKING:
    from markupsafe import Markup

MANIFEST = ".mcmahon-pages"
LARGEST_MANIFEST = 2**22
BOARDS_ON_A_WALL = 12  # as many as a projector shows without scrolling
_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_WORDS_RTL = re.compile(f"{_RTL}+(?:[ '.-]+{_RTL}+)*")


@dataclass(frozen=True, slots=True)
class Person:
    """A player as pages name it: the page of its own, and what stands beside the name."""

    file: str
    name: str
    rank: str
    rating: str
    club: str
    country: str
    start: str
    rounds: str


def publish(tournament: Tournament, folder: Path) -> list[str]:
    """Write the pages of a tournament into a folder and take out pages of an earlier time; the names of the files.

    Draft rounds are not published. Raises OSError when the folder cannot be written, InputError where files of the same
    names are there that were not written by this program.
    """
    pages = make_pages(tournament)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    listed = read_own(manifest, LARGEST_MANIFEST) if os.path.lexists(manifest) else b""
    old = listed.decode(errors="replace").splitlines()
    foreign = [name for name in pages if name not in old and (folder / name).exists()]
    if foreign:
        some = first_few(foreign, 3)
        raise InputError(f"{folder} holds {some} of somebody else; right would be: another folder for the pages")
    _write_manifest(manifest, {*old, *pages})  # before the pages: what is written half is still known as our own
    for name, text in pages.items():
        path = folder / name
        data = text.encode()
        if not (path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data):
            replace_file(path, data)
    for name in old:
        if name not in pages and not set(name) & set("/\\:") and (folder / name).is_file():
            (folder / name).unlink(missing_ok=True)
    _write_manifest(manifest, set(pages))
    return sorted(pages)


def _write_manifest(path: Path, names: set[str]) -> None:
    replace_file(path, ("\n".join(sorted(names)) + "\n").encode())


def make_pages(tournament: Tournament) -> dict[str, str]:
    """All pages by file name; the same tournament gives the same pages."""
    return _Pages(tournament).made()


def isolated(text: object) -> Markup:
    """A sentence for a page, in which words written from right to left do not turn round what stands beside them."""
    from markupsafe import Markup, escape

    return Markup(_WORDS_RTL.sub(lambda words: f"<bdi>{words[0]}</bdi>", str(escape(str(text)))))


class _Pages:
    """The pages of one tournament on their way."""

    def __init__(self, tournament: Tournament) -> None:
        from jinja2 import Environment, PackageLoader, StrictUndefined

        self.tournament = tournament
        self.standings: Standings = standings(tournament)
        self.rounds = [drawn for drawn in tournament.rounds if not drawn.draft]
        self.people = self._people()
        package = __package__ or "mcmahon.io.pages"
        self._templates = Environment(
            loader=PackageLoader(package, ""),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            keep_trailing_newline=True,
        )
        self._templates.filters["bdi"] = isolated
        self._made: dict[str, str] = {"style.css": (files(package) / "style.css").read_text(encoding="utf-8")}
        self._menu = [{"file": "index.html", "title": "Overview"}]
        if self.rounds:
            last = self.rounds[-1].number
            self._menu += [
                {"file": f"round-{last}.html", "title": f"Round {last}"},
                {"file": f"round-{last}-names.html", "title": "Find your name"},
            ]
        others = ("Standings", "Entrants", "Pictures")
        self._menu += [{"file": f"{title.lower()}.html", "title": title} for title in others]

    def made(self) -> dict[str, str]:
        """Every page."""
        links = [self._round_links(drawn) for drawn in self.rounds]
        self._page("index.html", "index.html", "Overview", rounds=links, subtitle=self._subtitle())
        for drawn in self.rounds:
            self._round(drawn)
        self._standings()
        self._page("entrants.html", "entrants.html", "Entrants", entrants=self._entrants(), subtitle=self._entered())
        from markupsafe import Markup

        groups, games = Markup(score_groups(self.standings)), Markup(games_between_lines(self.standings))
        self._page("pictures.html", "pictures.html", "Pictures", groups=groups, games=games)
        settings = self.tournament.settings
        rows = [(name, toml_value(value), doc) for name, value, doc in listed_settings(settings)]
        self._page("settings.html", "settings.html", "Settings", preset=settings.preset, settings=rows)
        for player in self.tournament.players:
            self._player(player)
        return self._made

    def _page(self, file: str, template: str, title: str, **values: Any) -> None:
        name = self.tournament.settings.name or "Tournament"
        text = self._templates.get_template(template).render(
            file=file, title=title, name=name, menu=self._menu, **values
        )
        self._made[file] = without_unseen(text)

    def _people(self) -> dict[str, Person]:
        start = start_scores(self.tournament.players, self.tournament.settings).half_points
        total = self.tournament.settings.rounds
        return {
            p.id: Person(
                f"player-{k}.html",
                p.name,
                p.rank_name,
                "" if p.rating_is_derived else str(p.rating),
                p.club,
                p.country,
                value_text(start[p.id], 2),
                entered_rounds(p, total),
            )
            for k, p in enumerate(self.tournament.players, 1)
        }

    def _subtitle(self) -> str:
        event_, settings = self.tournament.settings.event, self.tournament.settings
        days = event_.begin if event_.end in ("", event_.begin) else f"{event_.begin} to {event_.end}"
        where = ", ".join(part for part in (event_.place, event_.country, days) if part)
        done = f"{len(self.rounds)} of {settings.rounds} rounds"
        return ". ".join(part for part in (where, f"{len(self.tournament.players)} players, {done}") if part) + "."

    def _round_links(self, drawn: Round) -> dict[str, Any]:
        stem = f"round-{drawn.number}"
        missing = sum(game.result is Result.UNKNOWN for game in drawn)
        wall = "wall.html" if drawn is self.rounds[-1] else f"{stem}-wall-1.html"
        links = {"boards": f"{stem}.html", "names": f"{stem}-names.html", "wall": wall}
        return links | {"slips": f"{stem}-slips.html", "number": drawn.number, "missing": missing}

    def _round(self, drawn: Round) -> None:
        links, number = self._round_links(drawn), drawn.number
        boards = [self._board(game, number) for game in drawn]
        kinds = (("Bye", drawn.byes), ("Without a game", drawn.unpaired), ("Absent", drawn.absent))
        others = [(label, [self.people[p] for p in ids if p in self.people]) for label, ids in kinds]
        state = f"{links['missing']} results missing." if links["missing"] else "All results are in."
        self._page(
            links["boards"], "boards.html", f"Round {number}", round=links, boards=boards, others=others, subtitle=state
        )
        where = self._where(drawn)
        present = by_name(p for p in self.tournament.players if p.id in where)
        lines = [{"player": self.people[p.id], "where": where[p.id]} for p in present]
        count = f"{len(lines)} players in the order of their names."
        self._page(links["names"], "names.html", f"Round {number} by name", round=links, lines=lines, subtitle=count)
        self._page(links["slips"], "slips.html", f"Result slips, round {number}", round=links, boards=boards)
        self._walls(number, boards, [(label, people) for label, people in others if people and label != "Absent"])

    def _walls(self, number: int, boards: Sequence[Mapping[str, Any]], others: Sequence[tuple[str, Any]]) -> None:
        """Large pages of a few boards each, which turn over by themselves.

        Those of the last round begin with `wall.html` and come back to it, so that a screen in the hall goes on from
        round to round.
        """
        parts = [boards[k : k + BOARDS_ON_A_WALL] for k in range(0, len(boards), BOARDS_ON_A_WALL)] or [[]]
        files = [f"round-{number}-wall-{k}.html" for k in range(1, len(parts) + 1)]
        if number == self.rounds[-1].number:
            files[0] = "wall.html"
        for k, (file, part) in enumerate(zip(files, parts, strict=True), 1):
            following = files[k % len(files)] if len(files) > 1 or file == "wall.html" else ""
            which = f"Part {k} of {len(parts)}" if len(parts) > 1 else "All boards"
            values = {"boards": part, "others": others, "next_part": following, "subtitle": which}
            self._page(file, "wall.html", f"Round {number}", **values)

    def _board(self, game: Game, number: int) -> dict[str, Any]:
        before = self.standings.sums.scores.mms_after
        stones = f"handicap {game.handicap}, komi {halves_text(game.komi_halves)}" if game.handicap else ""
        return {
            "table": game.table,
            "white": self.people[game.white],
            "black": self.people[game.black],
            "white_mms": value_text(before[game.white][number - 1], 2),
            "black_mms": value_text(before[game.black][number - 1], 2),
            "terms": stones,
            "komi": "" if game.handicap else halves_text(game.komi_halves),
            "result": result_text(game.result, game.by_default),
        }

    def _where(self, drawn: Round) -> dict[str, str]:
        """Where each player is in a round, by id."""
        where = {}
        for game in drawn:
            for player, colour in zip(game.players, ("White", "Black"), strict=True):
                where[player] = f"table {game.table}, {colour}"
        return where | dict.fromkeys(drawn.byes, "bye") | dict.fromkeys(drawn.unpaired, "no game")

    def _standings(self) -> None:
        table = self.standings
        criteria = criteria_shown(table)
        rows = [
            {
                "place": "" if row.shares_place else row.place,
                "line": row.line,
                "player": self.people[row.player.id],
                "mms": value_text(row.mms, 2),
                "cells": row.rounds,
                "wins": value_text(row.wins, 2),
                "numbers": [printed(row, name) for name in criteria],
            }
            for row in table.rows
        ]
        provisional = " Provisional: results are missing." if table.provisional else ""
        self._page(
            "standings.html",
            "standings.html",
            f"Standings after round {table.after_round}",
            rows=rows,
            criteria=criteria,
            round_numbers=range(1, table.after_round + 1),
            subtitle=f"Placed by {', '.join(table.criteria)}.{provisional}",
        )

    def _entrants(self) -> list[Person]:
        final = [p for p in self.tournament.players if p.status is Status.FINAL]
        return [self.people[p.id] for p in sorted(by_name(final), key=lambda p: (-p.rank, -p.rating))]

    def _entered(self) -> str:
        count = sum(p.status is Status.FINAL for p in self.tournament.players)
        waiting = sum(p.status is Status.PRELIMINARY for p in self.tournament.players)
        return f"{count} players" + (f", {waiting} more are preliminary." if waiting else ".")

    def _player(self, player: Player) -> None:
        from markupsafe import Markup

        person, sums = self.people[player.id], self.standings.sums
        entries, after = sums.scores.entries[player.id], sums.scores.mms_after[player.id]
        games = [f"{event(sums, e)}; score {value_text(after[k], 2)}" for k, e in enumerate(entries, 1)]
        row = next((row for row in self.standings.rows if row.player.id == player.id), None)
        why = explain_place(self.standings, player) if row is not None else None
        where = " / ".join(part for part in (person.club, person.country) if part)
        place = f"place {row.place} of {len(self.standings.rows)}" if row is not None else player.status.value
        self._page(
            person.file,
            "player.html",
            f"{person.name}, {person.rank}",
            subtitle=", ".join(part for part in (where, place) if part) + ".",
            svg=Markup(score_line(after)) if entries else "",
            rounds=games,
            criteria=why.criteria if why is not None else (),
            neighbours=why.neighbours if why is not None else (),
        )
