#!/usr/bin/env python3
"""Writes encoder.json, decoder.json and transformer.json beside this script: what a pass must compute where heads and
sublayers are switched off or a softmax is bent.

Each file holds a project without `off` and `temperature`, and cases that give one or both; `expected` names matrices of
the pass as the trace does (`encoder.0.self.1.weights` is that of the second head). The passes are numpy in float64 from
the float32 weights of the project, written after the formulae.
Run it with numpy installed: python3 make_interventions.py
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent


# --- what is switched off -------------------------------------------------------------------------------------------

def entry_of(entries, block, layer, **kind):
    """The entry of a head (head=…), of an attention (nothing more) or of a feed-forward (feed_forward=True)."""
    for entry in entries:
        extra = {key: value for key, value in entry.items() if key in ("head", "feed_forward")}
        if entry["block"] == block and entry["layer"] == layer + 1 and extra == kind:
            return entry
    return None


def replaced(output, by, masked):
    if by == "zero":
        return np.zeros_like(output)
    if by == "mean":
        kept = [row for row in range(len(output)) if row not in masked]
        return np.tile(output[kept].mean(axis=0), (len(output), 1))
    return output


# --- the pass -------------------------------------------------------------------------------------------------------

class Pass:
    def __init__(self, project, case):
        self.model = project["model"]
        self.weights = {name: np.asarray(value, dtype=np.float32).astype(float)
                        for name, value in project["weights"].items()}
        self.embedding = {token: np.asarray(row, dtype=np.float32).astype(float)
                          for token, row in project["embedding"].items()}
        self.source = project["source"].split()
        self.target = project.get("target", "").split()
        self.masked = {"source": project.get("masked_source", []), "target": project.get("masked_target", [])}
        self.off = case.get("off", [])
        self.temperature = case.get("temperature", [])
        self.computed = {}

    def norm(self, x, name):
        centred = x - x.mean(axis=1, keepdims=True)
        deviation = np.sqrt((centred ** 2).mean(axis=1, keepdims=True) + self.model.get("norm_epsilon", 1e-5))
        return centred / deviation * self.weights[name + ".gain"] + self.weights[name + ".bias"]

    def affine(self, x, weight, bias):
        product = x @ self.weights[weight]
        return product + self.weights[bias] if self.model.get("bias", False) else product

    def by(self, block, layer, **kind):
        entry = entry_of(self.off, block, layer, **kind)
        return entry and entry.get("by", "zero")

    def head_weights(self, block, layer, head, q, k, masked_keys):
        allowed = np.ones((len(q), len(k)), dtype=bool)
        causal = self.model.get({"encoder": "encoder_mask", "decoder": "decoder_mask"}.get(block, ""),
                                "causal" if block == "decoder" else "none") == "causal"
        if causal:
            allowed &= np.tril(allowed)
        allowed[:, masked_keys] = False
        own = self.by(block, layer, head=head + 1)
        if own == "uniform" or (own is None and self.by(block, layer) == "uniform"):
            return allowed / np.maximum(allowed.sum(axis=1, keepdims=True), 1)
        bent = entry_of(self.temperature, block, layer, head=head + 1)
        temperature = float(np.float32(bent["temperature"])) if bent else 1.0
        scores = q @ k.T / np.sqrt(q.shape[1]) / temperature
        weights = np.zeros_like(scores)
        for i, row in enumerate(scores):
            if allowed[i].any():
                weights[i, allowed[i]] = np.exp(row[allowed[i]] - row[allowed[i]].max())
                weights[i] /= weights[i].sum()
        return weights

    def attention(self, block, layer, x, y, query_side, key_side):
        name = f"decoder.{layer}.cross" if block == "cross" else f"{block}.{layer}.self"
        stack = "decoder_heads" if block != "encoder" else "heads"
        heads = self.model.get(stack, self.model["heads"])
        q, k, v = (self.affine(z, f"{name}.w_{letter}", f"{name}.b_{letter}")
                   for z, letter in ((x, "q"), (y, "k"), (y, "v")))
        joined = []
        for head in range(heads):
            part = lambda z: z[:, head * z.shape[1] // heads:(head + 1) * z.shape[1] // heads]
            weights = self.head_weights(block, layer, head, part(q), part(k), self.masked[key_side])
            output = replaced(weights @ part(v), self.by(block, layer, head=head + 1), self.masked[query_side])
            self.computed[f"{name}.{head}.weights"] = weights
            self.computed[f"{name}.{head}.output"] = output
            joined.append(output)
        joined = np.concatenate(joined, axis=1)
        projects = self.model.get("output_projection", True)
        output = self.affine(joined, f"{name}.w_o", f"{name}.b_o") if projects else joined
        output = replaced(output, self.by(block, layer), self.masked[query_side])
        self.computed[f"{name}.output"] = output
        return output

    def feed_forward(self, stack, layer, x, side):
        name = f"{stack}.{layer}.ffn"
        hidden = np.maximum(self.affine(x, f"{name}.w_1", f"{name}.b_1"), 0)
        output = self.affine(hidden, f"{name}.w_2", f"{name}.b_2")
        output = replaced(output, self.by(stack, layer, feed_forward=True), self.masked[side])
        self.computed[f"{name}.output"] = output
        return output

    def around(self, x, name, sublayer):
        """x + f(x) with the model's norm before or after, as far as it has residual and norm."""
        norm = self.model.get("norm", "none")
        output = sublayer(self.norm(x, name) if norm == "pre" else x)
        if self.model.get("residual", False):
            output = x + output
        return self.norm(output, name) if norm == "post" else output

    def stack(self, stack, tokens, side, memory=None):
        x = np.stack([self.embedding[token] for token in tokens])
        feeds = self.model.get("d_ff", 0) > 0
        for layer in range(self.model.get(f"{stack}_layers", 1)):
            norm = f"{stack}.{layer}.norm_"
            x = self.around(x, norm + "1", lambda z: self.attention(stack, layer, z, z, side, side))
            if memory is not None:
                x = self.around(x, norm + "2", lambda z: self.attention("cross", layer, z, memory, side, "source"))
            if feeds:
                last = "2" if stack == "encoder" else "3"
                x = self.around(x, norm + last, lambda z: self.feed_forward(stack, layer, z, side))
        if self.model.get("final_norm", False):
            x = self.norm(x, f"{stack}.final_norm")
        self.computed[f"{stack}_output"] = x
        return x

    def run(self):
        architecture = self.model.get("architecture", "encoder")
        if architecture == "decoder":
            self.stack("decoder", self.source, "source")
        else:
            memory = self.stack("encoder", self.source, "source")
            if architecture == "encoder_decoder":
                self.stack("decoder", self.target, "target", memory)
        return self.computed


