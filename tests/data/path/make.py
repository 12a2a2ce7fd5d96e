#!/usr/bin/env python3
"""Writes *.txt beside this script: how much of each word is left at the end, by torch.autograd.functional.jacobian.

Run it with PyTorch installed: python3 make.py   (written with PyTorch 2.15)

Each file is a small model as in ../torch/whole_transformer.py, in float64 on weights that float32 holds. Nothing is
added to each state of a chain, to each row that a last layer reads, and to each row of the encoder's output; the
Jacobians of what comes at the end by what was added have the Frobenius norms of `expected path.PLACE`, a number a word.
The state of an lstm is h and the cell state c together, as what a recurrent decoder takes from its encoder is.
PLACE is a chain (encoder.0.forward), a self-attention (encoder, decoder) or cross. What is switched off in a file whose
name says so stands in tests/engine/test_path_norms.cpp too.
"""

from pathlib import Path

import torch
from torch.autograd.functional import jacobian

HERE = Path(__file__).resolve().parent
EPSILON = 0.03
ACTIVATIONS = {"relu": torch.relu, "gelu": torch.nn.functional.gelu, "silu": torch.nn.functional.silu}


def two_decimals(*shape, scale=0.5):
    values = (torch.randn(*shape) * scale).flatten().tolist()
    return torch.tensor([float(f"{v:.2f}") for v in values], dtype=torch.float64).view(*shape)


