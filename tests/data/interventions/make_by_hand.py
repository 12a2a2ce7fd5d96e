#!/usr/bin/env python3
"""Writes by_hand.json beside this script: what transformers computes where attention weights are set by hand or links
are cut.

The checkpoints are those of ../checkpoints. Their attention is replaced by a function of our own that does what eager
attention does, and in the layers and heads named puts −infinity on links before the softmax (attention knockout), or
puts numbers in place of weights after it and divides what is left of 1 among the row's other weights.
Run it with torch and transformers installed: python3 make_by_hand.py
"""

import json
from pathlib import Path

import torch
from transformers import AttentionInterface, AutoModel, AutoTokenizer
from transformers.masking_utils import AttentionMaskInterface, eager_mask

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
TEXT = "The cat sat on the rug and it was dry-cleaned."

CASES = [
    ("bert", "encoder", [(1, 1, 11, 3, 0.75), (1, 1, 11, 6, 0.125), (2, 2, 1, 2, 0.0)], [(1, 2, [], 11, 9), (2, 2, [1], 5, 5)]),
    ("roberta", "encoder", [(2, 1, 4, 4, 1.0)], [(1, 1, [2], 3, 2)]),
    ("gpt2", "decoder", [(1, 1, 8, 2, 0.8), (2, 2, 10, 1, 0.25), (2, 2, 10, 10, 0.5)], [(1, 2, [], 9, 1)]),
    ("llama", "decoder", [(2, 1, 7, 3, 0.625)], [(1, 1, [1, 2], 6, 2), (2, 2, [], 6, 3)]),
]


class Hand:
    """The attention of one model; layers are told apart by their modules, in their order."""

    def __init__(self, attend, cut):
        self.attend, self.cut, self.layers, self.weights = attend, cut, {}, {}

    def __call__(self, module, query, key, value, attention_mask, scaling=None, **_):
        layer = self.layers.setdefault(id(module), len(self.layers) + 1)
        groups = query.shape[1] // key.shape[1]
        key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
        scaling = query.shape[-1] ** -0.5 if scaling is None else scaling
        scores = query @ key.transpose(2, 3) * scaling
        if attention_mask is not None:
            scores = scores + attention_mask[:, :, :, :key.shape[2]]
        for first, last, heads, q, k in self.cut:
            for head in heads or range(1, scores.shape[1] + 1):
                if first <= layer <= last:
                    scores[0, head - 1, q - 1, k - 1] = -torch.inf
        weights = torch.softmax(scores, dim=-1)
        rows = {(h, q) for at, h, q, _, _ in self.attend if at == layer}
        for head, q in rows:
            row = weights[0, head - 1, q - 1]
            given = {k - 1: w for at, h, row_of, k, w in self.attend if (at, h, row_of) == (layer, head, q)}
            others = [k for k in range(len(row)) if k not in given]
            row[others] *= (1 - sum(given.values())) / (1 - sum(float(row[k]) for k in given))
            for k, weight in given.items():
                row[k] = weight
        self.weights[layer] = weights[0]
        return (weights @ value).transpose(1, 2).contiguous(), weights


def main():
    AttentionMaskInterface.register("by_hand", eager_mask)
    cases = []
    for name, block, attend, cut in CASES:
        folder = CHECKPOINTS / name
        tokenizer = AutoTokenizer.from_pretrained(folder)
        hand = Hand(attend, cut)
        AttentionInterface.register("by_hand", hand)
        model = AutoModel.from_pretrained(folder, attn_implementation="by_hand", dtype=torch.float32).eval()
        with torch.no_grad():
            output = model(**tokenizer(TEXT, return_tensors="pt")).last_hidden_state[0]
        row = attend[0]
        cases.append({
            "checkpoint": name, "text": TEXT,
            "attend": [dict(block=block, layer=a, head=h, query=q, key=k, weight=w) for a, h, q, k, w in attend],
            "cut": [dict(block=block, layer=a, last_layer=b, query=q, key=k) | ({"heads": h} if h else {})
                    for a, b, h, q, k in cut],
            "row": [float(f"{x:.9g}") for x in hand.weights[row[0]][row[1] - 1, row[2] - 1].tolist()],
            "output": [[float(f"{x:.9g}") for x in line] for line in output.tolist()]})
    text = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (HERE / "by_hand.json").write_text("[" + text + "]\n")


if __name__ == "__main__":
    main()