# --- the models -----------------------------------------------------------------------------------------------------

def drawn(generator, *shape, centre=0.0):
    """Numbers of three decimals, so that the file stays short."""
    return (np.round(generator.normal(0, 0.7, shape), 3) + centre).round(3).tolist()


def attention_weights(generator, weights, name, model, heads):
    d_model, d_key, d_value = model["d_model"], model["d_key"], model["d_value"]
    shapes = {"q": (d_model, heads * d_key), "k": (d_model, heads * d_key), "v": (d_model, heads * d_value)}
    if model.get("output_projection", True):
        shapes["o"] = (heads * d_value, d_model)
    for letter, shape in shapes.items():
        weights[f"{name}.w_{letter}"] = drawn(generator, *shape)
        if model.get("bias", False):
            weights[f"{name}.b_{letter}"] = drawn(generator, shape[1])


def norm_weights(generator, weights, name, d_model):
    weights[name + ".gain"] = drawn(generator, d_model, centre=1.0)
    weights[name + ".bias"] = drawn(generator, d_model)


def stack_weights(generator, weights, stack, model, crosses):
    d_model, d_ff = model["d_model"], model.get("d_ff", 0)
    heads = model.get("decoder_heads", model["heads"]) if stack == "decoder" else model["heads"]
    for layer in range(model.get(f"{stack}_layers", 1)):
        sublayers = [("1", "self")] + ([("2", "cross")] if crosses else [])
        sublayers += [("2" if stack == "encoder" else "3", "ffn")] if d_ff > 0 else []
        for number, kind in sublayers:
            name = f"{stack}.{layer}.{kind}"
            if kind != "ffn":
                attention_weights(generator, weights, name, model, heads)
            else:
                for part, shape in (("1", (d_model, d_ff)), ("2", (d_ff, d_model))):
                    weights[f"{name}.w_{part}"] = drawn(generator, *shape)
                    if model.get("bias", False):
                        weights[f"{name}.b_{part}"] = drawn(generator, shape[1])
            if model.get("norm", "none") != "none":
                norm_weights(generator, weights, f"{stack}.{layer}.norm_{number}", d_model)
    if model.get("final_norm", False):
        norm_weights(generator, weights, f"{stack}.final_norm", d_model)


def project(seed, model, **sentences):
    generator = np.random.default_rng(seed)
    architecture = model.get("architecture", "encoder")
    weights = {}
    if architecture != "decoder":
        stack_weights(generator, weights, "encoder", model, False)
    if architecture != "encoder":
        stack_weights(generator, weights, "decoder", model, architecture == "encoder_decoder")
    tokens = sorted(set((sentences["source"] + " " + sentences.get("target", "")).split()))
    return {"format": "regard-project", "version": 1, **sentences, "tokenizer": "whitespace", "model": model,
            "embedding": {token: drawn(generator, model["d_model"]) for token in tokens}, "weights": weights}


