#!/usr/bin/env python3
"""Writes *.txt beside this script: what torch.nn.RNN, GRU and LSTM compute, and decoders that attend to an encoder.

Run it with PyTorch installed: python3 make.py   (written with PyTorch 2.15)

Encoders, and decoders whose attention does not feed back, are torch's own modules, of one and two directions and
layers. Gates, which torch does not hand out, are computed from the modules' weights and checked against their states.
Bahdanau's decoder is a loop over torch.nn.RNNCell, GRUCell and LSTMCell, because its context enters the next step. Everything
runs in float64 on weights that float32 holds. The files' format is that of ../torch/whole_transformer.py.
"""

from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).resolve().parent
GATES = {"gru": ("r", "z", "c"), "rnn": ("",), "lstm": ("i", "f", "g", "o")}
# What a gate is where the token is masked out.
MASKED = {"rnn": {}, "gru": {"reset": 0, "update": 1, "candidate": 0},
          "lstm": {"input_gate": 0, "forget_gate": 1, "candidate": 0, "output_gate": 0}}


def two_decimals(*shape, scale=0.5):
    values = (torch.randn(*shape) * scale).flatten().tolist()
    return torch.tensor([float(f"{v:.2f}") for v in values], dtype=torch.float64).view(*shape)


def randomize(module):
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(two_decimals(*parameter.shape))
    return module.double()


class Case:
    def __init__(self, name, **config):
        self.name, self.config = name, config
        self.lines = [f"config {key} {str(value).lower()}" for key, value in config.items()]
        self.expected = {}
        self.known = {}

    def matrix(self, kind, name, values):
        values = torch.atleast_2d(values.detach())
        numbers = " ".join(f"{v:.8g}" if kind == "expected" else f"{v:.2f}" for v in values.flatten().tolist())
        self.lines.append(f"matrix {kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")

    def weight(self, name, *shape):
        values = two_decimals(*shape)
        self.matrix("weight", name, values)
        return values

    def sentence(self, item, tokens, masked=()):
        self.lines += [f"{item} {token}" for token in tokens.split()]
        self.lines += [f"{'masked' if item == 'token' else 'masked_target'} {position}" for position in masked]
        for token in tokens.split():
            if token not in self.known:
                self.known[token] = two_decimals(self.config["d_model"], scale=1)
                self.matrix("embedding", token, self.known[token])
        return torch.stack([self.known[token] for token in tokens.split()])

    def cell_weights(self, name, w, u, b, c):
        """Of torch's stacked gates: rows of W and U, biases b of W and c of U."""
        cell = self.config["cell"]
        size = u.shape[1]
        for i, gate in enumerate(GATES[cell]):
            part = slice(i * size, (i + 1) * size)
            suffix = "_" + gate if gate else ""
            self.matrix("weight", f"{name}.w{suffix}", w[part].T)
            self.matrix("weight", f"{name}.u{suffix}", u[part].T)
            self.matrix("weight", f"{name}.b{suffix}", b[part] if gate == "c" else b[part] + c[part])
            if gate == "c":
                self.matrix("weight", f"{name}.b_uc", c[part])

    def states(self, name, parts, states):
        size = states.shape[1] // (2 if self.config["cell"] == "lstm" else 1)
        self.expected[name + ".states"] = states[:, :size]
        if self.config["cell"] == "lstm":
            self.expected[name + ".cell_states"] = states[:, size:]
        for part, values in parts.items():
            self.expected[f"{name}.{part}"] = values

    def output_layer(self, decoded, words):
        self.lines += [f"vocabulary {word}" for word in words]
        self.expected["logits"] = decoded @ self.weight("output.w", decoded.shape[1], len(words)) + \
            self.weight("output.b", len(words))
        self.expected["decoder_output"] = decoded

    def write(self):
        for name, values in self.expected.items():
            self.matrix("expected", name, values)
        (HERE / f"{self.name}.txt").write_text("\n".join(self.lines) + "\n")


