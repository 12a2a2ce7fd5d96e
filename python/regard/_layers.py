"""Layers of attention weights from what models return: a tuple of layers, or the steps of ``generate``."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from ._tensor import Tensor, shape_of, tensor

EAGER = ('the model returned no attention weights: load it with attn_implementation="eager" and call it with '
         "output_attentions=True")


class Weights(NamedTuple):
    """One heads × queries × keys a layer."""

    layers: List[Tensor]
    are_steps: bool = False  # as generate() gives them: the last token that it wrote was never read
    averaged: bool = False  # the one head is the mean of the model's


def is_list(values: Any) -> bool:
    return isinstance(values, (list, tuple))


def are_steps(values: Any) -> bool:
    """Whether this is a tuple of steps, each a tuple of layers."""
    return (is_list(values) and len(values) > 0 and is_list(values[0]) and len(values[0]) > 0
            and (values[0][0] is None or len(getattr(values[0][0], "shape", ())) > 2))


def _one(layer: Any, batch: Optional[int], what: str) -> Tensor:
    """One sentence's heads × queries × keys."""
    if layer is None:
        raise ValueError(EAGER)
    shape = shape_of(layer)
    if len(shape) == 4 or (len(shape) == 3 and batch is not None):
        if batch is None and shape[0] != 1:
            raise ValueError(f"{what} has {shape[0]} in its batch (sentences, or windows of a picture): "
                             f"say which one with batch=, counted from 0")
        at = batch or 0
        if not 0 <= at < shape[0]:
            raise ValueError(f"{what}: batch {at} is asked for, but there are {shape[0]}, counted from 0")
        layer, shape = layer[at], shape[1:]
    elif batch is not None:
        raise ValueError(f"{what} has the shape {shape}, which is no batch: leave out batch=")
    if len(shape) not in (2, 3) or 0 in shape:
        raise ValueError(f"{what} has the shape {shape}; it takes heads × queries × keys, queries × keys of a single "
                         "head, or a batch of these")
    return tensor(layer)._replace(shape=shape if len(shape) == 3 else (1, *shape))


def _is_zero(data: bytes) -> bool:
    return data.count(0) == len(data)


def _is_uniform(row: bytes) -> bool:
    """Whether all keys have one weight, as transformers gives a query of padding on the left."""
    numbers = memoryview(row).cast("f")
    return max(numbers) - min(numbers) <= 1e-3 * max(numbers)


