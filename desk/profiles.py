"""The weight profiles that a director can name."""

from __future__ import annotations

from ..io.settings.profiles import profile_named, profile_names

__all__ = ["profile_named", "profile_names"]