class Model:
    def __init__(self, name, source, target="", masked=(), masked_target=(), replaced=None, temperatures=None,
                 zero_states=(), by_hand=None, cut=(), **config):
        self.name, self.config = name, dict(d_model=6, heads=2, decoder_heads=2, d_key=4, d_value=3) | config
        self.source, self.target = source.split(), target.split()
        self.masked = {"encoder": list(masked), "decoder": list(masked_target if target else masked)}
        self.replaced, self.temperatures, self.zero_states = replaced or {}, temperatures or {}, zero_states
        self.by_hand, self.cut = by_hand or {}, cut
        self.weights, self.known, self.bumps = {}, {}, {}

    def get(self, key, default=None):
        return self.config.get(key, default)

    def weight(self, name, *shape):
        if name not in self.weights:
            gain = name.endswith(".gain")
            self.weights[name] = (1.3 if gain else 0) + two_decimals(*shape, scale=0.3 if gain else 0.5)
        return self.weights[name]

    def bias(self, name, size, used=None):
        return self.weight(name, size) if (self.get("bias") if used is None else used) else 0

    def embed(self, tokens):
        for token in tokens:
            if token not in self.known:
                self.known[token] = two_decimals(self.get("d_model"), scale=1)
        return torch.stack([self.known[token] for token in tokens])

    def bumped(self, place, t, row):
        """Where the Jacobians' variables enter."""
        return row + self.bumps[place, t] if (place, t) in self.bumps else row

    # Cells

    def parts(self):
        """Of a state: an lstm passes on h and the cell state c, side by side."""
        return 2 if self.get("cell") == "lstm" else 1

    def cell(self, name, x, state):
        size = state.shape[0] // self.parts()
        h = state[:size]
        part = lambda gate: (self.weight(f"{name}.w{gate}", x.shape[0], size), self.weight(f"{name}.u{gate}", size, size),
                             self.weight(f"{name}.b{gate}", size))
        if self.get("cell") == "rnn":
            w, u, b = part("")
            return torch.tanh(x @ w + h @ u + b)
        if self.get("cell") == "lstm":
            i, f, g, o = [x @ w + h @ u + b for w, u, b in (part("_" + gate) for gate in "ifgo")]
            c = torch.sigmoid(f) * state[size:] + torch.sigmoid(i) * torch.tanh(g)
            return torch.cat([torch.sigmoid(o) * torch.tanh(c), c])
        (w_r, u_r, b_r), (w_z, u_z, b_z), (w_c, u_c, b_c) = part("_r"), part("_z"), part("_c")
        r, z = torch.sigmoid(x @ w_r + h @ u_r + b_r), torch.sigmoid(x @ w_z + h @ u_z + b_z)
        c = torch.tanh(x @ w_c + b_c + r * (h @ u_c + self.weight(f"{name}.b_uc", size)))
        return (1 - z) * c + z * h

    def step(self, name, t, x, h, masked):
        h = self.bumped(name, t, h if t in masked else self.cell(name, x, h))
        return 0 * h if (name, t) in self.zero_states else h

    def chain(self, name, xs, h, masked, backward=False):
        states = [None] * len(xs)
        for t in reversed(range(len(xs))) if backward else range(len(xs)):
            states[t] = h = self.step(name, t, xs[t], h, masked)
        return torch.stack(states)

    def recurrent_encoder(self, xs):
        both = self.get("directions", 1) == 2
        size = self.get("d_model") // (2 if both else 1)
        for layer in range(self.get("encoder_layers", 1)):
            made = [self.chain(f"encoder.{layer}.{'backward' if back else 'forward'}", xs,
                               torch.zeros(self.parts() * size).double(), self.masked["encoder"], back)
                    for back in ([False, True] if both else [False])]
            xs = torch.cat([states[:, :size] for states in made], 1)
        self.encoder_ends = [states[0 if back else -1] for back, states in enumerate(made)]
        return xs, torch.cat([states[:, size:] for states in made], 1)

    def first_state(self, memory, cells):
        d = self.get("d_model")
        made = []
        for part, rows in enumerate([memory, cells][:self.parts()]):
            if self.get("encoder_kind") == "recurrent":
                half = d // self.get("directions", 1)
                s = torch.cat([rows[-1][:half], rows[0][half:]])
            else:
                s = memory[[t for t in range(len(memory)) if t not in self.masked["encoder"]]].mean(0)
            end = "_c" if part else ""
            made.append(torch.tanh(s @ self.weight("decoder.first_state.w" + end, d, d) +
                                   self.weight("decoder.first_state.b" + end, d)))
        return torch.cat(made)

    def recurrent_decoder(self, ys, memory, cells):
        d, layers, masked = self.get("d_model"), self.get("decoder_layers", 1), self.masked["decoder"]
        first = torch.zeros(self.parts() * d).double() if memory is None else self.first_state(memory, cells)
        names = [f"decoder.{layer}.forward" for layer in range(layers)]
        kind = self.get("decoder_attention", "none")
        states, tops, contexts = [first] * layers, [], []
        for t, y in enumerate(ys):
            read = y
            if kind == "bahdanau":
                contexts.append(self.attention("decoder.0.cross", states[-1][None, :d], memory, self.masked["encoder"])[0])
                read = torch.cat([y, contexts[-1]])
            for layer, name in enumerate(names):
                states[layer] = self.step(name, t, read, states[layer], masked)
                read = states[layer][:d]
            tops.append(read)
            if kind == "luong":
                contexts.append(self.attention("decoder.0.cross", read[None], memory, self.masked["encoder"])[0])
        self.ends = states
        if kind == "none":
            return torch.stack(tops)
        both = torch.cat([torch.stack(tops), torch.stack(contexts)], 1)
        return torch.tanh(both @ self.weight("decoder.combine.w", both.shape[1], d) + self.weight("decoder.combine.b", d))

    # Attention

    def rotated(self, x):
        half = x.shape[1] // 2
        angles = torch.arange(len(x))[:, None] * 10000.0 ** (-torch.arange(half) / half)[None]
        cos, sin = angles.float().double().cos(), angles.float().double().sin()
        a, b = x[:, :half], x[:, half:]
        return torch.cat([a * cos - b * sin, b * cos + a * sin], 1)

    def mean(self, rows, masked):
        return rows[[t for t in range(len(rows)) if t not in masked]].mean(0).expand(len(rows), -1)

    def put(self, rows, name, stack):
        kind = self.replaced.get(name)
        return 0 * rows if kind == "zero" else self.mean(rows, self.masked[stack]) if kind == "mean" else rows

    def attention(self, name, queries, keys, masked, causal=False):
        d, d_key, d_value, score = (self.get(key) for key in ("d_model", "d_key", "d_value", "score"))
        heads = self.get("heads" if name.startswith("encoder") else "decoder_heads")
        shared = self.get("key_value_heads", heads)
        joined = []
        q = queries @ self.weight(name + ".w_q", d, heads * d_key) + self.bias(name + ".b_q", heads * d_key)
        k = keys @ self.weight(name + ".w_k", d, shared * d_key) + self.bias(name + ".b_k", shared * d_key)
        v = keys @ self.weight(name + ".w_v", d, shared * d_value) + self.bias(name + ".b_v", shared * d_value)
        if self.get("qk_norm", "none") != "none" and "self" in name:
            q, k = self.norm_heads(name + ".q_norm", q), self.norm_heads(name + ".k_norm", k)
        for head in range(heads):
            of = head // (heads // shared)
            q_h, k_h, v_h = q[:, head * d_key:][:, :d_key], k[:, of * d_key:][:, :d_key], v[:, of * d_value:][:, :d_value]
            if self.get("position") == "rotary" and "self" in name:
                q_h, k_h = self.rotated(q_h), self.rotated(k_h)
            if score == "additive":
                scores = torch.tanh(q_h[:, None] + k_h[None]) @ self.weight(name + ".w_a", heads, d_key)[head]
            elif score == "general":
                scores = q_h @ self.weight(name + ".w_g", d_key, heads * d_key)[:, head * d_key:][:, :d_key] @ k_h.T
            else:
                scores = q_h @ k_h.T / (d_key ** 0.5 if score == "scaled_dot" else 1)
            if self.get("score_scale"):
                scores = q_h @ k_h.T * self.get("score_scale")
            if self.get("score_cap"):
                scores = torch.tanh(scores / self.get("score_cap")) * self.get("score_cap")
            if self.replaced.get((name, head)) == "uniform":
                scores = 0 * scores
            blocked = torch.zeros(scores.shape, dtype=torch.bool)
            blocked[:, masked] = True
            if causal:
                blocked |= torch.ones(scores.shape, dtype=torch.bool).triu(1)
            if self.get("window") and "self" in name:
                blocked |= torch.ones(scores.shape, dtype=torch.bool).tril(-self.get("window"))
            for block, query, key in self.cut:
                blocked[query, key] |= block == name
            scores = scores.masked_fill(blocked, -torch.inf) / self.temperatures.get((name, head), 1)
            if self.get("attention_sinks") and "self" in name:
                sink = self.weight(name + ".sinks", heads)[head].expand(len(scores), 1)
                scores = torch.cat([scores, sink / self.temperatures.get((name, head), 1)], 1)
            weights = torch.softmax(scores, 1)[:, : len(v_h)]
            for query, row in self.by_hand.get((name, head), {}).items():
                kept = torch.ones(weights.shape[1], dtype=torch.float64)
                kept[list(row)] = 0
                others = weights[query] * kept
                given = torch.zeros(weights.shape[1], dtype=torch.float64)
                given[list(row)] = torch.tensor(list(row.values()), dtype=torch.float64)
                rows = list(weights)
                rest = others.sum() + 1 - weights[query].sum()
                rows[query] = given + others * (1 - given.sum()) / rest
                weights = torch.stack(rows)
            joined.append(self.put(weights @ v_h, (name, head), name.split(".")[0]))
        joined = torch.cat(joined, 1)
        if not self.get("output_projection", True):
            return joined
        return joined @ self.weight(name + ".w_o", heads * d_value, d) + self.bias(name + ".b_o", d)

    def norm_heads(self, name, x):
        if self.get("qk_norm") == "all":
            return self.norm(name, x)
        return self.norm(name, x.reshape(-1, self.get("d_key"))).reshape(x.shape)

    def norm(self, name, x):
        gain = self.weight(name + ".gain", x.shape[1])
        if self.get("norm_kind") == "rms":
            return x / torch.sqrt((x * x).mean(1, keepdim=True) + EPSILON) * gain
        return torch.nn.functional.layer_norm(x, x.shape[1:], gain, self.weight(name + ".bias", x.shape[1]), EPSILON)

    def feed_forward(self, name, x, d_ff):
        hidden = ACTIVATIONS[self.get("activation", "relu")](
            x @ self.weight(name + ".w_1", x.shape[1], d_ff) + self.bias(name + ".b_1", d_ff))
        if self.get("gated"):
            hidden = hidden * (x @ self.weight(name + ".w_3", x.shape[1], d_ff) + self.bias(name + ".b_3", d_ff))
        return hidden @ self.weight(name + ".w_2", d_ff, x.shape[1]) + self.bias(name + ".b_2", x.shape[1])

    def sublayer(self, x, name, norm, function):
        stack, kind = name.split(".")[0], self.get("norm", "none")
        made = self.put(function(self.norm(norm, x) if kind == "pre" else x), name, stack)
        if kind == "output":
            made = self.norm(norm, made)
        if self.get("residual"):
            made = x + made * self.get("residual_multiplier", 1)
        return self.norm(norm, made) if kind == "post" else made

    def stack(self, stack, x, memory=None):
        d_ff = self.get("d_ff" if stack == "encoder" else "decoder_d_ff", 0)
        causal = self.get(stack + "_mask", "causal" if stack == "decoder" else "none") == "causal"
        layers = self.get(stack + "_layers", 1)
        for layer in range(layers):
            name = f"{stack}.{layer}."
            if layer == layers - 1:
                x = torch.stack([self.bumped(stack, t, row) for t, row in enumerate(x)])
            x = self.sublayer(x, name + "self", name + "norm_1",
                              lambda y: self.attention(name + "self", y, y, self.masked[stack], causal))
            if memory is not None:
                rows = memory
                if layer == layers - 1:
                    rows = torch.stack([self.bumped("cross", t, row) for t, row in enumerate(memory)])
                x = self.sublayer(x, name + "cross", name + "norm_2",
                                  lambda y: self.attention(name + "cross", y, rows, self.masked["encoder"]))
            if d_ff:
                norm = name + ("norm_2" if stack == "encoder" else "norm_3")
                x = self.sublayer(x, name + "ffn", norm, lambda y: self.feed_forward(name + "ffn", y, d_ff))
        self.left[stack] = x
        return self.norm(stack + ".final_norm", x) if self.get("final_norm") else x

    # A pass, and the Jacobians of its end

    def run(self):
        self.left, memory, cells, read = {}, None, None, self.embed(self.source)
        self.outputs = {}
        if self.get("architecture") != "decoder":
            recurrent = self.get("encoder_kind") == "recurrent"
            if recurrent:
                memory, cells = self.recurrent_encoder(read)
            else:
                memory = self.stack("encoder", read)
            self.outputs["encoder_output"] = memory
            self.left["encoder"] = self.left.get("encoder", memory)
        if self.get("architecture") == "encoder":
            return
        ys = self.embed(self.target) if self.target else read
        if self.get("decoder_kind") == "recurrent":
            if memory is not None:
                rows = memory if cells is None else torch.cat([memory, cells], 1)
                rows = torch.stack([self.bumped("cross", t, row) for t, row in enumerate(rows)])
                memory, cells = rows[:, :self.get("d_model")], rows[:, self.get("d_model"):]
            decoded = self.recurrent_decoder(ys, memory, cells)
            self.left["decoder"] = decoded
        else:
            decoded = self.stack("decoder", ys, memory)
        self.outputs["decoder_output"] = decoded

    def norms(self, place, count, size, end):
        def of(bump, t):
            self.bumps = {(place, t): bump}
            self.run()
            return end()
        zero = torch.zeros(size).double()
        numbers = [jacobian(lambda bump: of(bump, t), zero).norm() for t in range(count)]
        self.bumps = {}
        return torch.stack(numbers)

    def write(self):
        self.run()
        expected, d = dict(self.outputs), self.get("d_model")
        n, m = len(self.source), len(self.target) or len(self.source)
        if self.get("encoder_kind") == "recurrent":
            half = d // self.get("directions", 1)
            top = self.get("encoder_layers", 1) - 1
            for back in range(self.get("directions", 1)):
                name = f"encoder.{top}.{'backward' if back else 'forward'}"
                expected["path." + name] = self.norms(name, n, self.parts() * half, lambda: self.encoder_ends[back])
        elif self.get("architecture") != "decoder":
            expected["path.encoder"] = self.norms("encoder", n, d, lambda: self.left["encoder"][-1])
        if self.get("decoder_kind") == "recurrent":
            for layer in range(self.get("decoder_layers", 1)):
                name = f"decoder.{layer}.forward"
                expected["path." + name] = self.norms(name, m, self.parts() * d, lambda: self.ends[layer])
        elif self.get("architecture") != "encoder":
            expected["path.decoder"] = self.norms("decoder", m, d, lambda: self.left["decoder"][-1])
        if self.get("architecture") == "encoder_decoder" and \
                (self.get("decoder_kind") != "recurrent" or self.get("decoder_attention", "none") != "none"):
            width = self.outputs["encoder_output"].shape[1]
            if self.get("encoder_kind") == "recurrent" and self.get("decoder_kind") == "recurrent":
                width *= self.parts()
            expected["path.cross"] = self.norms("cross", n, width, lambda: self.left["decoder"][-1])
        self.write_file(expected)

    def write_file(self, expected):
        lines = [f"config {key} {str(value).lower()}" for key, value in self.config.items()]
        lines += [f"config norm_epsilon {EPSILON}"] if self.get("norm", "none") != "none" else []
        lines += [f"token {token}" for token in self.source] + [f"target {token}" for token in self.target]
        lines += [f"masked {t}" for t in (self.masked["encoder"] if self.target or
                                          self.get("architecture") == "encoder" else self.masked["decoder"])]
        lines += [f"masked_target {t}" for t in self.masked["decoder"]] if self.target else []
        if self.get("architecture") != "encoder":
            lines += ["vocabulary a", "vocabulary b"]
            self.weight("output.w", self.outputs["decoder_output"].shape[1], 2)
            self.weight("output.b", 2)
        def matrix(kind, name, values):
            values = torch.atleast_2d(values.detach())
            numbers = " ".join(f"{v:.9g}" if kind == "expected" else f"{v:.2f}" for v in values.flatten().tolist())
            lines.append(f"matrix {kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")
        for kind, matrices in (("embedding", self.known), ("weight", self.weights), ("expected", expected)):
            for name, values in matrices.items():
                matrix(kind, name, values)
        (HERE / f"{self.name}.txt").write_text("\n".join(lines) + "\n")


