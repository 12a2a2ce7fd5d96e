#!/usr/bin/env python3
"""Writes lens.json: what heads and feed-forwards of two small decoders add to a word's logit, by TransformerLens.

Run it where transformer_lens is installed: python3 make_lens.py (written with TransformerLens 4.3, transformers 5.24).
Its attribution leaves out the bias of the output layer and folds biases of attention into a term of their own.
"""

import json
from pathlib import Path

import torch
import transformers
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformer_lens.model_bridge import TransformerBridge

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE.parent / "checkpoints"
TEXT = "one two three, the cat sat"
transformers.logging.set_verbosity_error()
torch.set_num_threads(1)


@torch.no_grad()
def case(name):
    path = CHECKPOINTS / name
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForCausalLM.from_pretrained(path, attn_implementation="eager", dtype=torch.float32)
    bridge = TransformerBridge.boot_transformers(str(path), hf_model=model, tokenizer=tokenizer, device="cpu",
                                                 dtype=torch.float32)
    bridge.cfg.default_prepend_bos = False
    bridge.enable_compatibility_mode(fold_value_biases=False)  # folds the gain of norms
    ids = tokenizer(TEXT, return_tensors="pt")["input_ids"]
    logits, cache = bridge.run_with_cache(ids)
    found = []
    for position in (0, 4):
        best = logits[0, position].topk(2).indices.tolist()
        heads, names = cache.stack_head_results(layer=-1, pos_slice=position, return_labels=True)
        rest, labels = cache.decompose_resid(layer=-1, pos_slice=position, mode="mlp", return_labels=True)
        parts = {}
        for stack, words in ((heads, names), (rest, labels)):
            told = cache.logit_attrs(stack, tokens=best[0], incorrect_tokens=best[1], pos_slice=position)
            parts |= {word: float(f"{number:.7g}") for word, number in zip(words, told[:, 0].tolist())}
        found.append(dict(position=position, word=best[0], other=best[1], parts=parts))
    return dict(folder=name, text=TEXT, ids=ids[0].tolist(), logits=found)


if __name__ == "__main__":
    cases = [case(name) for name in ("llama", "gpt2_json")]
    (HERE / "lens.json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
