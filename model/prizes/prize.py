"""A prize of the table: for which list and place it is, and what it is worth. Money is in hundredths of a currency."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..errors import WrongValue

if TYPE_CHECKING:
    from .conditions import Condition

#: A list: its condition, its order, and whether it is of people or of entrants.
ListKey: TypeAlias = "tuple[Condition, str, bool]"
EACH = 0  # the place of a prize that everybody on its list gets
MOST_PLACE, MOST_VALUE = 9_999, 10**11  # a thousand million

_MONEY = re.compile(r"(\d{1,3}(?:[ .,'’]\d{3}){1,3}|\d{1,12})(?:[.,](\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prize:
    """A line of the table, or one place of it.

    `number` counts on in the order of the table, `line` is that of the file. `order` is by what the list goes: blank
    for the standings, `upset`, `upset rating`, or placing criteria. `place` EACH is for everybody on the list. `value`
    is money where there is a currency, else what the thing is worth. `besides` says whether it is given besides
    another prize; None: only if it has no value. `people`: its list is of the members of pairs and teams, each for
    themselves.
    """

    number: int
    name: str
    condition: Condition
    order: str = ""
    place: int = 1
    value: int = 0
    currency: str = ""
    thing: str = ""
    besides: bool | None = None
    line: int = 0
    people: bool = False

    @property
    def list(self) -> ListKey:
        """The list that the prize is for: its condition, its order, and whether it is of people."""
        return self.condition, self.order, self.people

    @property
    def money(self) -> int:
        """What is paid, in hundredths; 0 for a thing."""
        return self.value if self.currency else 0

    @property
    def is_besides(self) -> bool:
        """Whether it is given besides another prize."""
        return not self.value if self.besides is None else self.besides


def money_text(value: int) -> str:
    """`150`, or `37.50` where there are hundredths."""
    whole, rest = divmod(value, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def parse_money(text: str) -> int:
    """Hundredths of `150`, `37.50`, `37,5`, `1,500.00` and `2.150`. Raises WrongValue."""
    match = _MONEY.fullmatch(text.strip())
    if match is None:
        raise WrongValue("not an amount of money")
    value = int(re.sub(r"\D", "", match[1])) * 100 + int((match[2] or "").ljust(2, "0"))
    if value > MOST_VALUE:
        raise WrongValue("too large an amount")
    return value
