#!/usr/bin/env python3
"""Numbers of PyTorch's autograd and AdamW for tests/training/test_torch_training.cpp.

    python3 make.py

writes, beside itself, gradients_*.txt (a model, sentences, the mean loss and its derivative by every weight) and
adam.bin (weights and moments of 201 states of a run, float32, little-endian: for each state the weights, the first and
the second moments, in the order of the names in adam.txt). Made with PyTorch 2.15 on the processor, in double for
gradients and in float32 for the run.
"""

import math
import pathlib

import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
D, HEADS, KEY, VALUE, WORDS, ROWS = 4, 2, 2, 3, 5, 5


def norm(w, name, x, kind):
    if kind == "layer":
        return F.layer_norm(x, (D,), w[name + ".gain"], w[name + ".bias"], 1e-5)
    return F.rms_norm(x, (D,), w[name + ".gain"], 1e-5)


def attention(w, name, x, keys, causal):
    q, k, v = x @ w[name + ".w_q"] + w[name + ".b_q"], keys @ w[name + ".w_k"] + w[name + ".b_k"], \
        keys @ w[name + ".w_v"] + w[name + ".b_v"]
    q, k = (t.view(-1, HEADS, KEY).transpose(0, 1) for t in (q, k))
    v = v.view(-1, HEADS, VALUE).transpose(0, 1)
    if name + ".w_a" in w:
        # Bahdanau et al. 2015: w_a · tanh(q + k), a row of w_a a head.
        scores = (torch.tanh(q[:, :, None] + k[:, None]) * w[name + ".w_a"][:, None, None]).sum(-1)
        out = scores.softmax(-1) @ v
        return out.transpose(0, 1).reshape(-1, HEADS * VALUE) @ w[name + ".w_o"] + w[name + ".b_o"]
    if name + ".w_g" in w:
        # Luong et al. 2015: q W_g, one matrix a head, not divided.
        q = q @ w[name + ".w_g"].view(KEY, HEADS, KEY).transpose(0, 1)
    out = F.scaled_dot_product_attention(q, k, v, is_causal=causal, scale=1.0 if name + ".w_g" in w else None)
    return out.transpose(0, 1).reshape(-1, HEADS * VALUE) @ w[name + ".w_o"] + w[name + ".b_o"]


GATES = {"rnn": ("",), "gru": ("_r", "_z", "_c"), "lstm": ("_i", "_f", "_g", "_o")}


def carried(c, size):
    """Numbers that a step passes on: of an lstm h and the cell state, side by side."""
    return 2 * size if c["cell"] == "lstm" else size


def cell(w, name, c, x, h):
    """A step of torch's own cells, whose gates' weights stand one below the other."""
    gates = GATES[c["cell"]]
    part = lambda letter, dim: torch.cat([w[f"{name}.{letter}{gate}"] for gate in gates], dim)
    first, state, bias = part("w", 1).T, part("u", 1).T, part("b", 0)
    zeros = torch.zeros_like(h)
    if c["cell"] == "lstm":
        h, state_c = h[None].chunk(2, 1)
        return torch.cat([part[0] for part in torch.lstm_cell(x[None], (h, state_c), first, state, bias, 0 * bias)])
    if c["cell"] == "rnn":
        return torch.rnn_tanh_cell(x[None], h[None], first, state, bias, torch.zeros_like(bias))[0]
    return torch.gru_cell(x[None], h[None], first, state, bias, torch.cat([zeros, zeros, w[name + ".b_uc"]]))[0]


def chain(w, name, c, rows, first):
    states, h = [], first
    for x in rows:
        h = cell(w, name, c, x, h)
        states.append(h)
    return torch.stack(states)


def recurrent_encoder(w, c, x):
    """Rows of the last layer, and the last states of its directions; of an lstm their cell states too."""
    size = D // c["directions"]
    zeros = torch.zeros(carried(c, size)).double()
    for layer in range(c["encoder_layers"]):
        ways = [chain(w, f"encoder.{layer}.forward", c, x, zeros)]
        if c["directions"] == 2:
            ways.append(chain(w, f"encoder.{layer}.backward", c, x.flip(0), zeros).flip(0))
        x = torch.cat([way[:, :size] for way in ways], 1)
    ends = [way[-1 if i == 0 else 0] for i, way in enumerate(ways)]
    return x, [torch.cat([end[at:at + size] for end in ends]) for at in range(0, carried(c, size), size)]


