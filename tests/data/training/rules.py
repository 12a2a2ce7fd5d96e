#!/usr/bin/env python3
"""Derivatives by PyTorch's autograd of what the models on the Hub compute otherwise than the first Transformer.

    python3 rules.py

writes gradients_rules_*.txt beside itself, in the form of make.py: a model of two layers with some of the rules, its
sentences, the mean loss and its derivative by every weight, in double. Made with PyTorch 2.15 on the processor.
"""

import math

import torch
import torch.nn.functional as F

from make import HERE, sentences, text, write_config

D, KEY, VALUE, WORDS = 6, 4, 3, 5
MASK_TOKEN = 1
KEPT = float(torch.tensor(0.88))  # ESM's 1 - 0.15 * 0.8, as float32 has it
ACTIVATION = {"relu": F.relu, "gelu": F.gelu, "silu": F.silu}


def norm(w, c, name, x):
    if c["norm_kind"] == "rms":
        return F.rms_norm(x, x.shape[-1:], w[name + ".gain"], c["norm_epsilon"])
    return F.layer_norm(x, x.shape[-1:], w[name + ".gain"], w[name + ".bias"], c["norm_epsilon"])


def linear(w, name, x, letter):
    return x @ w[f"{name}.w_{letter}"] + w[f"{name}.b_{letter}"]


def rotated(c, x):
    """x is heads × tokens × KEY; the first rotary_width columns turn, in pairs of neighbours or of halves."""
    width = c.get("rotary_width") or KEY
    angles = torch.arange(x.shape[1])[:, None] * c["rope_theta"] ** (-torch.arange(0, width, 2).double() / width)
    turned, rest = x[..., :width], x[..., width:]
    pairs = turned.unflatten(-1, (-1, 2)) if c.get("rotary_interleaved") else \
        turned.unflatten(-1, (2, -1)).transpose(-1, -2)
    a, b = pairs[..., 0], pairs[..., 1]
    both = torch.stack([a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()], -1)
    both = both.flatten(-2) if c.get("rotary_interleaved") else both.transpose(-1, -2).flatten(-2)
    return torch.cat([both, rest], -1)


def slopes(heads):
    """Press et al. 2022."""
    whole = 2 ** int(math.log2(heads))
    series = [2 ** (-8 * h / whole) for h in range(1, whole + 1)]
    between = [2 ** (-8 * h / (2 * whole)) for h in range(1, 2 * whole + 1, 2)]
    return torch.tensor((series + between)[:heads]).double()


def bucket(distance):
    """Raffel et al. 2020, 32 buckets; here no distance is beyond the exact ones."""
    assert abs(distance) < 8
    return abs(distance) + (16 if distance > 0 else 0)


def attention(w, c, side, layer, x):
    name, heads = f"{side}.{layer}.self", c["decoder_heads" if side == "decoder" else "heads"]
    shared = heads // (c.get("key_value_heads") or heads)
    q, k, v = (linear(w, name, x, letter) for letter in "qkv")
    if c.get("qk_norm") == "all":
        q, k = norm(w, c, name + ".q_norm", q), norm(w, c, name + ".k_norm", k)
    q, k, v = (t.unflatten(-1, (-1, size)).transpose(0, 1) for t, size in ((q, KEY), (k, KEY), (v, VALUE)))
    if c.get("qk_norm") == "head":
        q, k = norm(w, c, name + ".q_norm", q), norm(w, c, name + ".k_norm", k)
    if c["position"] == "rotary" and str(layer + 1) != c.get("unrotated_layers"):
        q, k = rotated(c, q), rotated(c, k)
    k, v = k.repeat_interleave(shared, 0), v.repeat_interleave(shared, 0)
    scores = q @ k.transpose(1, 2) * (c.get("score_scale") or KEY ** -0.5)
    if c.get("scale_by_layer"):
        scores = scores / (layer + 1)
    if c.get("score_cap"):
        scores = c["score_cap"] * torch.tanh(scores / c["score_cap"])
    places = torch.arange(len(x))
    distance = places[None, :] - places[:, None]  # of the key from the query
    if c.get("score_bias") == "alibi":
        scores = scores - slopes(heads)[:, None, None] * distance.abs()
    elif c.get("score_bias") == "buckets":
        numbers = [[bucket(d) for d in row] for row in distance.tolist()]
        scores = scores + w[side + ".score_bias"][torch.tensor(numbers)].permute(2, 0, 1)
    if side == "decoder":
        scores = scores.masked_fill(distance > 0, -torch.inf)
    if c.get("window") and str(layer + 1) != c.get("full_layers"):
        scores = scores.masked_fill(distance <= -c["window"], -torch.inf)
    if c.get("attention_sinks"):
        scores = torch.cat([scores, w[name + ".sinks"].view(heads, 1, 1).expand(heads, len(x), 1)], -1)
    weights = scores.softmax(-1)[..., :len(x)]
    return linear(w, name, (weights @ v).transpose(0, 1).flatten(1), "o")


