"""Warnings that name the caller's line."""

from __future__ import annotations

import sys
import warnings


def warn(message: str) -> None:
    """Warns at the line that called the package, however deep within it the reason was found."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)
