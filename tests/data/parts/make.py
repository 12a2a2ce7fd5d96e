#!/usr/bin/env python3
"""Writes parts.json: scores and logits of three small checkpoints as sums over parts of the residual stream.

Run it where transformers and PyTorch are installed: python3 make.py (written with transformers 5.24, PyTorch 2.15).
Everything is computed in double, forwards: the stream is a dict of vectors that each norm, held at the scale of the
whole, acts on. Regard goes the other way, from what is read back to the parts.
"""

import json
from pathlib import Path

import torch
import transformers
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
TEXT = "one two three, the cat sat"
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


class Watched:
    """What the modules of a model read, in double."""

    def __init__(self, model):
        self.read, self.gave = {}, {}
        for name, module in model.named_modules():
            module.register_forward_hook(self.hook(name))

    def hook(self, name):
        def keep(_, args, output):
            if args and torch.is_tensor(args[0]):
                self.read[name] = args[0]
            if torch.is_tensor(output):
                self.gave[name] = output

        return keep


def normed(parts, x, norm, name):
    """The norm of x acting on each of its parts."""
    isLayer = hasattr(norm, "bias") and norm.bias is not None
    epsilon = norm.eps if hasattr(norm, "eps") else norm.variance_epsilon
    x = x[0] if x.dim() == 3 else x
    mean = x.mean(-1, keepdim=True) if isLayer else 0
    scale = 1 / torch.sqrt(((x - mean) ** 2).mean(-1, keepdim=True) + epsilon)
    found = {
        key: (part - (part.mean(-1, keepdim=True) if isLayer else 0)) * scale * norm.weight
        for key, part in parts.items()
    }
    if isLayer:
        found[f"bias {name}.bias"] = norm.bias.expand(x.shape)
    return found


def add_heads(parts, joined, projection, block, heads):
    width = joined.shape[-1] // heads
    for head in range(heads):
        columns = slice(head * width, (head + 1) * width)
        parts[f"head {block} {head}"] = joined[0][:, columns] @ projection.weight[:, columns].T
    if projection.bias is not None:
        parts[f"bias {block}.b_o"] = projection.bias.expand(joined.shape[1], -1)


def add_feed_forward(parts, hidden, projection, name):
    parts[f"feed_forward {name}"] = hidden[0] @ projection.weight.T
    if projection.bias is not None:
        parts[f"bias {name}.b_2"] = projection.bias.expand(hidden.shape[1], -1)


def side(parts, linear, head, width, name):
    columns = slice(head * width, (head + 1) * width)
    found = {key: part @ linear.weight[columns].T for key, part in parts.items()}
    if linear.bias is not None:
        found[f"bias {name}"] = linear.bias[columns].expand(next(iter(found.values())).shape[0], -1)
    return found


def score(queries, keys, query, key, reference, causal, width):
    """Pairs of parts of one scaled score, less the mean over the allowed keys, another key or nothing."""
    allowed = range(query + 1) if causal else range(next(iter(keys.values())).shape[0])

    def less(rows):
        if reference == "mean":
            return rows[key] - rows[list(allowed)].mean(0)
        return rows[key] - (rows[reference] if isinstance(reference, int) else 0)

    return {
        a: {b: float(q[query] @ less(k)) / width**0.5 for b, k in keys.items()} for a, q in queries.items()
    }


def bert(name):
    """BERT and RoBERTa: post-norm, and a masked word's transform."""
    model = AutoModelForMaskedLM.from_pretrained(CHECKPOINTS / name, attn_implementation="eager").double().eval()
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINTS / name)
    inputs = tokenizer(TEXT, return_tensors="pt")
    watched = Watched(model)
    with torch.no_grad():
        logits = model(**inputs).logits[0]
    base = model.bert if name == "bert" else model.roberta
    prefix = "bert" if name == "bert" else "roberta"
    n = inputs["input_ids"].shape[1]
    parts = {
        "token": watched.gave[f"{prefix}.embeddings.word_embeddings"].reshape(n, -1),
        "position": watched.gave[f"{prefix}.embeddings.position_embeddings"].reshape(n, -1),
        "token_type": watched.gave[f"{prefix}.embeddings.token_type_embeddings"].reshape(n, -1),
    }
    parts = normed(parts, sum(parts.values()), base.embeddings.LayerNorm, "embedding_norm")
    heads = model.config.num_attention_heads
    width = model.config.hidden_size // heads
    read = []  # by layer
    for index, layer in enumerate(base.encoder.layer):
        stem = f"{prefix}.encoder.layer.{index}"
        read.append(dict(parts))
        add_heads(parts, watched.read[f"{stem}.attention.output.dense"], layer.attention.output.dense,
                  f"encoder.{index}.self", heads)
        parts = normed(parts, watched.read[f"{stem}.attention.output.LayerNorm"], layer.attention.output.LayerNorm,
                       f"encoder.{index}.norm_1")
        add_feed_forward(parts, watched.read[f"{stem}.output.dense"], layer.output.dense, f"encoder.{index}.ffn")
        parts = normed(parts, watched.read[f"{stem}.output.LayerNorm"], layer.output.LayerNorm,
                       f"encoder.{index}.norm_2")
    scores = []
    for index, layer in enumerate(base.encoder.layer):
        for head in range(heads):
            queries = side(read[index], layer.attention.self.query, head, width, f"encoder.{index}.self.b_q")
            keys = side(read[index], layer.attention.self.key, head, width, f"encoder.{index}.self.b_k")
            for reference in ("mean", "nothing", 2):
                scores.append(dict(layer=index, head=head, query=3, key=5, reference=reference,
                                   pairs=score(queries, keys, 3, 5, reference, False, width)))
    if name == "bert":
        dense, norm = model.cls.predictions.transform.dense, model.cls.predictions.transform.LayerNorm
        out, bias = model.cls.predictions.decoder.weight, model.cls.predictions.decoder.bias
    else:
        dense, norm = model.lm_head.dense, model.lm_head.layer_norm
        out, bias = model.lm_head.decoder.weight, model.lm_head.decoder.bias
    stream = sum(parts.values())
    z = stream @ dense.weight.T + dense.bias
    gate = torch.nn.functional.gelu(z) / z
    told = {key: (part @ dense.weight.T) * gate for key, part in parts.items()}
    told["bias output.transform.b"] = dense.bias * gate
    told = normed(told, sum(told.values()), norm, "output.norm")
    return model, inputs, logits, scores, told, out, bias