def gates(cell, x, state, w, u, b, c):
    """The parts of one step, and its state; that of an lstm is h and the cell state c side by side."""
    size = u.shape[1]
    h = state[:size]
    read, recurrent = w @ x + b, u @ h + c
    if cell == "rnn":
        return {}, torch.tanh(read + recurrent)
    if cell == "lstm":
        i, f, g, o = (read + recurrent).chunk(4)
        i, f, g, o = torch.sigmoid(i), torch.sigmoid(f), torch.tanh(g), torch.sigmoid(o)
        c = f * state[size:] + i * g
        return {"input_gate": i, "forget_gate": f, "candidate": g, "output_gate": o}, torch.cat([o * torch.tanh(c), c])
    r = torch.sigmoid(read[:size] + recurrent[:size])
    z = torch.sigmoid(read[size:2 * size] + recurrent[size:2 * size])
    n = torch.tanh(read[2 * size:] + r * recurrent[2 * size:])
    return {"reset": r, "update": z, "candidate": n}, (1 - z) * n + z * h


def chain(cell, xs, first, weights, masked, backward):
    """States and gates of one direction, a row a token; a masked token leaves the state as it is."""
    order = list(range(len(xs)))
    parts, states, h = {}, [None] * len(xs), first
    for t in reversed(order) if backward else order:
        if t in masked:
            made = {part: torch.full((weights[1].shape[1],), float(number)) for part, number in MASKED[cell].items()}
        else:
            made, h = gates(cell, xs[t], h, *weights)
        states[t] = h
        for part, values in made.items():
            parts.setdefault(part, [None] * len(xs))[t] = values
    return {part: torch.stack(rows) for part, rows in parts.items()}, torch.stack(states)