def _joined(steps: Sequence[Tensor], what: str, grows: bool) -> Tensor:
    """The rows that each step of one layer adds, below each other.

    Of a self-attention, which grows, keys are as many as queries in the end: short rows end with zeros, a row of a
    window that slid on (fewer keys than there were tokens) begins with them, and places that a cache has not filled yet
    go.
    """
    heads, keys = steps[0].shape[0], steps[0].shape[2]
    parts = []  # of each step: its first row that is new, and how many tokens its last key has before it
    total = 0
    for step in steps:
        queries = step.shape[1]
        first = total if 0 < total < queries else 0  # without a cache every step reads the whole text again
        total += queries - first
        behind = max(0, total - step.shape[2]) if grows else 0
        if step.shape[0] != heads or (not grows and step.shape[2] != keys) or (behind and queries > 1):
            raise ValueError(f"{what}: step shapes {steps[0].shape} and {step.shape} do not belong together")
        parts.append((step, first, 4 * behind))
    width = 4 * (total if grows else keys)
    rows: List[bytes] = []
    for head in range(heads):
        for step, first, behind in parts:
            size = 4 * step.shape[2]
            for query in range(first, step.shape[1]):
                start = (head * step.shape[1] + query) * size
                row = bytes(behind) + step.data[start : start + size]
                if not _is_zero(row[width:]) and not _is_uniform(row):
                    raise ValueError(f"{what}: a step of the shape {step.shape} has weights of keys beyond the {total} "
                                     "tokens that were read")
                rows.append(row[:width].ljust(width, b"\0"))
    kind = "BF16" if all(step.kind == "BF16" for step in steps) else "F32"
    return Tensor((heads, total, width // 4), b"".join(rows), kind)


def layers_of(values: Any, what: str, batch: Optional[int] = None, rows: Optional[Sequence[int]] = None,
              grows: bool = True) -> Weights:
    """Layers from a tuple of them, from one array or from the steps that generate() gives.

    batch: which of a batch; rows: of steps, which of each step's batch, one entry for each step that counts.
    """
    if values is None:
        raise ValueError(EAGER)
    shape = shape_of(values)
    if hasattr(values, "shape") or len(shape) == 2:
        if len(shape) == 4 and batch is not None:
            raise ValueError(f"{what} has the shape {shape}: with batch=, give [weights] where it is one layer's "
                             "batch × heads × queries × keys, list(weights) where it is layers × batch × queries × keys")
        if not 2 <= len(shape) <= 5:
            raise ValueError(f"{what} has the shape {shape}; it takes layers × heads × queries × keys")
        values = [values] if len(shape) < 4 else [values[layer] for layer in range(shape[0])]
    if not values or any(value is None or (is_list(value) and not value) for value in values):
        raise ValueError(EAGER)
    if not are_steps(values):
        averaged = batch is not None and any(len(shape_of(layer)) == 3 for layer in values)
        return Weights([_one(layer, batch, f"{what}, layer {number}") for number, layer in enumerate(values, 1)],
                       averaged=averaged)
    if len({len(step) for step in values}) != 1:
        raise ValueError(f"{what}: the steps have different numbers of layers")
    chosen = [(step, batch) for step in values] if rows is None else list(zip(values, rows))
    return Weights([
        _joined([_one(step[layer], row, f"{what}, layer {layer + 1}") for step, row in chosen], what, grows)
        for layer in range(len(values[0]))
    ], are_steps=True)


def _rows(layer: Tensor) -> List[bytes]:
    """Each query's row, head by head."""
    width = 4 * layer.shape[2]
    return [layer.data[start : start + width] for start in range(0, len(layer.data), width)]


def _padding_before(rows: Sequence[bytes]) -> int:
    """How many rows of one head are of padding on the left."""
    count = next((at for at, row in enumerate(rows) if not _is_uniform(row)), len(rows))
    return count if count < len(rows) and all(_is_zero(row[: 4 * count]) for row in rows[count:]) else 0


def causality(layers: Sequence[Tensor]) -> Tuple[bool, int]:
    """Whether no query looks at a later token, and how many queries before the first that counts are padding."""
    padding = _padding_before(_rows(layers[0])[: layers[0].shape[1]])
    for layer in layers:
        _, queries, keys = layer.shape
        if queries != keys:
            return False, 0
        for at, row in enumerate(_rows(layer)):
            query = at % queries
            right = _is_uniform(row) if query < padding else _is_zero(row[: 4 * padding] + row[4 * (query + 1) :])
            if not right:
                return False, 0
    return True, padding


def without(layer: Tensor, queries: Sequence[bool], keys: Sequence[bool]) -> Tuple[Tensor, bool]:
    """The layer without queries and keys that are false, and whether what goes of the rows that stay held a weight."""
    kept: List[bytes] = []
    loses = False
    runs = []  # of keys that stay
    for key, stays in enumerate(keys):
        if stays and runs and runs[-1][1] == 4 * key:
            runs[-1][1] += 4
        elif stays:
            runs.append([4 * key, 4 * key + 4])
    for at, row in enumerate(_rows(layer)):
        if not queries[at % layer.shape[1]]:
            continue
        kept.append(b"".join(row[start:end] for start, end in runs))
        loses = loses or len(row) - row.count(0) != len(kept[-1]) - kept[-1].count(0)
    return Tensor((layer.shape[0], sum(queries), sum(keys)), b"".join(kept), layer.kind), loses