def feed_forward(w, c, side, layer, x):
    name = f"{side}.{layer}.ffn"
    hidden = ACTIVATION[c["activation"]](linear(w, name, x, "1"))
    return linear(w, name, hidden * linear(w, name, x, "3") if c.get("gated") else hidden, "2")


def entered(w, c, tokens):
    x = w["embedding"][tokens] * c.get("embedding_multiplier", 1)
    if c.get("token_dropout"):
        masked = torch.tensor(tokens) == MASK_TOKEN
        x = x.masked_fill(masked[:, None], 0) * KEPT / (1 - masked.double().mean())
    if c["position"] == "learned":
        x = x + w["position"][:len(tokens)]
    if c.get("token_types"):
        x = x + w["token_type"][0]
    if c.get("embedding_norm"):
        x = norm(w, c, "embedding_norm", x)
    return x @ w["embedding_projection.w"] + w["embedding_projection.b"] if c.get("embedding_size") else x


def logits(w, c, tokens):
    side = c["architecture"]
    x = entered(w, c, tokens)
    second = 2 if side == "encoder" else 3
    for layer in range(2):
        first_norm, second_norm = f"{side}.{layer}.norm_1", f"{side}.{layer}.norm_{second}"
        attend, feed = (lambda y: attention(w, c, side, layer, y)), (lambda y: feed_forward(w, c, side, layer, y))
        if c.get("parallel_residual"):
            x = x + attend(norm(w, c, first_norm, x)) + feed(norm(w, c, second_norm, x))
            continue
        for name, f in ((first_norm, attend), (second_norm, feed)):
            if c["norm"] == "output":
                x = x + norm(w, c, name, f(x))
            elif c["norm"] == "post":
                x = norm(w, c, name, x + f(x))
            else:
                x = x + c.get("residual_multiplier", 1) * f(norm(w, c, name, x))
    if c["final_norm"]:
        x = norm(w, c, side + ".final_norm", x)
    if c.get("masked_language_model"):
        x = ACTIVATION[c["activation"]](x @ w["output.transform.w"] + w["output.transform.b"])
        x = norm(w, c, "output.norm", x)
    x = (x @ w["output.w"] + w["output.b"]) / c.get("logits_divisor", 1)
    return c["logits_cap"] * torch.tanh(x / c["logits_cap"]) if c.get("logits_cap") else x


def shapes(c):
    side = c["architecture"]
    width, heads = c.get("embedding_size") or D, c["decoder_heads" if side == "decoder" else "heads"]
    shared = c.get("key_value_heads") or heads
    result = {"embedding": (WORDS, width)}

    def add_norm(name, columns=D):
        result[name + ".gain"] = (1, columns)
        if c["norm_kind"] == "layer":
            result[name + ".bias"] = (1, columns)

    def add_linear(name, letter, rows, columns):
        result[f"{name}.w_{letter}"], result[f"{name}.b_{letter}"] = (rows, columns), (1, columns)

    if c["position"] == "learned":
        result["position"] = (5, width)
    if c.get("token_types"):
        result["token_type"] = (c["token_types"], width)
    if c.get("embedding_norm"):
        add_norm("embedding_norm", width)
    if c.get("embedding_size"):
        result["embedding_projection.w"], result["embedding_projection.b"] = (width, D), (1, D)
    if c.get("score_bias") == "buckets":
        result[side + ".score_bias"] = (32, heads)
    for layer in range(2):
        name = f"{side}.{layer}.self"
        for letter, columns in (("q", heads * KEY), ("k", shared * KEY), ("v", shared * VALUE)):
            add_linear(name, letter, D, columns)
        add_linear(name, "o", heads * VALUE, D)
        if c.get("qk_norm"):
            for letter, columns in (("q", heads * KEY), ("k", shared * KEY)):
                add_norm(f"{name}.{letter}_norm", KEY if c["qk_norm"] == "head" else columns)
        if c.get("attention_sinks"):
            result[name + ".sinks"] = (1, heads)
        for letter in "13" if c.get("gated") else "1":
            add_linear(f"{side}.{layer}.ffn", letter, D, c["d_ff"])
        add_linear(f"{side}.{layer}.ffn", "2", c["d_ff"], D)
        add_norm(f"{side}.{layer}.norm_1")
        add_norm(f"{side}.{layer}.norm_{2 if side == 'encoder' else 3}")
    if c["final_norm"]:
        add_norm(side + ".final_norm")
    if c.get("masked_language_model"):
        result["output.transform.w"], result["output.transform.b"] = (D, width), (1, width)
        add_norm("output.norm", width)
    rows = width if c.get("masked_language_model") else D
    result["output.w"], result["output.b"] = (rows, WORDS), (1, WORDS)
    return result