def recurrent_decoder(w, c, x, memory, summary):
    first = torch.cat([torch.tanh(part @ w["decoder.first_state.w" + end] + w["decoder.first_state.b" + end])
                       for part, end in zip(summary, ("", "_c") if c["cell"] == "lstm" else ("",))])
    layers = range(c["decoder_layers"])
    if c["decoder_attention"] != "bahdanau":
        for layer in layers:
            x = chain(w, f"decoder.{layer}.forward", c, x, first)[:, :D]
        if c["decoder_attention"] == "none":
            return x
        context = attention(w, "decoder.0.cross", x, memory, False)
    else:
        states, rows, contexts = [first] * len(layers), [], []
        for word in x:
            contexts.append(attention(w, "decoder.0.cross", states[-1][None, :D], memory, False)[0])
            read = torch.cat([word, contexts[-1]])
            for layer in layers:
                states[layer] = cell(w, f"decoder.{layer}.forward", c, read, states[layer])
                read = states[layer][:D]
            rows.append(read)
        x, context = torch.stack(rows), torch.stack(contexts)
    return torch.tanh(torch.cat([x, context], 1) @ w["decoder.combine.w"] + w["decoder.combine.b"])


def is_recurrent(c, side):
    return c.get(side + "_kind") == "recurrent"


def entered(w, tokens):
    return w["embedding"][tokens] + w["position"][: len(tokens)]


def stack(w, side, c, tokens, memory=None):
    x = entered(w, tokens)
    hidden = c["d_ff"] if side == "encoder" else c["decoder_d_ff"]

    def sublayer(x, number, f):
        name = f"{side}.0.norm_{number}"
        if c["norm"] == "pre":
            return x + f(norm(w, name, x, c["norm_kind"]))
        return norm(w, name, x + f(x), c["norm_kind"])

    x = sublayer(x, 1, lambda y: attention(w, f"{side}.0.self", y, y, side == "decoder"))
    if memory is not None:
        x = sublayer(x, 2, lambda y: attention(w, f"{side}.0.cross", y, memory, False))
    if hidden:
        act = {"relu": F.relu, "gelu": F.gelu, "silu": F.silu, "gelu_tanh": lambda y: F.gelu(y, approximate="tanh")}
        p = f"{side}.0.ffn."
        x = sublayer(x, 2 if side == "encoder" else 3,
                     lambda y: act[c["activation"]](y @ w[p + "w_1"] + w[p + "b_1"]) @ w[p + "w_2"] + w[p + "b_2"])
    return norm(w, side + ".final_norm", x, c["norm_kind"]) if c["final_norm"] else x


def logits(w, c, source, target):
    if c["architecture"] == "encoder":
        x = stack(w, "encoder", c, source)
        act = {"relu": F.relu, "gelu": F.gelu}[c["activation"]]
        x = norm(w, "output.norm", act(x @ w["output.transform.w"] + w["output.transform.b"]), c["norm_kind"])
    elif c["architecture"] == "decoder":
        x = stack(w, "decoder", c, source)
    else:
        memory = summary = None
        if is_recurrent(c, "encoder"):
            memory, summary = recurrent_encoder(w, c, entered(w, source))
        else:
            memory = stack(w, "encoder", c, source)
            summary = [memory.mean(0)] * 2
        if is_recurrent(c, "decoder"):
            x = recurrent_decoder(w, c, entered(w, target), memory, summary)
        else:
            x = stack(w, "decoder", c, target, memory)
    return x @ w["output.w"] + w["output.b"]


