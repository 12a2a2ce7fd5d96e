"""The window, figures and numbers."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from typing import Any, Dict, List, Optional

from . import _tensor
from ._attention import save
from ._program import RegardError, program, run

_SAVED = ("encoder", "decoder", "cross", "target_tokens", "title", "pieces", "special", "target_special", "batch")


def _split(options: Dict[str, Any]) -> Dict[str, Any]:
    """Takes out of the options what save() is to be told."""
    return {name: options.pop(name) for name in _SAVED if name in options}


def show(attentions: Any = None, tokens: Any = None, **options: Any) -> "subprocess.Popen[bytes]":
    """Opens the window with these weights, and goes on.

    Takes what save() takes. Returns the program's process; the file that it reads goes when it ends.
    """
    command = program()
    folder = tempfile.mkdtemp(prefix="regard-")
    try:
        path = os.path.join(folder, "attention.safetensors")
        save(path, attentions, tokens, **options)
        process = subprocess.Popen([command, path])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise

    def clean() -> None:
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    threading.Thread(target=clean, daemon=True).start()
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


def _words(options: Dict[str, Any]) -> List[str]:
    """Options as the command line spells them: no_special=True is --no-special, heads=[1, 2] is --heads 1,2."""
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.rstrip("_").replace("_", "-"))
        if isinstance(value, (list, tuple)):
            words.append(",".join(str(each) for each in value))
        elif value is not True:
            words.append(str(value))
    return words


def figure(attentions: Any = None, tokens: Any = None, *, view: str = "links", format: str = "svg", **options: Any) -> Figure:
    """A picture of these weights: ``svg``, ``pdf`` or ``png``.

    view, layer, head and every other option of ``regard export`` are given by their names (``query=8``, ``words=True``,
    ``size="84mm"``), layers, heads and tokens counted from 1; what is left takes save(). Raises RegardError with the
    program's sentence.
    """
    if format not in ("svg", "pdf", "png"):
        raise ValueError(f"format {format!r} is none of svg, pdf and png")
    kept = _split(options)
    with tempfile.TemporaryDirectory(prefix="regard-") as folder:
        path = os.path.join(folder, "attention.safetensors")
        save(path, attentions, tokens, **kept)
        made = os.path.join(folder, "figure." + format)
        try:
            run(["export", path, "--view", view, *_words(options), "-o", made])
        except RegardError as error:  # the file is of no interest, and gone
            raise type(error)(str(error).replace(path, "the attention")) from None
        with open(made, "rb") as file:
            return Figure(file.read(), format)


def trace(model: "os.PathLike[str] | str", source: str, target: Optional[str] = None, **options: Any) -> Dict[str, Any]:
    """Every number that Regard computes of a sentence, by name: ``encoder.0.self.weights`` is heads × queries × keys.

    model: the folder of a checkpoint, or a project. Other options are those of ``regard export``. Arrays are numpy's
    where numpy is there, else memoryviews of the same shape. Raises RegardError with the program's sentence.
    """
    words = ["export", os.fspath(model), "--source", source]
    if target is not None:
        words += ["--target", target]
    with tempfile.TemporaryDirectory(prefix="regard-") as folder:
        made = os.path.join(folder, "trace.safetensors")
        run([*words, *_words(options), "-o", made])
        if not os.path.exists(made):
            raise RegardError("regard wrote no trace")
        return _tensor.read(made)