BASE = {"d_model": D, "heads": 4, "decoder_heads": 4, "d_key": KEY, "d_value": VALUE, "bias": True, "residual": True,
        "smoothing": 0.0, "encoder_layers": 2, "decoder_layers": 2, "d_ff": 5, "decoder_d_ff": 5, "norm": "pre",
        "norm_kind": "rms", "norm_epsilon": 0.01, "final_norm": True, "activation": "silu", "position": "rotary",
        "rope_theta": 50, "architecture": "decoder"}
ENCODER = {"architecture": "encoder", "masked_language_model": True, "activation": "gelu", "norm": "post",
           "norm_kind": "layer", "final_norm": False, "position": "learned"}
CASES = {
    "qk_norm_head": {"qk_norm": "head", "key_value_heads": 2, "gated": True, "window": 2, "full_layers": "2"},
    "qk_norm_all": {"qk_norm": "all", "key_value_heads": 2, "norm": "output", "unrotated_layers": "1"},
    "parallel": {"parallel_residual": True, "norm_kind": "layer", "rotary_width": 2, "rotary_interleaved": True},
    "alibi": {"position": "none", "score_bias": "alibi", "heads": 3, "decoder_heads": 3, "embedding_norm": True,
              "scale_by_layer": True},
    "caps_and_sinks": {"score_cap": 0.75, "logits_cap": 1.25, "attention_sinks": True, "window": 3,
                       "key_value_heads": 1},
    "multipliers": {"embedding_multiplier": 1.75, "residual_multiplier": 0.625, "score_scale": 0.375,
                    "logits_divisor": 1.5, "gated": True},
    "buckets": {**ENCODER, "score_bias": "buckets", "score_cap": 0.5},
    "narrow": {**ENCODER, "embedding_size": 3, "embedding_norm": True, "token_types": 2},
    "token_dropout": {**ENCODER, "token_dropout": True, "norm": "pre", "final_norm": True, "embedding_size": 7},
}


def main():
    for number, (name, change) in enumerate(CASES.items()):
        c = {**BASE, **change}
        torch.manual_seed(60 + number)
        w = {}
        for key, shape in shapes(c).items():
            numbers = torch.randn(shape, dtype=torch.float64) * 0.6 + (1 if key.endswith(".gain") else 0)
            w[key] = numbers.round(decimals=3).requires_grad_()
        flat = {key: t[0] if len(t) == 1 else t for key, t in w.items()}
        rows = torch.cat([logits(flat, c, source) for source, _, _ in sentences(c)])
        right = torch.tensor([token for _, _, asked in sentences(c) for token in asked])
        loss = F.cross_entropy(rows, right, ignore_index=-1)
        loss.backward()
        with open(HERE / f"gradients_rules_{name}.txt", "w") as out:
            write_config(out, c)
            out.write(f"loss {loss.item()!r}\n")
            for key, t in w.items():
                gradient = torch.zeros_like(t) if t.grad is None else t.grad
                out.write(f"weight {key} {t.shape[0]} {t.shape[1]} {text(t.detach())}\n")
                out.write(f"gradient {key} {t.shape[0]} {t.shape[1]} "
                          + " ".join(f"{float(x):.10g}" for x in gradient.reshape(-1)) + "\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