def shapes(c):
    result = {"embedding": (WORDS, D), "position": (ROWS, D)}

    def add_norm(name):
        result[name + ".gain"] = (1, D)
        if c["norm_kind"] == "layer":
            result[name + ".bias"] = (1, D)

    def add_attention(name):
        for letter, width in (("q", KEY), ("k", KEY), ("v", VALUE)):
            result[f"{name}.w_{letter}"], result[f"{name}.b_{letter}"] = (D, HEADS * width), (1, HEADS * width)
        if c.get("score") == "general":
            result[name + ".w_g"] = (KEY, HEADS * KEY)
        if c.get("score") == "additive":
            result[name + ".w_a"] = (HEADS, KEY)
        result[name + ".w_o"], result[name + ".b_o"] = (HEADS * VALUE, D), (1, D)

    def add_chains(side):
        ways = ("forward", "backward") if side == "encoder" and c["directions"] == 2 else ("forward",)
        size = D // len(ways)
        for layer in range(c[side + "_layers"]):
            asks = side == "decoder" and layer == 0 and c["decoder_attention"] == "bahdanau"
            for way in ways:
                for gate in GATES[c["cell"]]:
                    name = f"{side}.{layer}.{way}."
                    result[name + "w" + gate] = (2 * D if asks else D, size)
                    result[name + "u" + gate], result[name + "b" + gate] = (size, size), (1, size)
                if c["cell"] == "gru":
                    result[name + "b_uc"] = (1, size)
        if side == "decoder":
            result["decoder.first_state.w"], result["decoder.first_state.b"] = (D, D), (1, D)
            if c["cell"] == "lstm":
                result["decoder.first_state.w_c"], result["decoder.first_state.b_c"] = (D, D), (1, D)
            if c["decoder_attention"] != "none":
                add_attention("decoder.0.cross")
                result["decoder.combine.w"], result["decoder.combine.b"] = (2 * D, D), (1, D)

    for side in ("encoder", "decoder"):
        if c["architecture"] not in (side, "encoder_decoder"):
            continue
        if is_recurrent(c, side):
            add_chains(side)
            continue
        add_attention(side + ".0.self")
        add_norm(side + ".0.norm_1")
        if side == "decoder" and c["architecture"] == "encoder_decoder":
            add_attention("decoder.0.cross")
            add_norm("decoder.0.norm_2")
        hidden = c["d_ff"] if side == "encoder" else c["decoder_d_ff"]
        if hidden:
            p = side + ".0.ffn."
            result.update({p + "w_1": (D, hidden), p + "b_1": (1, hidden), p + "w_2": (hidden, D), p + "b_2": (1, D)})
            add_norm(f"{side}.0.norm_{2 if side == 'encoder' else 3}")
        if c["final_norm"]:
            add_norm(side + ".final_norm")
    if c["architecture"] == "encoder":
        result["output.transform.w"], result["output.transform.b"] = (D, D), (1, D)
        add_norm("output.norm")
    result["output.w"], result["output.b"] = (D, WORDS), (1, WORDS)
    return result


def drawn(c, dtype):
    torch.manual_seed(20)
    w = {}
    for name, shape in shapes(c).items():
        # Four decimals, so that the text holds them exactly enough for both programs.
        numbers = (torch.randn(shape, dtype=torch.float64) * 0.6 + (1 if name.endswith(".gain") else 0)).round(decimals=4)
        w[name] = numbers.to(dtype).requires_grad_()
    return w


def flat(w):
    return {name: t.squeeze(0) if t.shape[0] == 1 and name not in ("embedding", "position") else t
            for name, t in w.items()}


def sentences(c):
    if c["architecture"] == "encoder_decoder":
        return [([0, 1, 2], [4, 2, 0], [2, 0, -1]), ([3, 4, 0, 1], [4, 3, 1, 0, 2], [3, -1, 0, 2, 4])]
    return [([0, 1, 2, 1], [], [1, -1, 1, 3]), ([3, 4, 0], [], [4, 0, 2])]


def loss_of(w, c):
    rows, right = [], []
    for source, target, asked in sentences(c):
        rows.append(logits(flat(w), c, source, target))
        right += asked
    return F.cross_entropy(torch.cat(rows), torch.tensor(right), ignore_index=-1, label_smoothing=c["smoothing"])


def text(t):
    return " ".join(repr(float(x)) for x in t.reshape(-1))


def write_config(out, c):
    for key, value in c.items():
        out.write(f"config {key} {str(value).lower() if isinstance(value, bool) else value}\n")
    for source, target, asked in sentences(c):
        out.write("sentence " + " ".join(map(str, source)) + " |" + "".join(f" {t}" for t in target) + " | "
                  + " ".join(map(str, asked)) + "\n")


BASE = {"d_model": D, "heads": HEADS, "decoder_heads": HEADS, "d_key": KEY, "d_value": VALUE, "bias": True,
        "residual": True, "position": "learned", "smoothing": 0.0, "encoder_layers": 1, "decoder_layers": 1,
        "d_ff": 0, "decoder_d_ff": 0, "norm": "pre", "norm_kind": "layer", "final_norm": True, "activation": "relu"}
