"""Attention between groups of tokens in float64, for tests/engine/test_token_groups.cpp.

    python3 make_groups.py > groups.txt

Each case: `case NAME renormalises`, the groups of queries and keys as first:count, then matrices, one row a line:
`weights` (rows sum to 1), `grouped` (the sum over a group's keys, the mean over its queries, divided by what is left
where it says so) and `hidden`, what keys in no group take, averaged over the groups of queries.
"""
import numpy as np

CASES = [
    ("plain", 4, 4, [(0, 1), (1, 1), (2, 1), (3, 1)], [(0, 1), (1, 1), (2, 1), (3, 1)], False),
    ("words", 6, 6, [(0, 1), (1, 3), (4, 1), (5, 1)], [(0, 1), (1, 3), (4, 1), (5, 1)], False),
    ("hidden", 6, 6, [(1, 1), (2, 1), (3, 1), (4, 1)], [(1, 1), (2, 1), (3, 1), (4, 1)], False),
    ("hidden_renormalised", 6, 6, [(1, 1), (2, 1), (3, 1), (4, 1)], [(1, 1), (2, 1), (3, 1), (4, 1)], True),
    ("words_hidden", 8, 8, [(1, 2), (3, 1), (4, 3)], [(1, 2), (3, 1), (4, 3)], False),
    ("words_hidden_renormalised", 8, 8, [(1, 2), (3, 1), (4, 3)], [(1, 2), (3, 1), (4, 3)], True),
    ("two_sentences", 3, 7, [(0, 2)], [(0, 2), (2, 2), (4, 1), (5, 1)], True),
]


def write(name, matrix):
    for row in np.atleast_2d(matrix):
        print(name, *(repr(float(number)) for number in row))


def main():
    random = np.random.default_rng(7)
    for name, n, m, queries, keys, renormalises in CASES:
        scores = random.normal(size=(n, m)) * 2
        weights = np.exp(scores)
        weights /= weights.sum(axis=1, keepdims=True)
        weights = weights.astype(np.float32).astype(np.float64)
        by_key = np.stack([weights[:, first:first + count].sum(axis=1) for first, count in keys], axis=1)
        grouped = np.stack([by_key[first:first + count].mean(axis=0) for first, count in queries])
        shown = {key for first, count in keys for key in range(first, first + count)}
        gone = [key for key in range(m) if key not in shown]
        hidden = np.mean([weights[first:first + count][:, gone].sum(axis=1).mean() for first, count in queries])
        if renormalises:
            grouped = grouped / grouped.sum(axis=1, keepdims=True)
        print("case", name, int(renormalises))
        print("queries", *(f"{first}:{count}" for first, count in queries))
        print("keys", *(f"{first}:{count}" for first, count in keys))
        write("weights", weights)
        write("grouped", grouped)
        write("hidden", [[hidden]])


main()
