"""The program, and what it says."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import List


class RegardError(RuntimeError):
    """What the program says is wrong, in its own sentence."""


class ProgramNotFound(RegardError):
    """There is no program to call."""


def program() -> str:
    """The program: what the variable REGARD names, else ``regard`` on PATH. Raises ProgramNotFound."""
    named = os.environ.get("REGARD")
    found = shutil.which(named or "regard")
    if found is None:
        where = f"REGARD says {named!r}, where there is no program" if named else "there is no program regard on PATH"
        raise ProgramNotFound(f"{where}; install the package of Regard, or set REGARD to its path")
    return found


def run(arguments: List[str]) -> bytes:
    """What a command writes on standard output. Raises RegardError with the program's sentence."""
    ended = subprocess.run([program(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if ended.returncode != 0:
        sentence = ended.stderr.decode(errors="replace").strip()
        raise RegardError(sentence or f"regard ended with {ended.returncode}")
    return ended.stdout