CASES = {
    "encoder": {"architecture": "encoder", "d_ff": 3, "activation": "gelu", "masked_language_model": True},
    "decoder_pre": {"architecture": "decoder", "decoder_d_ff": 5, "activation": "silu"},
    "decoder_post_rms": {"architecture": "decoder", "norm": "post", "norm_kind": "rms", "final_norm": False},
    "transformer_pre": {"architecture": "encoder_decoder", "d_ff": 3, "decoder_d_ff": 2, "activation": "gelu_tanh"},
    "transformer_post_smooth": {"architecture": "encoder_decoder", "norm": "post", "final_norm": False,
                                "smoothing": 0.1},
    "transformer_general": {"architecture": "encoder_decoder", "score": "general"},
}
RECURRENT = {"architecture": "encoder_decoder", "encoder_kind": "recurrent", "decoder_kind": "recurrent", "cell": "gru",
             "directions": 2, "decoder_attention": "none"}
CASES.update({
    "recurrent_gru": {**RECURRENT, "encoder_layers": 2},
    "recurrent_rnn": {**RECURRENT, "cell": "rnn", "directions": 1, "decoder_layers": 2},
    "recurrent_bahdanau": {**RECURRENT, "decoder_attention": "bahdanau", "score": "additive", "decoder_layers": 2},
    "recurrent_luong": {**RECURRENT, "decoder_attention": "luong", "score": "general"},
    "recurrent_decoder": {**RECURRENT, "encoder_kind": "attention", "cell": "rnn", "directions": 1,
                          "decoder_attention": "bahdanau", "score": "additive"},
    "recurrent_encoder": {**RECURRENT, "decoder_kind": "attention"},
    "recurrent_lstm": {**RECURRENT, "cell": "lstm", "encoder_layers": 2},
    "recurrent_lstm_bahdanau": {**RECURRENT, "cell": "lstm", "decoder_attention": "bahdanau", "score": "additive",
                                "decoder_layers": 2},
    "recurrent_lstm_decoder": {**RECURRENT, "encoder_kind": "attention", "cell": "lstm", "directions": 1,
                               "decoder_attention": "luong", "score": "general"},
})


def write_gradients():
    for name, change in CASES.items():
        c = {**BASE, **change}
        w = drawn(c, torch.float64)
        loss = loss_of(w, c)
        loss.backward()
        with open(HERE / f"gradients_{name}.txt", "w") as out:
            write_config(out, c)
            out.write(f"loss {float(loss)!r}\n")
            for key, t in w.items():
                out.write(f"weight {key} {t.shape[0]} {t.shape[1]} {text(t.detach())}\n")
                out.write(f"gradient {key} {t.shape[0]} {t.shape[1]} {text(t.grad)}\n")


def rate(step):
    return 0.01 * (step / 20 if step <= 20 else 0.5 * (1 + math.cos(math.pi * (step - 20) / 180)))


def decays(name):
    return name.split(".")[-1].startswith("w")


def write_run():
    c = {**BASE, "architecture": "decoder"}
    w = drawn(c, torch.float32)
    groups = [{"params": [t for n, t in w.items() if decays(n)], "weight_decay": 0.1},
              {"params": [t for n, t in w.items() if not decays(n)], "weight_decay": 0.0}]
    adam = torch.optim.AdamW(groups, lr=1, betas=(0.9, 0.98), eps=1e-8)
    with open(HERE / "adam.bin", "wb") as out, open(HERE / "adam.txt", "w") as described:
        write_config(described, c)
        for name, t in w.items():
            described.write(f"weight {name} {t.shape[0]} {t.shape[1]} {text(t.detach())}\n")

        def write():
            state = lambda t, key: adam.state.get(t, {}).get(key, torch.zeros_like(t))
            for numbers in (lambda t: t, lambda t: state(t, "exp_avg"), lambda t: state(t, "exp_avg_sq")):
                out.write(b"".join(numbers(t).detach().numpy().astype("<f4").tobytes() for t in w.values()))

        write()
        for step in range(1, 201):
            adam.zero_grad()
            loss = loss_of(w, c)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(list(w.values()), 0.5)
            for group in adam.param_groups:
                group["lr"] = rate(step)
            adam.step()
            described.write(f"step {step} {rate(step)!r} {float(loss)!r}\n")
            write()


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_gradients()
    write_run()
