#!/usr/bin/env python3
"""Writes gpt2.json and bert.json: what every head of two small checkpoints does in the sentences of corpus.txt.

Run it where transformers is installed: python3 make.py (written with transformers 5.24). Attention is the library's, in
double; the sums over it are numpy's, by the formulas in resources/guide/formats.md, cell by cell.
"""

import json
import math
import unicodedata
from pathlib import Path

import numpy as np
import torch
import transformers
from transformers import AutoModel, AutoTokenizer

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


def is_mark(piece):
    for mark in ("##", "Ġ", "▁"):
        if len(piece) > len(mark) and piece.startswith(mark):
            piece = piece[len(mark):]
            break
    # Regard takes emoji, which are symbols beyond U+FFFF, for words.
    return piece != "" and all(c <= "\uffff" and unicodedata.category(c)[0] in "PS" for c in piece)


def keys_of(pieces, special, causal):
    """For each measure and query the keys that it means."""
    n = len(pieces)
    sink = [k for k in range(n) if k == 0 or special[k] or is_mark(pieces[k])]
    measures = {
        "itself": lambda q: [q],
        "previous": lambda q: [q - 1] if q > 0 else [],
        "next": lambda q: [q + 1] if q + 1 < n else [],
        "same_word": lambda q: [k for k in range(n) if k != q and pieces[k] == pieces[q]],
        "first": lambda q: [0],
        "separator": lambda q: [k for k in range(1, n) if special[k]],
        "punctuation": lambda q: [k for k in range(n) if not special[k] and is_mark(pieces[k])],
        "sink": lambda q: sink,
        "induction": lambda q: [k for k in range(1, q + 1) if pieces[k - 1] == pieces[q]],
    }
    return {name: [[k for k in keys(q) if not causal or k <= q] for q in range(n)] for name, keys in measures.items()}


def measured(weights, pieces, special, causal):
    """y and n of each measure in one sentence, Σ w d², the weight at each distance."""
    n = len(pieces)
    result = {}
    for name, keys in keys_of(pieces, special, causal).items():
        counted = n if name == "sink" else sum(1 for each in keys if each)
        result[name] = (sum(weights[q, k] for q in range(n) for k in keys[q]), counted)
    entropies = [-sum(w * math.log(w) for w in row if w > 0) for row in weights]
    allowed = [q + 1 if causal else n for q in range(n)]
    result["entropy"] = (sum(entropies), n)
    broad = [e / math.log(m) for e, m in zip(entropies, allowed) if m > 1]
    result["broad"] = (sum(broad), len(broad))
    distance = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    result["distance"] = ((weights * distance).sum(), weights.sum())
    bins = np.zeros(14)
    for q in range(n):
        for k in range(n):
            bins[0 if q == k else min(13, 1 + int(math.log2(abs(q - k))))] += weights[q, k]
    return result, (weights * distance ** 2).sum(), bins


def ratio(pairs):
    """Mean and standard error by sentences as clusters."""
    y, n = (np.array(each, float) for each in zip(*pairs))
    y, n = y[n > 0], n[n > 0]
    if len(n) == 0:
        return None
    mean = y.sum() / n.sum()
    error = None
    if len(n) > 1:
        error = math.sqrt(len(n) / (len(n) - 1) * ((y - mean * n) ** 2).sum()) / n.sum()
    return dict(mean=mean, error=error, sum=y.sum(), queries=n.sum(), sentences=len(n))


def values_gpt2(model, layer, states):
    block = model.h[layer]
    value = block.attn.c_attn(block.ln_1(states))[0].chunk(3, dim=-1)[2]
    return value, block.attn.c_proj.weight


def values_bert(model, layer, states):
    attention = model.encoder.layer[layer].attention
    return attention.self.value(states)[0], attention.output.dense.weight.T


@torch.no_grad()
def scan(name, causal, values):
    path = CHECKPOINTS / name
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModel.from_pretrained(path, attn_implementation="eager", dtype=torch.float64).eval()
    layers, heads = model.config.num_hidden_layers, model.config.num_attention_heads
    found = {}
    received = {}
    tokens = 0
    for text in (HERE / "corpus.txt").read_text().splitlines():
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        pieces = tokenizer.convert_ids_to_tokens(ids[0].tolist())
        special = [piece in tokenizer.all_special_tokens for piece in pieces]
        tokens += len(pieces)
        out = model(ids, output_attentions=True, output_hidden_states=True)
        for layer in range(layers):
            value, output = values(model, layer, out.hidden_states[layer])
            size = value.shape[1] // heads
            for head in range(heads):
                weights = out.attentions[layer][0, head].numpy()
                columns = slice(head * size, (head + 1) * size)
                norms = (value[:, columns] @ output[columns]).norm(dim=1).numpy()
                moved = weights * norms
                moved = moved / moved.sum(axis=1, keepdims=True)
                for by, matrix in (("weight", weights), ("value", moved)):
                    found.setdefault((layer, head, by), []).append(measured(matrix, pieces, special, causal))
                for key, piece in enumerate(pieces):
                    of_token = received.setdefault((layer, head), {}).setdefault(piece, [0, 0])
                    of_token[0] += weights[:, key].sum()
                    of_token[1] += 1
    result = []
    for (layer, head, by), sentences in found.items():
        measures = {m: ratio([each[0][m] for each in sentences]) for m in sentences[0][0]}
        distance = measures["distance"]
        distance["variance"] = sum(each[1] for each in sentences) / distance["queries"] - distance["mean"] ** 2
        one = dict(layer=layer + 1, head=head + 1, by=by, measures={m: v for m, v in measures.items() if v},
                   distances=list(sum(each[2] for each in sentences)))
        if by == "weight":
            one["key_tokens"] = sorted(([piece, weight / count, count]
                                        for piece, (weight, count) in received[layer, head].items() if count >= 20),
                                       key=lambda each: (-each[1], each[0]))[:20]
        result.append(one)
    rounded = json.loads(json.dumps(dict(tokens=tokens, heads=result)),
                         parse_float=lambda text: float(f"{float(text):.9g}"))
    (HERE / f"{name}.json").write_text(json.dumps(rounded, ensure_ascii=False, separators=(",", ":")) + "\n")


scan("gpt2", True, values_gpt2)
scan("bert", False, values_bert)
