"""A list that somebody sends, as frames of pandas: a row for each line, a column for each title, every cell a text.

What is done to a column is done to all of it, and each different text is looked at once. The folder's own files and the
forms, which hold one player, are read without a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..tables import Row, Table, clean

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


@dataclass(slots=True)
class SentList:
    """The lines of a list. The index is the number of the line in its file, the same for two players of one line.

    `cells` are in one line, without blanks around them and invisible characters; `written` as they stand in the file.
    A blank cell is an empty text.
    """

    table: Table
    cells: pd.DataFrame
    written: pd.DataFrame

    def filled(self, title: str) -> pd.Series[Any]:
        """The cells under a title that say something."""
        column = self.cells[title]
        return column[column != ""]

    def joined(self, titles: Sequence[str]) -> pd.Series[Any]:
        """The cells under these titles as one text a line, with a blank between two."""
        first, *others = titles
        return self.cells[first].str.cat(self.cells[others], sep=" ").str.strip() if others else self.cells[first]

    def keep(self, players: NDArray[np.bool_]) -> None:
        """Leave out the lines that are not marked."""
        self.cells, self.written = self.cells[players].copy(), self.written[players].copy()

    def rows(self, as_written: Collection[str]) -> list[Row]:
        """The lines one by one, with the cells under these titles as they stand in the file."""
        titles = [str(title) for title in self.cells]
        columns = [(self.written if title in as_written else self.cells)[title].tolist() for title in titles]
        lines = zip(self.cells.index.tolist(), zip(*columns, strict=True), strict=True)
        return [Row(line, dict(zip(titles, cells, strict=True))) for line, cells in lines]


def sent_list(table: Table, rows: Sequence[Row]) -> SentList:
    """These rows of a table as frames."""
    import pandas as pd

    titles = list(rows[0].cells if rows else filter(None, table.titles))  # a column that counts the lines has no title
    lines = pd.Index([row.line for row in rows], dtype="int64", name="line")
    written = pd.DataFrame({title: [row.cells[title] for row in rows] for title in titles}, lines, dtype=object)
    return SentList(table, written.apply(once, read=clean), written)


def once(column: pd.Series[Any], read: Callable[[str], Hashable]) -> pd.Series[Any]:
    """What is read of each cell; each different text is read once."""
    import pandas as pd

    found = {text: read(text) for text in column.unique()}
    return pd.Series([found[text] for text in column], column.index, dtype=object)


def share(column: pd.Series[Any], fits: Callable[[str], bool]) -> float:
    """The share of the cells that look so, 0 to 1; 0 for no cells."""
    return float(once(column, fits).astype(bool).mean()) if len(column) else 0.0
