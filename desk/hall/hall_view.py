"""What readers see of a tournament at one moment: the public projection of the pages, for phones and screens.

Everything here comes out of `io/pages` (`public.py` lists what is public, field by field) and `public_draw.py`. Drafts
are not in it. A view is made once a revision and shared by all readers; nothing in it starts a search.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ...io.folder.round_files import halves_text
from ...io.names import by_name
from ...io.pages.contents.crosstable import criteria, score_text, standing_rows, title
from ...io.pages.contents.cups import cups_shown
from ...io.pages.contents.prizes import PublicPrize, public_prizes
from ...io.pages.contents.rounds import boards, match_boards, score_of, without_board
from ...io.pages.public import PublicBoard, PublicPlayer, figures
from ...io.pages.site import Site
from ...model.errors import InputError
from ...model.language import Words
from ...model.placing.scores import RoundKind, RoundScore
from ...model.placing.standings import StandingsRow, unplaced
from ...model.placing.tie_breaks import value_text
from ...model.prizes.told import Announced
from ...model.records.state import State
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.name_search import search_keys, search_rank
from ..placing.give_prizes import announced_before
from .public_draw import PublicDraw, public_draw

Made = TypeVar("Made")

MOST_FOUND = 40


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's game, bye or absence in a round, as the player sees it.

    `kind` is game, bye, absent or unpaired; `won` is won, lost, jigo, void or blank while it is not known.
    Of a match of teams `points` are its points so far, the own first, and `boards` its boards, the own people first.
    """

    round: int
    kind: str
    table: int = 0
    white: bool = False
    opponent: PublicPlayer | None = None
    handicap: int = 0
    komi: str = ""
    won: str = ""
    forfeit: bool = False
    points: str = ""
    boards: tuple[PublicBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A player's page: who it is, the turns so far, the one that is played now, and the place.

    `why` says why the game of now, in sentences; `place` is 0 where there is none yet. `points` are the McMahon score,
    `score` is what places first, with its name. `prizes` are those announced, each with what it gives.
    """

    person: PublicPlayer
    turns: tuple[Turn, ...]
    now: Turn | None
    why: tuple[str, ...]
    place: int
    points: str
    score: str
    of: int
    prizes: tuple[tuple[str, str], ...] = ()


class HallView:
    """A tournament as readers see it; parts are made when somebody asks for them.

    `drawn` is the round that was published last, `after_round` the last one in the standings, which are `provisional`
    while results are missing. `language` is that of the tournament's own pages.
    """

    def __init__(self, state: State, before: HallView | None = None) -> None:
        """`before` is the view until now: what has not changed since is taken from it."""
        self._state = state
        self._draw_before = before._draw if before else None
        site = self._site = Site(state.tournament, prizes=_announced(state))
        self._first = self
        self._made: dict[Hashable, Any] = {}
        self.name, self.revision = state.tournament.settings.name, state.revision
        self.rounds: int = state.tournament.settings.rounds
        self.language = site.settings.pages.language
        self.drawn: Round | None = site.rounds[-1] if site.rounds else None
        self.after_round, self.provisional = site.standings.after_round, site.standings.provisional
        self.has_prizes = site.prizes is not None
        self.prizes_change = site.prizes is not None and site.prizes.provisional  # announced before the end
        self.people = site.people
        self._rows: dict[str, StandingsRow] = {row.player.id: row for row in site.standings.rows}
        self._games = [{p: game for game in drawn for p in game.players} for drawn in site.rounds]
        self._draw: tuple[tuple[object, ...], PublicDraw | None] | None = None
        self._by_number = {number_of(person): player for player, person in self.people.items()}

    def said_by(self, words: Words) -> HallView:
        """The same in other words; what is counted, and what the draw knows, is shared."""
        return self._once(("said", words.language), lambda: self._in_words(words))

    def _in_words(self, words: Words) -> HallView:
        made = copy(self)
        made._site, made._made = self._site.said_by(words), {}
        made.people = made._site.people
        return made

    def start(self) -> str:
        """When the round that was published last begins; blank where that is not said."""
        return self._site.start_of(self.drawn.number) if self.drawn else ""

    def listed(self) -> list[PublicPlayer]:
        """Everybody, by name."""
        everybody = (p for p in self._site.tournament.players if p.id in self.people)
        return self._once("listed", lambda: [self.people[p.id] for p in by_name(everybody)])

    def found(self, text: str) -> list[PublicPlayer]:
        """Those whose name has a part like this, a few at most; first those in whom a word begins so."""
        keys = self._first._once("keys", lambda: [(p.file, search_keys(p.name)) for p in self.listed()])
        ranks = {file: search_rank(text, own) for file, own in keys}
        found = [p for p in self.listed() if ranks[p.file]]
        return sorted(found, key=lambda p: -ranks[p.file])[:MOST_FOUND]

    def boards(self, number: int) -> list[dict[str, Any]]:
        """The boards of a published round; none of another."""
        drawn = self._round(number)
        return self._once(("boards", number), lambda: boards(self._site, drawn)) if drawn else []

    def without_board(self, number: int) -> list[tuple[str, list[PublicPlayer]]]:
        """Who has the bye, and who has no game."""
        drawn = self._round(number)
        return without_board(self._site, drawn) if drawn else []

    def standings(self) -> list[dict[str, Any]]:
        """The lines of the standings."""
        return self._once("standings", lambda: standing_rows(self._site))

    def cups(self) -> list[dict[str, Any]]:
        """The cups with their trees."""
        return self._once("cups", lambda: cups_shown(self._site))

    def criteria(self) -> list[str]:
        """The titles of the numbers in the standings."""
        return [title(name, self._site.words) for name in criteria(self._site.standings)]

    def prizes(self) -> list[PublicPrize]:
        """The prizes as they were announced, the greatest first."""
        announced = self._site.prizes
        return self._once("prizes", lambda: public_prizes(announced, self._site)) if announced else []

    def _prizes_of(self, player: str) -> tuple[tuple[str, str], ...]:
        """The prizes announced for somebody, each with what they get; of a pair or team also those of its people."""
        file = self.people[player].file
        return tuple(
            (one.prize, f"{p.name}: {amount}" if p.name != self.people[player].name else amount)
            for one in self.prizes()
            for p, amount, _ in one.winners
            if p.file == file
        )

    def player(self, number: int) -> str:
        """The id of the player with a number on public pages; blank where there is none."""
        return self._by_number.get(number, "")

    def number(self, player: str) -> int:
        """The number of a player on public pages; 0 for who is not on them."""
        return number_of(self.people[player]) if player in self.people else 0

    def card(self, number: int) -> Card | None:
        """A player's page; None for a number that nobody has."""
        player = self.player(number)
        return self._once(("card", number), lambda: self._card(player)) if player else None

    def _card(self, player: str) -> Card:
        row = self._rows.get(player) or unplaced(self._site.standings, self._site.tournament.player(player))
        turns = tuple(self._turns(player))
        is_last = len(self._site.rounds) >= self.rounds
        now = turns[-1] if turns and (turns[-1].kind != "game" or not turns[-1].won or is_last) else None
        draw = self._first._public_draw() if now and now.kind in ("game", "bye") else None
        why = tuple(draw.why(player, self._site.words)) if draw else ()
        points = value_text(row.mms, 2)
        criterion = self._site.standings.criteria[0]
        [number] = figures([row.text(criterion) or "0"])
        score = score_text(number, criterion, self._site.words)
        of, prizes = len(self._rows), self._prizes_of(player)
        return Card(self.people[player], turns, now, why, row.place, points, score, of, prizes)

    def _public_draw(self) -> PublicDraw | None:
        """What all players' pages need of the draw; it is made once a round."""
        state, number = self._state, len(self._site.rounds)
        t = state.tournament
        boards = [replace(g, result=Result.UNKNOWN, by_default=False, boards=()) for g in t.rounds[number - 1]]
        key = (state.records.get(number), t.settings, t.players, t.cups, t.rounds[: number - 1], boards)
        if self._draw is None:
            known = self._draw_before
            self._draw = known if known and known[0] == key else (key, public_draw(state, number))
        return self._draw[1]

    def _turns(self, player: str) -> list[Turn]:
        rounds, entries = self._site.rounds, self._site.standings.sums.scores.entries[player]
        found = [self._turn(drawn, entry, player) for drawn, entry in zip(rounds, entries, strict=False)]
        of_cups = (drawn for drawn in rounds[len(entries) :] if drawn.holds(player))
        return [*found, *(self._turn(drawn, _AWAY, player) for drawn in of_cups)]

    def _turn(self, drawn: Round, entry: RoundScore, player: str) -> Turn:
        game = self._games[drawn.number - 1].get(player)
        if game is None:
            kinds = {RoundKind.BYE: "bye", RoundKind.UNPAIRED: "unpaired"}
            return Turn(drawn.number, kinds.get(entry.kind, "absent"), won="-")
        white = game.white == player
        return Turn(
            drawn.number,
            "game",
            game.table,
            white=white,
            opponent=self.people.get(game.opponent(player)),
            handicap=game.handicap,
            komi=halves_text(game.komi_halves),
            won=_won(game, white),
            forfeit=game.by_default,
            points=score_of(game, player),
            boards=match_boards(self._site, game, 0 if white else 1),
        )

    def _round(self, number: int) -> Round | None:
        return next((drawn for drawn in self._site.rounds if drawn.number == number), None)

    def _once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def mark(self, page: str) -> int:
        """What a page depends on, as a number: while it is the same, an open page need not be loaded again."""
        return self._once(("mark", page), lambda: hash(self._depends(page)))

    def _depends(self, page: str) -> Any:
        kind, _, rest = page.partition("/")
        if kind == "player" and rest.isascii() and rest.isdecimal() and self.player(int(rest)):
            player = self.player(int(rest))
            place = self._rows[player].place if player in self._rows and not self.provisional else 0
            return (len(self._site.rounds), tuple(self._turns(player)), place, self._site.prizes)
        return self.revision


def _announced(state: State) -> Announced | None:
    """The list of prizes that was announced; none where its file is damaged: phones show everything else."""
    try:
        return announced_before(state)
    except InputError:
        return None


#: What a round of cups alone is for who has no game in it.
_AWAY = RoundScore(RoundKind.ABSENT)


def number_of(person: PublicPlayer) -> int:
    """The number of a player on public pages, which is in the name of their file."""
    return int(person.file.removeprefix("player-").removesuffix(".html"))


def _won(game: Game, white: bool) -> str:
    if game.result is Result.UNKNOWN:
        return ""
    if game.result is Result.VOID:
        return "void"
    return {2: "won", 1: "jigo", 0: "lost"}[game.half_points()[0 if white else 1]]
