"""Numbers of any array library as bytes, and the safetensors format."""

from __future__ import annotations

import array
import json
import os
import struct
import sys
import tempfile
from typing import Any, Dict, Mapping, NamedTuple, Tuple

_CODES = {"F64": "d", "F32": "f"}


class Tensor(NamedTuple):
    """float32 numbers, row by row, and the kind that a file keeps them in: F32, or BF16 where they were bfloat16."""

    shape: Tuple[int, ...]
    data: bytes
    kind: str = "F32"


def _stored(each: Tensor) -> bytes:
    """The bytes of a file. A bfloat16 is the upper half of a float32."""
    if each.kind == "F32":
        return each.data
    halves = bytearray(len(each.data) // 2)
    halves[0::2] = each.data[2::4]
    halves[1::2] = each.data[3::4]
    return bytes(halves)


def _widened(halves: bytes) -> bytes:
    """bfloat16 as float32."""
    whole = bytearray(2 * len(halves))
    whole[2::4] = halves[0::2]
    whole[3::4] = halves[1::2]
    return bytes(whole)


def shape_of(values: Any) -> Tuple[int, ...]:
    """The shape of an array or of nested lists."""
    shape = getattr(values, "shape", None)
    if shape is not None:
        return tuple(int(size) for size in shape)
    if isinstance(values, (list, tuple)):
        return (len(values),) + (shape_of(values[0]) if values else ())
    return ()


def _flat(values: Any, into: array.array) -> None:
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, (list, tuple)):
        if len({shape_of(value) for value in values}) > 1:
            raise ValueError("the rows of a list have different lengths")
        for value in values:
            _flat(value, into)
    else:
        into.append(float(values))


def tensor(values: Any) -> Tensor:
    """Any array as float32: torch by its own methods, others by the array or the buffer protocol, lists one by one."""
    shape = shape_of(values)
    kind = "BF16" if str(getattr(values, "dtype", "")).endswith("bfloat16") else "F32"
    if hasattr(values, "detach"):  # torch
        values = values.detach().cpu().float().contiguous()
        try:
            values = values.numpy()
        except RuntimeError:  # torch without numpy
            start = values.storage_offset() * 4
            count = values.numel() * 4
            return Tensor(shape, bytes(values.untyped_storage())[start : start + count], kind)
    elif hasattr(values, "__array__") and not hasattr(values, "astype"):
        values = values.__array__()
    if hasattr(values, "astype"):  # numpy, or jax, whose arrays give theirs
        values = values.astype("float32")
        if hasattr(values, "__array__"):
            values = values.__array__()
        return Tensor(shape, values.tobytes(), kind)
    if isinstance(values, (list, tuple)):
        numbers = array.array("f")
        _flat(values, numbers)
        return Tensor(shape, numbers.tobytes())
    view = memoryview(values)
    if view.format != "f":
        numbers = array.array("f")
        _flat(view.tolist(), numbers)
        return Tensor(tuple(view.shape or ()), numbers.tobytes())
    return Tensor(tuple(view.shape or ()), view.tobytes())


def write(path: "os.PathLike[str] | str", tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Writes a safetensors file, which appears under its name whole or not at all."""
    if sys.byteorder != "little":
        raise OSError("safetensors are little-endian; this machine is not")
    header: Dict[str, Any] = {"__metadata__": dict(metadata)}
    end = 0
    stored = {name: _stored(each) for name, each in tensors.items()}
    for name, each in tensors.items():
        begin, end = end, end + len(stored[name])
        header[name] = {"dtype": each.kind, "shape": list(each.shape), "data_offsets": [begin, end]}
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    target = os.path.abspath(os.fspath(path))
    try:
        handle, draft = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".regard-")
    except OSError as error:  # it would name the draft
        raise type(error)(error.errno, error.strerror, target) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(struct.pack("<Q", len(text)))
            file.write(text)
            for data in stored.values():
                file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(draft, 0o666 & ~mask)
        os.replace(draft, target)
    except BaseException:
        os.unlink(draft)
        raise


def read(path: "os.PathLike[str] | str") -> Dict[str, Any]:
    """The tensors of a safetensors file: numpy's arrays where numpy is there, else memoryviews of the same shape."""
    with open(path, "rb") as file:
        whole = file.read()
    (length,) = struct.unpack("<Q", whole[:8])
    header = json.loads(whole[8 : 8 + length])
    header.pop("__metadata__", None)
    try:
        import numpy
    except ImportError:
        numpy = None
    tensors: Dict[str, Any] = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        data = whole[8 + length + begin : 8 + length + end]
        kind, shape = entry["dtype"], entry["shape"]
        if kind == "BF16":
            kind, data = "F32", _widened(data)
        if kind not in _CODES:
            raise ValueError(f"{os.fspath(path)}: tensor {name} is of {kind}, which is not read here")
        if numpy is not None:
            tensors[name] = numpy.frombuffer(data, dtype="<f4" if kind == "F32" else "<f8").reshape(shape)
        elif data and shape:
            tensors[name] = memoryview(data).cast("B").cast(_CODES[kind], shape)
        else:
            tensors[name] = memoryview(data)
    return tensors
