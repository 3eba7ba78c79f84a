"""Gone to `cli/views/`; these lines stay until every face that is being converted has its own imports from there."""

from __future__ import annotations

from ..cli.views.boards import costs_text
from ..cli.views.columns import columns
from ..cli.views.players_list import players_list_text
from .pages.cells import entered_rounds

__all__ = ["columns", "costs_text", "entered_rounds", "players_list_text"]