def llama(name):
    model = AutoModelForCausalLM.from_pretrained(CHECKPOINTS / name, attn_implementation="eager").double().eval()
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINTS / name)
    inputs = tokenizer(TEXT, return_tensors="pt")
    watched = Watched(model)
    with torch.no_grad():
        logits = model(**inputs).logits[0]
    n = inputs["input_ids"].shape[1]
    parts = {"token": watched.gave["model.embed_tokens"].reshape(n, -1)}
    config = model.config
    heads, shared, width = config.num_attention_heads, config.num_key_value_heads, config.head_dim
    cosine, sine = model.model.rotary_emb(parts["token"][None], torch.arange(n)[None])
    scores = []
    for index, layer in enumerate(model.model.layers):
        stem = f"model.layers.{index}"
        read = normed(parts, watched.read[f"{stem}.input_layernorm"], layer.input_layernorm, "")
        for head in range(heads):
            sides = [side(read, layer.self_attn.q_proj, head, width, f"decoder.{index}.self.b_q"),
                     side(read, layer.self_attn.k_proj, head * shared // heads, width, f"decoder.{index}.self.b_k")]
            turned = [{key: apply_rotary_pos_emb(part[None, None], part[None, None], cosine, sine)[0][0, 0]
                       for key, part in one.items()} for one in sides]
            for reference in ("mean", "nothing", 1):
                scores.append(dict(layer=index, head=head, query=4, key=2, reference=reference,
                                   pairs=score(*turned, 4, 2, reference, True, width)))
        add_heads(parts, watched.read[f"{stem}.self_attn.o_proj"], layer.self_attn.o_proj, f"decoder.{index}.self",
                  heads)
        add_feed_forward(parts, watched.read[f"{stem}.mlp.down_proj"], layer.mlp.down_proj, f"decoder.{index}.ffn")
    told = normed(parts, watched.read["model.norm"], model.model.norm, "decoder.final_norm")
    return model, inputs, logits, scores, told, model.lm_head.weight, model.lm_head.bias


@torch.no_grad()
def case(name):
    model, inputs, logits, scores, told, out, bias = (llama if name.startswith("llama") else bert)(name)
    found = []
    for position in (0, 4):
        best = logits[position].topk(2).indices.tolist()
        for other in (best[1], None):
            direction = out[best[0]] - (out[other] if other is not None else 0)
            numbers = {key: float(part[position] @ direction) for key, part in told.items()}
            if bias is not None:
                numbers["bias output.b"] = float(bias[best[0]] - (bias[other] if other is not None else 0))
            total = float(logits[position, best[0]] - (logits[position, other] if other is not None else 0))
            assert abs(sum(numbers.values()) - total) < 1e-6 * sum(map(abs, numbers.values())), name
            found.append(dict(position=position, word=best[0], other=other, parts=numbers, total=total))
    for each in scores:  # marginals of all, the pairs of the first
        pairs = each["pairs"]
        each["query_parts"] = {a: sum(row.values()) for a, row in pairs.items()}
        each["key_parts"] = {b: sum(row[b] for row in pairs.values()) for b in next(iter(pairs.values()))}
        if each is not scores[-3]:
            del each["pairs"]
    return dict(folder=name, text=TEXT, ids=inputs["input_ids"][0].tolist(), scores=scores, logits=found)


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


if __name__ == "__main__":
    cases = [rounded(case(name)) for name in ("bert", "roberta", "llama", "llama_spm")]
    (HERE / "parts.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
