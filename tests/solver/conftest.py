"""What several tests of the solver share."""

from __future__ import annotations

import pytest


@pytest.fixture
def relaxation_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no compiler was found at the installation: the relaxation solves every round."""
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
