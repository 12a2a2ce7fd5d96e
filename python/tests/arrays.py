"""What the tests share: rows of attention, and what a file says."""

import json
import struct

import numpy as np


def weights(heads, queries, keys, causal=False, seed=1):
    """Rows that sum to 1."""
    rows = np.random.default_rng(seed).random((heads, queries, keys)).astype(np.float32)
    if causal:
        rows *= np.tril(np.ones((queries, keys), np.float32), keys - queries)
    return rows / rows.sum(-1, keepdims=True)


def batch(count, *sizes, seed=1, **kind):
    return np.stack([weights(*sizes, seed=100 * seed + each, **kind) for each in range(count)])


def metadata(path):
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return json.loads(file.read(length))["__metadata__"]


class Output:
    """What a model of the transformers library returns."""

    def __init__(self, **members):
        self.__dict__.update(members)