WORDS, TARGET = "the cat sat on it", "<s> le chat y est"
RECURRENT = dict(encoder_kind="recurrent")
BOTH = dict(architecture="encoder_decoder", encoder_kind="recurrent", decoder_kind="recurrent", encoder_layers=1,
            decoder_layers=1, score="scaled_dot")
LAYER = dict(residual=True, bias=True, d_ff=7, decoder_d_ff=7, score="scaled_dot")


def main():
    torch.manual_seed(22)
    for cell in ("rnn", "gru"):
        Model(f"encoder_{cell}", WORDS, architecture="encoder", cell=cell, directions=2, encoder_layers=1,
              **RECURRENT).write()
        Model(f"encoder_{cell}_masked_zero_state", "the cat sat on it too", masked=[1, 4],
              zero_states=[("encoder.1.backward", 4), ("encoder.1.forward", 2)], architecture="encoder", cell=cell,
              directions=2, encoder_layers=2, **RECURRENT).write()
        Model(f"decoder_alone_{cell}", WORDS, architecture="decoder", decoder_kind="recurrent", cell=cell,
              decoder_layers=2, encoder_layers=0).write()
        for attention, score in (("bahdanau", "additive"), ("luong", "general")):
            Model(f"{cell}_{attention}", WORDS, TARGET, cell=cell, directions=2, decoder_attention=attention,
                  **BOTH | dict(score=score)).write()
    Model("gru_without_attention", WORDS, TARGET, cell="gru", decoder_attention="none", **BOTH).write()
    Model("gru_bahdanau_2_layers", WORDS, TARGET, cell="gru", decoder_attention="bahdanau",
          **BOTH | dict(decoder_layers=2, bias=True)).write()
    Model("gru_bahdanau_masked_off", WORDS, TARGET, [1], [2], cell="gru", directions=2, decoder_attention="bahdanau",
          replaced={("decoder.0.cross", 1): "zero"}, temperatures={("decoder.0.cross", 0): 0.5},
          zero_states=[("decoder.0.forward", 1)], **BOTH | dict(score="dot", output_projection=False)).write()
    Model("attention_encoder_gru_luong", WORDS, TARGET, [1], cell="gru", decoder_attention="luong",
          **BOTH | dict(encoder_kind="attention")).write()
    for norm in ("none", "post", "pre"):
        Model(f"encoder_{norm}", WORDS, masked=[3], architecture="encoder", encoder_layers=2, norm=norm,
              activation="gelu", **LAYER).write()
        Model(f"transformer_{norm}", WORDS, TARGET, [3], architecture="encoder_decoder", encoder_layers=1,
              decoder_layers=2, norm=norm, activation="silu", final_norm=norm == "pre", **LAYER).write()
    Model("decoder_rotary_gated", WORDS, architecture="decoder", encoder_layers=0, decoder_layers=2, norm="pre",
          norm_kind="rms", position="rotary", gated=True, activation="silu", decoder_heads=4, key_value_heads=2,
          **LAYER).write()
    Model("decoder_additive", WORDS, architecture="decoder", encoder_layers=0, decoder_layers=1,
          **LAYER | dict(score="additive", residual=False)).write()
    Model("encoder_general_causal", WORDS, architecture="encoder", encoder_layers=1, encoder_mask="causal",
          **LAYER | dict(score="general")).write()
    Model("transformer_off", WORDS, TARGET, [3], [1], architecture="encoder_decoder", encoder_layers=1,
          decoder_layers=1, norm="pre", replaced={
              ("encoder.0.self", 0): "mean", "encoder.0.ffn": "mean", ("decoder.0.self", 0): "zero",
              ("decoder.0.self", 1): "uniform", "decoder.0.cross": "mean", ("decoder.0.cross", 1): "mean"},
          temperatures={("encoder.0.self", 1): 0.5, ("decoder.0.cross", 0): 2}, **LAYER).write()
    torch.manual_seed(27)
    lstm = BOTH | dict(cell="lstm")
    Model("encoder_lstm", WORDS, architecture="encoder", cell="lstm", directions=2, encoder_layers=1,
          **RECURRENT).write()
    Model("encoder_lstm_masked_zero_state", "the cat sat on it too", masked=[1, 4],
          zero_states=[("encoder.1.backward", 4), ("encoder.1.forward", 2)], architecture="encoder", cell="lstm",
          directions=2, encoder_layers=2, **RECURRENT).write()
    Model("decoder_alone_lstm", WORDS, architecture="decoder", decoder_kind="recurrent", cell="lstm",
          decoder_layers=2, encoder_layers=0).write()
    Model("lstm_luong", WORDS, TARGET, directions=2, decoder_attention="luong", **lstm | dict(score="general")).write()
    Model("lstm_bahdanau_2_layers", WORDS, TARGET, decoder_attention="bahdanau",
          **lstm | dict(decoder_layers=2, bias=True)).write()
    Model("lstm_bahdanau_masked_off", WORDS, TARGET, [1], [2], directions=2, decoder_attention="bahdanau",
          replaced={("decoder.0.cross", 1): "zero"}, temperatures={("decoder.0.cross", 0): 0.5},
          zero_states=[("decoder.0.forward", 1)], **lstm | dict(score="dot", output_projection=False)).write()
    Model("attention_encoder_lstm_luong", WORDS, TARGET, [1], decoder_attention="luong",
          **lstm | dict(encoder_kind="attention")).write()