def stack(case, name, xs, layers, directions, masked=(), first=None):
    """A whole torch module over a sentence: rows of the last layer, and its last states, of an lstm h and c."""
    cell, d_model = case.config["cell"], case.config["d_model"]
    size = d_model // directions
    kind = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}[cell]
    carried = 2 * size if cell == "lstm" else size
    module = randomize(kind(d_model, size, layers, batch_first=True, bidirectional=directions == 2))
    rows = xs
    for layer in range(layers):
        made = []
        for direction in range(directions):
            suffix = f"_l{layer}" + ("_reverse" if direction else "")
            weights = [getattr(module, part + suffix) for part in
                       ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            place = f"{name}.{layer}.{'backward' if direction else 'forward'}"
            case.cell_weights(place, *weights)
            begin = torch.zeros(carried).double() if first is None else first
            parts, states = chain(cell, rows, begin, weights, masked, direction == 1)
            case.states(place, parts, states)
            made.append(states)
        rows = torch.cat([states[:, :size] for states in made], 1)
    kept = [t for t in range(len(xs)) if t not in masked]
    begin = None if first is None else first.repeat(layers * directions, 1)[:, None]
    if begin is not None and cell == "lstm":
        begin = (begin[..., :size].contiguous(), begin[..., size:].contiguous())
    torchs, last = module(xs[kept][None], begin)
    assert torch.allclose(torchs[0], rows[kept])  # torch's own module, without the masked tokens
    ends = [made[0][-1]] + [states[0] for states in made[1:]]
    ends = [torch.cat([end[at:at + size] for end in ends]) for at in range(0, carried, size)]
    for end, torchs in zip(ends, last if cell == "lstm" else [last]):
        assert torch.allclose(end, torch.cat(list(torchs[-directions:, 0])))
    return rows, ends


class Attention:
    def __init__(self, case, name, keys, heads, masked, causal=False):
        config = case.config
        self.case, self.name, self.heads, self.masked, self.causal = case, name, heads, masked, causal
        self.score, d_model = config["score"], config["d_model"]
        self.d_key, self.d_value = config["d_key"], config["d_value"]
        biased = config.get("bias", False)
        self.w_q = case.weight(name + ".w_q", d_model, heads * self.d_key)
        self.w_k = case.weight(name + ".w_k", d_model, heads * self.d_key)
        self.w_v = case.weight(name + ".w_v", d_model, heads * self.d_value)
        bias = lambda part, size: case.weight(f"{name}.{part}", size) if biased else torch.zeros(size).double()
        self.b_q, b_k = bias("b_q", heads * self.d_key), bias("b_k", heads * self.d_key)
        b_v = bias("b_v", heads * self.d_value)
        self.k, self.v = keys @ self.w_k + b_k, keys @ self.w_v + b_v
        self.w_a = case.weight(name + ".w_a", heads, self.d_key) if self.score == "additive" else None
        self.w_g = case.weight(name + ".w_g", self.d_key, heads * self.d_key) if self.score == "general" else None
        self.w_o = None
        if config.get("output_projection", True):
            self.w_o = case.weight(name + ".w_o", heads * self.d_value, d_model)
            self.b_o = bias("b_o", d_model)
        self.asked = []

    def __call__(self, rows):
        """Contexts of query rows, n x d_model; all that is asked is expected at the end."""
        first, outputs = len(self.asked), []
        for i, row in enumerate(rows):
            q = row @ self.w_q + self.b_q
            asked = []
            for head in range(self.heads):
                keys = slice(head * self.d_key, (head + 1) * self.d_key)
                values = slice(head * self.d_value, (head + 1) * self.d_value)
                if self.score == "additive":
                    scores = torch.tanh(q[keys] + self.k[:, keys]) @ self.w_a[head]
                elif self.score == "general":
                    scores = q[keys] @ self.w_g[:, keys] @ self.k[:, keys].T
                else:
                    scores = self.k[:, keys] @ q[keys]
                scaled = scores / self.d_key ** 0.5 if self.score == "scaled_dot" else scores
                allowed = scaled.clone()
                allowed[list(self.masked)] = -torch.inf
                if self.causal:
                    allowed[first + i + 1:] = -torch.inf
                weights = torch.softmax(allowed, 0)
                asked.append((q[keys], scores, weights, weights @ self.v[:, values]))
            self.asked.append(asked)
            joined = torch.cat([head[3] for head in asked])
            outputs.append(joined @ self.w_o + self.b_o if self.w_o is not None else joined)
        return torch.stack(outputs)

    def expect(self, outputs):
        expected = self.case.expected
        for head in range(self.heads):
            for part, name in enumerate(("q", "scores", "weights", "output")):
                expected[f"{self.name}.{head}.{name}"] = torch.stack([asked[head][part] for asked in self.asked])
        expected[self.name + ".output"] = outputs


def encoder(name, cell, layers, directions, masked=()):
    case = Case(name, architecture="encoder", encoder_kind="recurrent", cell=cell, encoder_layers=layers,
                directions=directions, d_model=6)
    xs = case.sentence("token", "the cat sat on the rug", masked)
    rows, _ = stack(case, "encoder", xs, layers, directions, masked)
    case.expected["encoder_output"] = rows
    case.write()


def translation(name, cell, attention, layers=1, directions=2, heads=1, masked=(), masked_target=(),
                encoder_kind="recurrent", **more):
    d_model = 6
    config = dict(architecture="encoder_decoder", encoder_kind=encoder_kind, decoder_kind="recurrent", cell=cell,
                  encoder_layers=layers, decoder_layers=layers, directions=directions, decoder_attention=attention,
                  d_model=d_model, heads=heads, decoder_heads=heads, d_key=4, d_value=3, score="scaled_dot") | more
    case = Case(name, **config)
    xs = case.sentence("token", "the cat sat on it", masked)
    ys = case.sentence("target", "<s> le chat y est", masked_target)
    if encoder_kind == "recurrent":
        memory, summary = stack(case, "encoder", xs, layers, directions, masked)
    else:
        assert layers == 1
        own = Attention(case, "encoder.0.self", xs, heads, masked)
        memory = own(xs)
        own.expect(memory)
        summary = [memory[[t for t in range(len(xs)) if t not in masked]].mean(0)] * 2
    case.expected["encoder_output"] = memory
    first = torch.tanh(summary[0] @ case.weight("decoder.first_state.w", d_model, d_model) +
                       case.weight("decoder.first_state.b", d_model))
    case.expected["decoder.first_state"] = first
    if cell == "lstm":
        first_cell = torch.tanh(summary[1] @ case.weight("decoder.first_state.w_c", d_model, d_model) +
                                case.weight("decoder.first_state.b_c", d_model))
        case.expected["decoder.first_cell_state"] = first_cell
        first = torch.cat([first, first_cell])
    if attention == "bahdanau":
        states, contexts, asking, asked = bahdanau(case, memory, ys, first, masked, masked_target)
    else:
        states, _ = stack(case, "decoder", ys, layers, 1, masked_target, first)
        if attention == "luong":
            asked = Attention(case, "decoder.0.cross", memory, heads, masked)
            contexts, asking = asked(states), states
    decoded = states
    if attention != "none":
        asked.expect(contexts)
        case.expected["decoder.asking"] = asking
        both = torch.cat([states, contexts], 1)
        decoded = torch.tanh(both @ case.weight("decoder.combine.w", both.shape[1], d_model) +
                             case.weight("decoder.combine.b", d_model))
    case.output_layer(decoded, ["le", "chat", "y", "est", "</s>"])
    case.write()


def bahdanau(case, memory, ys, first, masked, masked_target):
    """A loop over torch's cells: the state before the step asks, the context enters beside the word."""
    cell, layers, d_model = case.config["cell"], case.config["decoder_layers"], case.config["d_model"]
    heads = case.config["decoder_heads"]
    width = d_model if case.config.get("output_projection", True) else heads * case.config["d_value"]
    kind = {"rnn": nn.RNNCell, "gru": nn.GRUCell, "lstm": nn.LSTMCell}[cell]
    cells = [randomize(kind(d_model + (width if layer == 0 else 0), d_model)) for layer in range(layers)]
    every = []
    for layer, module in enumerate(cells):
        weights = [module.weight_ih, module.weight_hh, module.bias_ih, module.bias_hh]
        case.cell_weights(f"decoder.{layer}.forward", *weights)
        every.append(weights)
    asked = Attention(case, "decoder.0.cross", memory, heads, masked)
    states = [first] * layers
    rows = [[] for _ in cells]
    parts = [{} for _ in cells]
    asking, contexts = [], []
    for t, y in enumerate(ys):
        asking.append(states[-1][:d_model])
        contexts.append(asked(asking[-1][None])[0])
        read = torch.cat([y, contexts[-1]])
        for layer, module in enumerate(cells):
            if t not in masked_target:
                made, new = gates(cell, read, states[layer], *every[layer])
                before = [part[None] for part in states[layer].split(d_model)]
                after = module(read[None], tuple(before) if cell == "lstm" else before[0])
                assert torch.allclose(new, torch.cat([part[0] for part in after]) if cell == "lstm" else after[0])
                states[layer] = new
                for part, values in made.items():
                    parts[layer].setdefault(part, []).append(values)
            read = states[layer][:d_model]
            rows[layer].append(states[layer])
    for layer in range(layers):
        whole = {} if masked_target else {part: torch.stack(values) for part, values in parts[layer].items()}
        case.states(f"decoder.{layer}.forward", whole, torch.stack(rows[layer]))
    return torch.stack(rows[-1])[:, :d_model], torch.stack(contexts), torch.stack(asking), asked


def decoder_alone(name, cell, layers):
    case = Case(name, architecture="decoder", decoder_kind="recurrent", cell=cell, encoder_layers=0,
                decoder_layers=layers, d_model=6)
    xs = case.sentence("token", "<s> the cat sat")
    rows, _ = stack(case, "decoder", xs, layers, 1)
    case.output_layer(rows, ["the", "cat", "sat", "</s>"])
    case.write()


def attending_decoder(name, cell):
    """A recurrent encoder with a decoder of attentions, one layer, neither residual nor norm."""
    case = Case(name, architecture="encoder_decoder", encoder_kind="recurrent", cell=cell, encoder_layers=1,
                decoder_layers=1, directions=2, d_model=6, heads=2, decoder_heads=2, d_key=4, d_value=3,
                score="scaled_dot", bias=True)
    xs = case.sentence("token", "the cat sat on it", [1])
    ys = case.sentence("target", "<s> le chat")
    memory, _ = stack(case, "encoder", xs, 1, 2, [1])
    own = Attention(case, "decoder.0.self", ys, 2, [], causal=True)
    inner = own(ys)
    own.expect(inner)
    cross = Attention(case, "decoder.0.cross", memory, 2, [1])
    decoded = cross(inner)
    cross.expect(decoded)
    case.output_layer(decoded, ["le", "chat", "</s>"])
    case.write()


def main():
    torch.manual_seed(22)
    for cell in ("rnn", "gru"):
        for layers, directions in ((1, 1), (2, 1), (1, 2), (2, 2)):
            encoder(f"encoder_{cell}_{layers}_layers_{directions}_directions", cell, layers, directions)
        decoder_alone(f"decoder_alone_{cell}", cell, 2)
        translation(f"{cell}_without_attention", cell, "none")
        translation(f"{cell}_bahdanau", cell, "bahdanau", score="additive")
        translation(f"{cell}_luong", cell, "luong", score="general")
        translation(f"{cell}_bahdanau_2_layers", cell, "bahdanau", layers=2, directions=1, heads=2, score="additive",
                    bias=True)
        translation(f"{cell}_luong_2_layers", cell, "luong", layers=2, directions=2, heads=2, bias=True)
        attending_decoder(f"{cell}_encoder_attention_decoder", cell)
    encoder("encoder_gru_masked", "gru", 2, 2, [0, 3, 5])
    translation("gru_without_attention_masked", "gru", "none", layers=2, masked=[1, 4], masked_target=[2])
    translation("gru_bahdanau_masked", "gru", "bahdanau", masked=[1, 4], masked_target=[2], score="dot")
    translation("gru_bahdanau_without_projection", "gru", "bahdanau", heads=3, output_projection=False)
    translation("gru_luong_without_projection", "gru", "luong", heads=3, output_projection=False)
    translation("attention_encoder_gru_bahdanau", "gru", "bahdanau", encoder_kind="attention", masked=[2])
    translation("attention_encoder_gru", "gru", "none", encoder_kind="attention")
    torch.manual_seed(27)
    for layers in (1, 2):
        for directions in (1, 2):
            encoder(f"encoder_lstm_{layers}_layers_{directions}_directions", "lstm", layers, directions)
    encoder("encoder_lstm_masked", "lstm", 2, 2, masked=[1, 4])
    decoder_alone("decoder_alone_lstm", "lstm", 2)
    attending_decoder("lstm_encoder_attention_decoder", "lstm")
    translation("lstm_without_attention", "lstm", "none")
    translation("lstm_without_attention_masked", "lstm", "none", layers=2, masked=[1, 4], masked_target=[2])
    translation("lstm_bahdanau", "lstm", "bahdanau", score="additive")
    translation("lstm_bahdanau_2_layers", "lstm", "bahdanau", layers=2, heads=2, bias=True)
    translation("lstm_bahdanau_masked", "lstm", "bahdanau", masked=[1, 4], masked_target=[2], score="dot")
    translation("lstm_luong", "lstm", "luong", score="general")
    translation("lstm_luong_2_layers", "lstm", "luong", layers=2, directions=1, heads=2, bias=True)
    translation("attention_encoder_lstm_bahdanau", "lstm", "bahdanau", encoder_kind="attention", masked=[2])


if __name__ == "__main__":
    main()
