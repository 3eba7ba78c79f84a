"""The list of winners as it is read out, printed and published, and how a later one differs from it."""

from __future__ import annotations

from dataclasses import dataclass

from .awards import Award, Awards


@dataclass(frozen=True, slots=True)
class Line:
    """What one player (an id) gets; lines of one `group` are read out together, the smallest prize first.

    `money` is in hundredths. `shared`: the players of the group share what the prizes are worth.
    """

    group: int
    prize: str
    player: str
    money: int = 0
    currency: str = ""
    thing: str = ""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Announced:
    """A list of winners after a round; `provisional` when it was not the last, or results were missing."""

    lines: tuple[Line, ...]
    after_round: int = 0
    provisional: bool = False

    def groups(self) -> list[tuple[Line, ...]]:
        """The lines that are read out together, in the order of reading."""
        found: dict[int, list[Line]] = {}
        for line in self.lines:
            found.setdefault(line.group, []).append(line)
        return [tuple(lines) for lines in found.values()]


def announced(awards: Awards) -> Announced:
    """The list of winners of these awards, in the order of reading."""
    lines = [line for k, award in enumerate(awards.reading_order(), 1) for line in _lines(k, award)]
    return Announced(tuple(lines), awards.standings.after_round, awards.provisional)


def _lines(group: int, award: Award) -> list[Line]:
    currency = next((prize.currency for prize in award.prizes if prize.currency), "")
    title = " + ".join(prize.name for prize in award.prizes)
    shared = len(award.shares) > 1 and not award.is_for_each
    return [
        Line(
            group=group,
            prize=title,
            player=share.player,
            money=share.money,
            currency=currency if share.money else "",
            thing=", ".join(prize.thing for prize in share.things),
            shared=shared,
        )
        for share in award.shares
    ]


@dataclass(frozen=True, slots=True)
class Change:
    """What a player (an id) had in a list of winners and has no more, and has in a later one and had not."""

    player: str
    before: tuple[Line, ...]
    after: tuple[Line, ...]


def differences(old: Announced, new: Announced) -> list[Change]:
    """The players who get something else than was announced, first those who lose something."""
    players = list(dict.fromkeys(line.player for line in (*old.lines, *new.lines)))
    found = [Change(player, _gone(old, new, player), _gone(new, old, player)) for player in players]
    return sorted((one for one in found if one.before or one.after), key=lambda one: bool(one.after))


def _gone(old: Announced, new: Announced, player: str) -> tuple[Line, ...]:
    """What a player has in one list and not in the other."""
    stays = [_said(line) for line in new.lines if line.player == player]
    return tuple(line for line in old.lines if line.player == player and _said(line) not in stays)


def _said(line: Line) -> tuple[object, ...]:
    """What a line says to its player."""
    return line.prize, line.money, line.currency, line.thing
