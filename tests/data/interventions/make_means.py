#!/usr/bin/env python3
"""Writes means.txt and means.json beside this script: what transformers computes where the mean over the sentences of
means.txt stands in place of what heads, attentions and feed-forwards put out.

The checkpoints are those of ../checkpoints. Hooks read the outputs of all sentences in the model as it is, take one mean
for each special token and one for all other tokens, and put them in place of the outputs of another sentence: a special
token that the sentences do not have takes the mean of the others.
Run it with torch and transformers installed: python3 make_means.py
"""

import json
from pathlib import Path

import torch
from transformers import AutoModel, AutoTokenizer

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
SENTENCES = [
    "The cat sat on the rug.",
    "A small animal didn't cross the street because it was too tired.",
    "They've read 12 books.<|endoftext|>The END.",
    "Good morning",
    "où est le café ?",
]

# What is off: heads (layer, head), whole attentions and feed-forwards (layer), all from 1.
CASES = [
    ("gpt2", "decoder", "The dog sat on the mat<|endoftext|>and it was dry-cleaned.", [(1, 2), (2, 1)], [], [1]),
    ("bert", "encoder", "the dog sat on the [MASK] and it was tired.", [(1, 1)], [2], [1]),
]


class Part:
    """Where an output is: the columns of what a module is given, or all that it returns."""

    def __init__(self, module, columns=None):
        self.module, self.columns, self.rows, self.put = module, columns, None, None
        if columns:
            module.register_forward_pre_hook(self.before)
        else:
            module.register_forward_hook(self.after)

    def before(self, module, given):
        rows = given[0]
        self.rows = rows[0, :, self.columns].clone()
        if self.put is not None:
            rows = rows.clone()
            rows[0, :, self.columns] = self.put
        return (rows, *given[1:])

    def after(self, module, given, returned):
        self.rows = returned[0].clone()
        return None if self.put is None else self.put[None]


def parts_of(model, heads, attentions, feed_forwards):
    if model.config.model_type == "gpt2":
        projection = lambda layer: model.h[layer - 1].attn.c_proj
        fed = lambda layer: model.h[layer - 1].mlp
    else:
        projection = lambda layer: model.encoder.layer[layer - 1].attention.output.dense
        fed = lambda layer: model.encoder.layer[layer - 1].output.dense
    width = model.config.hidden_size // model.config.num_attention_heads
    return ([Part(projection(layer), slice((head - 1) * width, head * width)) for layer, head in heads] +
            [Part(projection(layer)) for layer in attentions] + [Part(fed(layer)) for layer in feed_forwards])


def rounded(rows):
    return [[float(f"{x:.9g}") for x in row] for row in rows.tolist()]


def main():
    (HERE / "means.txt").write_text("\n".join(SENTENCES) + "\n", encoding="utf-8")
    cases = []
    for name, block, text, heads, attentions, feed_forwards in CASES:
        tokenizer = AutoTokenizer.from_pretrained(CHECKPOINTS / name)
        model = AutoModel.from_pretrained(CHECKPOINTS / name, attn_implementation="eager", dtype=torch.float32).eval()
        parts = parts_of(model, heads, attentions, feed_forwards)
        rows = {part: {} for part in parts}
        kind = lambda token: token if token in tokenizer.all_special_tokens else None
        with torch.no_grad():
            for sentence in SENTENCES:
                given = tokenizer(sentence, return_tensors="pt")
                model(**given)
                for at, token in enumerate(tokenizer.convert_ids_to_tokens(given["input_ids"][0])):
                    for part in parts:
                        rows[part].setdefault(kind(token), []).append(part.rows[at].double())
            given = tokenizer(text, return_tensors="pt")
            tokens = tokenizer.convert_ids_to_tokens(given["input_ids"][0])
            for part in parts:
                means = {each: torch.stack(all_rows).mean(0).float() for each, all_rows in rows[part].items()}
                part.put = torch.stack([means.get(kind(token), means[None]) for token in tokens])
            output = model(**given).last_hidden_state[0]
        named = [dict(block=block, layer=layer, head=head) for layer, head in heads]
        named += [dict(block=block, layer=layer) for layer in attentions]
        named += [dict(block=block, layer=layer, feed_forward=True) for layer in feed_forwards]
        cases.append({"checkpoint": name, "text": text, "off": [part | {"by": "mean-of"} for part in named],
                      "tokens": tokens, "put": rounded(parts[0].put), "output": rounded(output)})
    text = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (HERE / "means.json").write_text("[" + text + "]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