def rules_of_real_models():
    torch.manual_seed(23)
    layer = LAYER | dict(architecture="decoder", encoder_layers=0, decoder_layers=2, norm_kind="rms", position="rotary",
                         key_value_heads=1, gated=True, activation="silu")
    Model("decoder_normed_heads", WORDS, norm="pre", qk_norm="head", window=3, **layer).write()
    Model("decoder_normed_outputs", WORDS, norm="output", qk_norm="all", residual_multiplier=0.6, score_scale=0.4,
          **layer).write()
    torch.manual_seed(44)
    Model("decoder_capped_sinks", WORDS, norm="pre", score_cap=0.8, attention_sinks="true", window=3, **layer).write()


def weights_by_hand():
    torch.manual_seed(45)
    Model("transformer_set", WORDS, TARGET, [3], [1], architecture="encoder_decoder", encoder_layers=2,
          decoder_layers=1, norm="pre", temperatures={("encoder.0.self", 1): 0.5},
          by_hand={("encoder.0.self", 1): {0: {0: 0.25, 2: 0.5}, 4: {1: 0.75}}, ("decoder.0.cross", 0): {2: {0: 0.5}},
                   ("decoder.0.self", 1): {4: {0: 0.125}}},
          cut=[("encoder.1.self", 0, 1), ("decoder.0.cross", 4, 2)], **LAYER).write()


if __name__ == "__main__":
    main()
    rules_of_real_models()
    weights_by_hand()
