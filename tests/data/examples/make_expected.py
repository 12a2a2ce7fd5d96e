#!/usr/bin/env python3
"""Writes expected.json beside this script: what a pass of three bundled examples must give, computed without Regard.

Python 3 alone, in float64; python3 make_expected.py. It follows resources/guide/formats.md and shares nothing with
resources/examples/make_examples.py, which writes the examples. Draws are those of tests/data/engine/make_reference.py.
Each pass has the weights and the output of every block, what each stack gives, and the logits where there is a decoder.
"""

import json
import math
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent.parent / "resources" / "examples"
GAMMA = 0x9E3779B97F4A7C15
BITS64 = (1 << 64) - 1
DEFAULTS = {"architecture": "encoder", "d_model": 16, "heads": 2, "d_key": 8, "d_value": 8, "score": "scaled_dot",
            "position": "none", "output_projection": True, "residual": False, "norm": "none", "norm_epsilon": 1e-5,
            "seed": 1}


# --- what a file leaves out -----------------------------------------------------------------------------------------

def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & BITS64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & BITS64
    return z ^ (z >> 31)


def cell_bits(seed, text, row, column):
    name = 0xCBF29CE484222325
    for byte in text.encode():
        name = ((name ^ byte) * 0x100000001B3) & BITS64
    origin = mix(mix((seed + GAMMA) & BITS64) ^ name)
    return mix((mix((origin + (row + 1) * GAMMA) & BITS64) + (column + 1) * GAMMA) & BITS64)


def unit(bits):
    return (bits >> 11) / (1 << 53)


def normal(bits):
    return math.sqrt(-2 * math.log(1 - unit(bits))) * math.cos(2 * math.pi * unit(mix((bits + GAMMA) & BITS64)))