def write(name, given, cases):
    written = []
    for title, case in cases.items():
        expected = {key: [[float(f"{number:.9g}") for number in row] for row in matrix]
                    for key, matrix in Pass(given, case).run().items()}
        written.append({"name": title, **case, "expected": expected})
    text = json.dumps({"project": given, "cases": written}, separators=(",", ":"))
    (HERE / f"{name}.json").write_text(text.replace('],"', '],\n"').replace('},{"name"', '},\n{"name"') + "\n")


def at(block, layer, by=None, **kind):
    return {"block": block, "layer": layer, **kind, **({"by": by} if by else {})}


def bent(block, layer, head, temperature):
    return {"block": block, "layer": layer, "head": head, "temperature": temperature}


write("encoder", project(1, {"encoder_layers": 2, "d_model": 5, "heads": 2, "d_key": 3, "d_value": 2, "d_ff": 4,
                             "bias": True, "residual": True, "norm": "post", "final_norm": True},
                         source="the cat sat down", masked_source=[3]), {
    "nothing": {},
    "a head by zeros": {"off": [at("encoder", 1, head=2)]},
    "a head by its mean": {"off": [at("encoder", 1, "mean", head=1)]},
    "a head made uniform": {"off": [at("encoder", 2, "uniform", head=1)]},
    "three heads": {"off": [at("encoder", 1, "zero", head=1), at("encoder", 1, "uniform", head=2),
                            at("encoder", 2, "mean", head=2)]},
    "an attention by zeros": {"off": [at("encoder", 1, "zero")]},
    "an attention by its mean": {"off": [at("encoder", 2, "mean")]},
    "an attention made uniform": {"off": [at("encoder", 1, "uniform")],
                                  "temperature": [bent("encoder", 1, 1, 0.25)]},
    "a head wins over its uniform attention": {"off": [at("encoder", 1, "uniform"), at("encoder", 1, "mean", head=2)]},
    "a feed-forward by zeros": {"off": [at("encoder", 1, feed_forward=True)]},
    "a feed-forward by its mean": {"off": [at("encoder", 2, "mean", feed_forward=True)]},
    "cold and hot": {"temperature": [bent("encoder", 1, 1, 0.2), bent("encoder", 2, 2, 8)]},
    "a bent head by its mean": {"off": [at("encoder", 1, "mean", head=1)],
                                "temperature": [bent("encoder", 1, 1, 0.5)]},
})

write("decoder", project(2, {"architecture": "decoder", "decoder_layers": 2, "d_model": 4, "heads": 2,
                             "d_key": 2, "d_value": 2, "output_projection": False, "norm": "none", "residual": True},
                         source="<s> the cat sat", masked_source=[0]), {
    "nothing": {},
    "a head made uniform, causal, first key masked": {"off": [at("decoder", 1, "uniform", head=1)]},
    "a head by its mean": {"off": [at("decoder", 1, "mean", head=2)]},
    "an attention by its mean": {"off": [at("decoder", 2, "mean")]},
    "an attention by zeros": {"off": [at("decoder", 1)]},
    "temperature": {"temperature": [bent("decoder", 1, 2, 3), bent("decoder", 2, 1, 0.1)]},
})

write("transformer", project(4, {"architecture": "encoder_decoder", "d_model": 4, "heads": 2, "decoder_heads": 3,
                                 "d_key": 2, "d_value": 3, "d_ff": 5, "decoder_d_ff": 5, "residual": True,
                                 "norm": "pre", "final_norm": True, "bias": True},
                             source="the cat sat down", target="<s> die Katze", masked_source=[1], masked_target=[2]), {
    "nothing": {},
    "a cross head by its mean": {"off": [at("cross", 1, "mean", head=2)]},
    "a cross head made uniform": {"off": [at("cross", 1, "uniform", head=3)]},
    "the cross-attention by zeros": {"off": [at("cross", 1)]},
    "the cross-attention by its mean": {"off": [at("cross", 1, "mean")]},
    "the cross-attention made uniform": {"off": [at("cross", 1, "uniform")]},
    "an encoder's head by zeros": {"off": [at("encoder", 1, head=1)]},
    "a decoder's head by its mean": {"off": [at("decoder", 1, "mean", head=3)]},
    "the decoder's feed-forward by its mean": {"off": [at("decoder", 1, "mean", feed_forward=True)]},
    "temperature of a cross head": {"temperature": [bent("cross", 1, 1, 0.3)]},
})
