"""The window, figures and numbers."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import tempfile
import threading
import time
from typing import Any, Dict, Optional

from . import _tensor
from ._attention import save
from ._options import words
from ._program import RegardError, plain, program, run
from ._warn import warn

_SAVED = [name for name, of in inspect.signature(save).parameters.items() if of.kind is of.KEYWORD_ONLY]


def show(attentions: Any = None, tokens: Any = None, **options: Any) -> "subprocess.Popen[bytes]":
    """Opens the window with these weights, and goes on.

    Takes what save() takes. Returns the program's process; the file that it reads goes when it ends. What it prints on
    standard error becomes warnings.
    """
    command = program()
    folder = tempfile.mkdtemp(prefix="regard-")
    try:
        path = os.path.join(folder, "attention.safetensors")
        save(path, attentions, tokens, **options)
        # A file, because the window may outlive this process, and a pipe would not.
        with open(os.path.join(folder, "messages"), "wb") as messages:
            process = subprocess.Popen([command, path], stderr=messages)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise

    def watch() -> None:
        try:
            with open(os.path.join(folder, "messages"), "rb") as messages:
                said, ended = b"", False
                while not ended:
                    ended = process.poll() is not None  # before the last reading
                    *lines, said = (said + messages.read()).split(b"\n")
                    for line in lines + [said] * ended:
                        if line.strip():
                            warn(plain(line, path))
                    time.sleep(0 if ended else 0.2)
        finally:
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)

    threading.Thread(target=watch, daemon=True).start()
    return process


class Figure:
    """A picture, which a notebook shows by itself."""

    def __init__(self, data: bytes, format: str) -> None:
        self.data = data
        self.format = format

    def save(self, path: "os.PathLike[str] | str") -> None:
        """Writes the picture as it is; a path of another kind of picture is refused."""
        if not os.fspath(path).lower().endswith("." + self.format):
            raise ValueError(f"the figure is {self.format}; a file of it ends in .{self.format}")
        with open(path, "wb") as file:
            file.write(self.data)

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self.format == "svg" else None

    def _repr_png_(self) -> Optional[bytes]:
        return self.data if self.format == "png" else None


def figure(attentions: Any = None, tokens: Any = None, *, view: str = "links", format: str = "svg", **options: Any) -> Figure:
    """A picture of these weights: ``svg``, ``pdf`` or ``png``.

    view, layer, head and every other option of ``regard export`` are given by their names with Python's values, layers,
    heads and tokens counted from 1: ``query=8``, ``words=True``, ``legend=False``, ``head=[1, 3]``, ``size="84mm"``; None
    is the default. title: a text is the title, False or "" takes the line off the picture. What is left takes save().
    Raises RegardError with the program's sentence, and for an option that the program does not have.
    """
    if format not in ("svg", "pdf", "png"):
        raise ValueError(f"format {format!r} is none of svg, pdf and png")
    kept = {name: options.pop(name) for name in _SAVED if name in options}
    title = kept.get("title")
    if isinstance(title, bool):
        options["title"] = kept.pop("title")
    elif title is not None:  # The blank makes "off" a text like any other.
        options["title"] = f" {title}" if str(title).strip() else False
    spelled = words({"view": view, **options})
    with tempfile.TemporaryDirectory(prefix="regard-") as folder:
        path = os.path.join(folder, "attention.safetensors")
        save(path, attentions, tokens, **kept)
        made = os.path.join(folder, "figure." + format)
        run(["export", path, *spelled, "-o", made], path)
        with open(made, "rb") as file:
            return Figure(file.read(), format)


def trace(model: "os.PathLike[str] | str", source: str, target: Optional[str] = None, **options: Any) -> Dict[str, Any]:
    """Every number that Regard computes of a sentence, by name: ``encoder.0.self.weights`` is heads × queries × keys.

    model: the folder of a checkpoint, or a project. Other options are those of ``regard export``, as figure() takes
    them (``set={"heads": 4}``, ``off=["1.3"]``). Arrays are numpy's where numpy is there, else memoryviews of the same
    shape. Raises RegardError with the program's sentence.
    """
    spelled = words({"source": source, "target": target, **options})
    with tempfile.TemporaryDirectory(prefix="regard-") as folder:
        made = os.path.join(folder, "trace.safetensors")
        run(["export", os.fspath(model), *spelled, "-o", made])
        if not os.path.exists(made):
            raise RegardError("regard wrote no trace")
        return _tensor.read(made)
