"""The program, and what it says."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import List

from ._warn import warn


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


def plain(said: bytes, file: str = "") -> str:
    """What the program printed on standard error. A file that is of no interest, because it goes, loses its name."""
    text = said.decode(errors="replace").strip()
    return text.replace(file, "the attention") if file else text


def run(arguments: List[str], file: str = "") -> bytes:
    """What a command writes on standard output; what it prints on standard error beside that becomes warnings.

    file: a temporary one that its sentences shall not name. Raises RegardError with the program's sentence.
    """
    ended = subprocess.run([program(), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    said = plain(ended.stderr, file)
    if ended.returncode != 0:
        raise RegardError(said or f"regard ended with {ended.returncode}")
    for line in said.splitlines():
        warn(line)
    return ended.stdout
