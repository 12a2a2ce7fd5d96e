#!/usr/bin/env python3
"""Writes reference_*.txt and draws.txt beside this script: what the engine must compute, computed without it.

The passes are numpy in float64 from float32 weights; the draws are the documented hash in plain Python integers.
Run it with numpy installed: python3 make_reference.py

A reference file has one item a line: `config KEY VALUE`, `token TEXT`, `masked POSITION`, and
`matrix KIND NAME ROWS COLUMNS NUMBERS…` row by row, KIND being embedding, weight or expected.
"""

import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
GAMMA = 0x9E3779B97F4A7C15
BITS64 = (1 << 64) - 1


# --- the pass -------------------------------------------------------------------------------------------------------

def softmax(scores):
    weights = np.zeros_like(scores)
    for i, row in enumerate(scores):
        allowed = np.isfinite(row)
        if allowed.any():
            exponentials = np.exp(row[allowed] - row[allowed].max())
            weights[i, allowed] = exponentials / exponentials.sum()
    return weights


def sinusoids(n, d_model):
    rows = np.zeros((n, d_model))
    for position in range(n):
        for column in range(d_model):
            pair = column // 2
            angle = position / 10000 ** (2 * pair / d_model)
            rows[position, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return rows


def scores_of(q, k, score, w_a, w_g):
    if score == "additive":
        return np.einsum("d,ijd->ij", w_a, np.tanh(q[:, None, :] + k[None, :, :]))
    return q @ w_g @ k.T if score == "general" else q @ k.T


def run(config, tokens, masked, embedding, weights):
    """All matrices that the trace must hold, by name."""
    weights = {name: matrix.astype(np.float64) for name, matrix in weights.items()}
    n = len(tokens)
    x = np.concatenate([embedding[t] for t in tokens]).astype(np.float64)
    if config["embedding_scale"]:
        x = x * math.sqrt(config["d_model"])
    if config["position"] == "sinusoidal":
        x = x + sinusoids(n, config["d_model"])
    elif config["position"] in ("learned", "one_hot"):
        x = x + np.eye(n, len(weights["position"])) @ weights["position"]
    expected = {"input": x}
    for layer in range(config["encoder_layers"]):
        prefix = f"encoder.{layer}.self."

        def project(y, w, b):
            projected = y @ weights[prefix + w]
            return projected + weights[prefix + b] if config["bias"] else projected

        q_all, k_all, v_all = project(x, "w_q", "b_q"), project(x, "w_k", "b_k"), project(x, "w_v", "b_v")
        outputs = []
        for head in range(config["heads"]):
            d_key, d_value = config["d_key"], config["d_value"]
            q = q_all[:, head * d_key:(head + 1) * d_key]
            k = k_all[:, head * d_key:(head + 1) * d_key]
            v = v_all[:, head * d_value:(head + 1) * d_value]
            w_a = weights[prefix + "w_a"][head] if config["score"] == "additive" else None
            columns = slice(head * d_key, (head + 1) * d_key)
            w_g = weights[prefix + "w_g"][:, columns] if config["score"] == "general" else None
            scores = scores_of(q, k, config["score"], w_a, w_g)
            scaled = scores / math.sqrt(d_key) if config["score"] == "scaled_dot" else scores
            forbidden = np.zeros((n, n), bool)
            forbidden[:, masked] = True
            if config["encoder_mask"] == "causal":
                forbidden |= np.triu(np.ones((n, n), bool), 1)
            attention = softmax(np.where(forbidden, -np.inf, scaled))
            outputs.append(attention @ v)
            for name, matrix in (("q", q), ("k", k), ("v", v), ("scores", scores), ("scaled", scaled),
                                 ("weights", attention), ("output", outputs[-1])):
                expected[f"{prefix}{head}.{name}"] = matrix
        joined = np.concatenate(outputs, axis=1)
        x = project(joined, "w_o", "b_o") if config["output_projection"] else joined
        expected[prefix + "joined"] = joined
        expected[prefix + "output"] = x
    expected["encoder_output"] = x
    return expected


def random_weights(config, random, rows_of_positions):
    keys, values = config["heads"] * config["d_key"], config["heads"] * config["d_value"]
    d_model = config["d_model"]
    sizes = {"w_q": (d_model, keys), "w_k": (d_model, keys), "w_v": (d_model, values)}
    if config["bias"]:
        sizes |= {"b_q": (1, keys), "b_k": (1, keys), "b_v": (1, values)}
    if config["score"] == "additive":
        sizes["w_a"] = (config["heads"], config["d_key"])
    if config["score"] == "general":
        sizes["w_g"] = (config["d_key"], keys)
    if config["output_projection"]:
        sizes["w_o"] = (values, d_model)
        if config["bias"]:
            sizes["b_o"] = (1, d_model)
    weights = {f"encoder.{layer}.self.{name}": random.normal(0, 0.6, size).astype(np.float32)
               for layer in range(config["encoder_layers"]) for name, size in sizes.items()}
    if config["position"] in ("learned", "one_hot"):
        weights["position"] = random.normal(0, 1, (rows_of_positions, d_model)).astype(np.float32)
    return weights


DEFAULTS = dict(encoder_layers=2, d_model=8, heads=3, d_key=4, d_value=4, score="scaled_dot", encoder_mask="none",
                position="none", embedding_scale=False, output_projection=True, bias=False)

CASES = {
    "scaled_dot_causal_sinusoidal_bias": (dict(d_value=5, encoder_mask="causal", position="sinusoidal", bias=True,
                                               embedding_scale=True), "the cat sat on the rug", []),
    "additive_masked_bias": (dict(heads=2, d_key=3, d_value=6, score="additive", bias=True), "a b c d e", [1, 4]),
    "dot_without_projection": (dict(heads=2, d_value=4, d_key=7, score="dot", output_projection=False), "u v w u", []),
    "learned_odd_width": (dict(d_model=7, heads=2, d_key=2, d_value=3, position="learned"), "p q p q p", [0]),
    "one_hot_causal_first_masked": (dict(encoder_mask="causal", position="one_hot"), "k l m", [0]),
    "sinusoidal_odd_width": (dict(d_model=5, heads=1, encoder_layers=1, position="sinusoidal"), "r s t", []),
    "general_causal_masked_bias": (dict(d_key=3, score="general", encoder_mask="causal", bias=True), "f g h f i", [1]),
}


def numbers(matrix):
    return " ".join(f"{value:.9g}" for value in np.asarray(matrix).ravel())


def write_case(name, settings, sentence, masked, random):
    config = DEFAULTS | settings
    tokens = sentence.split()
    embedding = {t: random.normal(0, 1, (1, config["d_model"])).astype(np.float32) for t in sorted(set(tokens))}
    weights = random_weights(config, random, len(tokens) + 2)
    lines = [f"config {key} {str(value).lower()}" for key, value in config.items()]
    lines += [f"token {token}" for token in tokens] + [f"masked {position}" for position in masked]
    for kind, matrices in (("embedding", embedding), ("weight", weights),
                           ("expected", run(config, tokens, masked, embedding, weights))):
        lines += [f"matrix {kind} {key} {m.shape[0]} {m.shape[1]} {numbers(m)}" for key, m in matrices.items()]
    (HERE / f"reference_{name}.txt").write_text("\n".join(lines) + "\n")


# --- the draws ------------------------------------------------------------------------------------------------------

def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & BITS64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & BITS64
    return z ^ (z >> 31)


def text_hash(text):
    result = 0xCBF29CE484222325
    for byte in text.encode():
        result = ((result ^ byte) * 0x100000001B3) & BITS64
    return result


def cell_bits(seed, text, row, column):
    origin = mix(mix((seed + GAMMA) & BITS64) ^ text_hash(text))
    return mix((mix((origin + (row + 1) * GAMMA) & BITS64) + (column + 1) * GAMMA) & BITS64)


def unit(bits):
    return (bits >> 11) / (1 << 53)


def normal(bits):
    return math.sqrt(-2 * math.log(1 - unit(bits))) * math.cos(2 * math.pi * unit(mix((bits + GAMMA) & BITS64)))


def write_draws():
    """Lines `KIND SEED NAME ROWS COLUMNS ROW COLUMN VALUE`; KIND is an initialization, or embedding or position."""
    lines = []
    for seed in (1, 7, BITS64):
        for row, column in ((0, 0), (3, 1), (2, 5)):
            name, rows, columns = "encoder.1.self.w_k", 4, 6
            bits = cell_bits(seed, name, row, column)
            limit = math.sqrt(6 / (rows + columns))
            lines += [f"xavier {seed} {name} {rows} {columns} {row} {column} {limit * (2 * unit(bits) - 1):.17g}",
                      f"gaussian {seed} {name} {rows} {columns} {row} {column} {0.02 * normal(bits):.17g}",
                      f"kaiming {seed} {name} {rows} {columns} {row} {column} {math.sqrt(2 / rows) * normal(bits):.17g}"]
        bits = cell_bits(seed, "encoder.0.self.w_a", 1, 2)
        lines += [f"xavier {seed} encoder.0.self.w_a 2 3 1 2 {math.sqrt(6 / 4) * (2 * unit(bits) - 1):.17g}",
                  f"kaiming {seed} encoder.0.self.w_a 2 3 1 2 {math.sqrt(2 / 3) * normal(bits):.17g}",
                  f"position {seed} position 5 6 4 3 {normal(cell_bits(seed, 'position', 4, 3)):.17g}"]
        for token in ("cat", "猫"):
            lines.append(f"embedding {seed} {token} 1 6 0 5 {normal(cell_bits(seed, 'embedding ' + token, 0, 5)):.17g}")
    (HERE / "draws.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    generator = np.random.default_rng(20170612)
    for case, (changes, text, padding) in CASES.items():
        write_case(case, changes, text, padding, generator)
    write_draws()