class Model:
    """A project's numbers: given, or drawn by Xavier's rule."""

    def __init__(self, project, changes=None):
        self.config = DEFAULTS | project["model"] | (changes or {})
        self.given = project.get("weights", {})
        self.rows = project.get("embedding", {})
        self.vocabulary = project.get("vocabulary", [])

    def weight(self, name, rows, columns):
        if name in self.given:
            return self.given[name]
        limit = math.sqrt(6 / (rows + columns))
        return [[limit * (2 * unit(cell_bits(self.config["seed"], name, r, c)) - 1) for c in range(columns)]
                for r in range(rows)]

    def embedded(self, tokens):
        d_model = self.config["d_model"]
        stream = []
        for place, token in enumerate(tokens):
            row = self.rows.get(token)
            if row is None:
                row = [normal(cell_bits(self.config["seed"], "embedding " + token, 0, c)) for c in range(d_model)]
            added = [0.0] * d_model
            if self.config["position"] == "learned":
                added = self.given["position"][place]
            elif self.config["position"] == "sinusoidal":
                for c in range(d_model):
                    angle = place / 10000 ** (2 * (c // 2) / d_model)
                    added[c] = math.cos(angle) if c % 2 else math.sin(angle)
            stream.append([x + y for x, y in zip(row, added)])
        return stream


# --- the pass -------------------------------------------------------------------------------------------------------

def times(a, b):
    return [[math.fsum(row[i] * b[i][c] for i in range(len(b))) for c in range(len(b[0]))] for row in a]


def normed(row, epsilon):
    mean = math.fsum(row) / len(row)
    variance = math.fsum((x - mean) ** 2 for x in row) / len(row)
    return [(x - mean) / math.sqrt(variance + epsilon) for x in row]


def attend(model, name, stream, asked, causal, off, found):
    """The stream after a sublayer; its weights and its output go to `found`."""
    c = model.config
    q_width, v_width = c["heads"] * c["d_key"], c["heads"] * c["d_value"]
    q = times(stream, model.weight(f"{name}.w_q", c["d_model"], q_width))
    k = times(asked, model.weight(f"{name}.w_k", c["d_model"], q_width))
    v = times(asked, model.weight(f"{name}.w_v", c["d_model"], v_width))
    heads, joined = [], [[] for _ in stream]
    for head in range(c["heads"]):
        first = head * c["d_key"]
        rows = []
        for t, query in enumerate(q):
            exponentials = []
            scores = [math.fsum(query[first + i] * key[first + i] for i in range(c["d_key"])) for key in k]
            if c["score"] == "scaled_dot":
                scores = [s / math.sqrt(c["d_key"]) for s in scores]
            most = max(scores[:t + 1] if causal else scores)
            exponentials = [0.0 if causal and s > t else math.exp(x - most) for s, x in enumerate(scores)]
            rows.append([e / math.fsum(exponentials) for e in exponentials])
        heads.append(rows)
        for t, row in enumerate(rows):
            columns = range(head * c["d_value"], (head + 1) * c["d_value"])
            joined[t] += [0.0 if (name, head) == off else math.fsum(w * v[s][i] for s, w in enumerate(row))
                          for i in columns]
    output = times(joined, model.weight(f"{name}.w_o", v_width, c["d_model"])) if c["output_projection"] else joined
    found[name] = {"weights": heads, "output": output}
    if c["residual"]:
        output = [[x + y for x, y in zip(a, b)] for a, b in zip(stream, output)]
    return [normed(row, c["norm_epsilon"]) for row in output] if c["norm"] == "post" else output


def run(model, source, target=(), off=None):
    blocks = {}
    result = {"blocks": blocks}
    encoded = model.embedded(source)
    for layer in range(model.config.get("encoder_layers", 1)):
        encoded = attend(model, f"encoder.{layer}.self", encoded, encoded, False, off, blocks)
    result["encoder_output"] = encoded
    if model.config["architecture"] == "encoder_decoder":
        stream = model.embedded(target)
        for layer in range(model.config.get("decoder_layers", 1)):
            stream = attend(model, f"decoder.{layer}.self", stream, stream, True, off, blocks)
            stream = attend(model, f"decoder.{layer}.cross", stream, encoded, False, off, blocks)
        result["decoder_output"] = stream
        result["logits"] = times(stream, model.weight("output.w", model.config["d_model"], len(model.vocabulary)))
    return result


def decoded(model, source, off=None):
    """What the decoder says after <s>, the likeliest word each time, and the probabilities of the words after it."""
    target, chances = ["<s>"], []
    while target[-1] != "</s>" and len(target) < 10:
        logits = run(model, source, target, off)["logits"][-1]
        exponentials = [math.exp(x - max(logits)) for x in logits]
        chances.append([e / math.fsum(exponentials) for e in exponentials])
        target.append(model.vocabulary[logits.index(max(logits))])
    return {"source": " ".join(source), "off": list(off) if off else [], "words": target[1:], "probabilities": chances}


# --- the file -------------------------------------------------------------------------------------------------------

def text(value, indent=0):
    """JSON, one row of numbers a line."""
    if isinstance(value, dict):
        inner = ",\n".join(" " * indent + f" {json.dumps(k, ensure_ascii=False)}: {text(v, indent + 1)}"
                           for k, v in value.items())
        return "{\n" + inner + "}"
    if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        return "[\n" + ",\n".join(" " * indent + " " + text(v, indent + 1) for v in value) + "]"
    if isinstance(value, list) and value and isinstance(value[0], float):
        return "[" + ", ".join(f"{x:.9g}" for x in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def read(name):
    return json.loads((EXAMPLES / f"{name}.regard").read_text(encoding="utf-8"))


if __name__ == "__main__":
    shuan, words, xavier = read("shuan"), read("word-by-word"), read("xavier")
    sentence = "Shuan is writing a paper in a KAIST office .".split()
    roses = "a rose is a rose is a rose".split()
    translator = Model(words)
    sentences = [f"{subject} {also}是 {noun}" for subject in ("我", "她", "我们") for also in ("", "也 ")
                 for noun in ("学生", "老师")]
    passes = [
        {"example": "shuan", "set": {}, **run(Model(shuan), sentence)},
        {"example": "shuan", "set": {"score": "scaled_dot"}, **run(Model(shuan, {"score": "scaled_dot"}), sentence)},
        {"example": "word-by-word", "set": {},
         **run(translator, words["source"].split(), words["target"].split())},
        {"example": "xavier", "set": {}, **run(Model(xavier), roses)},
        {"example": "xavier", "set": {"position": "sinusoidal"},
         **run(Model(xavier, {"position": "sinusoidal"}), roses)},
    ]
    said = [decoded(translator, sentence.split()) for sentence in sentences]
    said += [decoded(translator, "我 是 学生".split(), off)
             for off in (("encoder.0.self", 1), ("decoder.0.cross", 0))]
    (HERE / "expected.json").write_text(text({"passes": passes, "decoded": said}) + "\n", encoding="utf-8")
